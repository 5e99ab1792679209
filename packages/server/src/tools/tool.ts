import type { Suggestions } from '@millrace/engine';

/**
 * What happens when a call is made again because nobody knows whether it was: `read` changes nothing; `idempotent` has the
 * same effect once and twice, told apart by `ctx.key`; `unsafe` may do it twice, so a person is asked first.
 */
export type ToolEffect = 'read' | 'idempotent' | 'unsafe';

export type ToolInput = Readonly<Record<string, unknown>>;

export interface ToolProgressNote {
  readonly stage: string;
  readonly message: string;
  /** From 0 to 1; null when nobody knows. */
  readonly progress?: number | null;
  readonly data?: unknown;
}

export interface ToolContext {
  readonly runId: string;
  readonly toolUseId: string;
  /** The same for every attempt of one call, and of no other. */
  readonly key: string;
  /** Aborted when the person stops the run, or when it is no longer ours: stop at once. */
  readonly signal: AbortSignal;
  progress(note: ToolProgressNote): void;
}

/** What a call gives back. The model reads `content`; the person sees what is suggested. */
export interface ToolOutcome extends Suggestions {
  readonly content: string;
  readonly is_error?: boolean;
  /** The mode that the model is in from now on. */
  readonly mode?: string;
}

/** Something that a model can do. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** A JSON Schema of an object. */
  readonly input_schema: Readonly<Record<string, unknown>>;
  readonly effect: ToolEffect;
  /** Whether a person is asked before it runs. */
  readonly approval: 'allow' | 'ask' | ((input: ToolInput) => 'allow' | 'ask');
  /** Whether it works on the workspace of this machine: then only one such tool runs at a time, whichever process has it. */
  readonly local?: boolean;
  /** What a person reads of a call with a valid input. */
  title?(input: ToolInput): string;
  /** What is wrong with an input, in words for the model. Without it every object will do. */
  check?(input: unknown): string | undefined;
  /** What it gives back, the model reads. What it throws, too. Its input has been checked. */
  run(input: ToolInput, ctx: ToolContext): Promise<ToolOutcome>;
}
