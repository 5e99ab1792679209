/** The result of looking at one thing. */
export interface Finding {
  readonly status: 'ok' | 'warning' | 'failed' | 'skipped';
  /** One sentence on what was found, or why nothing was looked at. */
  readonly message: string;
  /** The step that mends it. */
  readonly fix?: string;
}

/** One thing that `doctor` looks at. */
export interface Check {
  readonly id: string;
  /** Looks. A look that takes too long is told to stop by the signal. What it throws counts as failed. */
  run(signal: AbortSignal): Promise<Finding> | Finding;
}

/** A check that has run. */
export interface Checked extends Finding {
  readonly id: string;
}

export const ok = (message: string): Finding => ({ status: 'ok', message });
export const warning = (message: string, fix: string): Finding => ({ status: 'warning', message, fix });
export const failed = (message: string, fix: string): Finding => ({ status: 'failed', message, fix });
export const skipped = (message: string): Finding => ({ status: 'skipped', message });

/** A failure as an error tells it: its last sentence is the fix. Pure. */
export function failedAs(error: unknown): Finding {
  const said = error instanceof Error ? error.message : String(error);
  const end = said.lastIndexOf('. ');
  if (end < 0) return failed(said, 'Correct that, and run "millrace doctor" again.');
  return failed(said.slice(0, end + 1), said.slice(end + 2));
}
