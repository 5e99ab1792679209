/** How a command may end. */
export type ExitName = 'ok' | 'failed' | 'wrong_use' | 'check_failed';

interface ExitCode {
  readonly number: number;
  readonly meaning: string;
}

/** The exit code of each end. */
export const EXIT_CODES: Readonly<Record<ExitName, ExitCode>> = {
  ok: { number: 0, meaning: 'it was done; of a server: it was told to end, and did' },
  failed: { number: 1, meaning: 'it could not be done; the message says why and what to do' },
  wrong_use: { number: 2, meaning: 'the command, a flag or a value is not known; nothing was done' },
  check_failed: { number: 3, meaning: '`doctor` ran, and at least one check failed' },
};
