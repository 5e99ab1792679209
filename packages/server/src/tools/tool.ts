import type { CallEmbed, FeedbackImage, SpanTask, Suggestions, ToolTargets } from '@millrace/engine';
import type { Workspace } from './workspace.ts';

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

/** A question of a tool to the model of its run. */
export interface ToolQuestion {
  readonly system?: string;
  readonly prompt: string;
}

export interface ToolContext {
  readonly runId: string;
  readonly toolUseId: string;
  /** The same for every attempt of one call, and of no other. */
  readonly key: string;
  /** Undefined when the server was given none. */
  readonly workspace: Workspace | undefined;
  /** Aborted when the person stops the run, or when it is no longer ours: stop at once. */
  readonly signal: AbortSignal;
  progress(note: ToolProgressNote): void;
  /**
   * Lets a sub-agent work on a task and resolves with what it says in the end; rejects when it fails. While it waits for a
   * person the tool may be stopped and run again later, and then gets the same sub-agent, as far as it had come. So a tool
   * that may not run twice can't have one. A tool that has one is waited for, however long it takes.
   */
  spawn(task: SpanTask): Promise<string>;
  /** Asks the model of the run, outside of its conversation, and resolves with the text of its answer. */
  model(request: ToolQuestion): Promise<string>;
}

export interface ToolOutcome extends Suggestions {
  readonly content: string;
  readonly is_error?: boolean;
  /** The mode that the model is in from now on. */
  readonly mode?: string;
  /** What the model sees beside the content. Only the newest few are shown to it again. */
  readonly images?: readonly FeedbackImage[];
  /** What stands in the answer's text in the place of the call, as JSON. */
  readonly embed?: CallEmbed;
}

/** Something that a model can do. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** A JSON Schema of an object. */
  readonly input_schema: Readonly<Record<string, unknown>>;
  readonly effect: ToolEffect;
  /** Whether a person is asked before it runs, where no rule says otherwise. */
  readonly approval: 'allow' | 'ask' | ((input: ToolInput) => 'allow' | 'ask');
  /** Whether a person is asked each time: no rule allows it, though one may deny it. */
  readonly asksAlways?: boolean;
  /** Whether it works on the workspace of this machine: then only one such tool runs at a time, whichever process has it. */
  readonly local?: boolean;
  /** Which arguments name files or have a command, so that rules can be about them. */
  readonly targets?: ToolTargets;
  /** Whether several calls of one message may run side by side. */
  readonly together?: boolean;
  /** Whether the task is over when a call has succeeded. */
  readonly ends?: boolean;
  /** Whether it always takes long: the model goes on at once, and the result comes as a message of its own. */
  readonly background?: boolean;
  /** After so many milliseconds it goes on as if it were `background`. 5,000 unless given; Infinity to wait for it. */
  readonly inlineBudgetMs?: number;
  /** What a person reads of a call with a valid input. */
  title?(input: ToolInput): string;
  /** What is wrong with an input, in words for the model. Without it every object will do. */
  check?(input: unknown): string | undefined;
  /** What stands in the answer in the place of a call while it runs. */
  embed?(input: ToolInput, toolUseId: string): CallEmbed;
  /** What the model is told as long as the calls of this tool so far left these embeds. Pure. */
  instructions?(embeds: readonly CallEmbed[]): string;
  /** What a call that polls is at: calls with another key are not the same call again. */
  loopKey?(input: ToolInput): string;
  /** Called when a run is over, in the process that ended it: lets go what was held for it. Never throws. */
  release?(runId: string): void;
  /** Undoes a call that gave this result. */
  revert?(input: ToolInput, result: string, ctx: ToolContext): Promise<ToolOutcome>;
  /** What it gives back, the model reads. What it throws, too. Its input has been checked. */
  run(input: ToolInput, ctx: ToolContext): Promise<ToolOutcome>;
}
