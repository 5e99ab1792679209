import type {
  CallEmbed,
  ChangedLines,
  FeedbackImage,
  FormQuestion,
  SeenFiles,
  SpanTask,
  Suggestions,
  ToolTargets,
} from '@millrace/engine';
import type { Workspace } from '../workspace/workspace.ts';

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

/** The facts of a run for a reader who may not see its content. */
export interface RunFacts {
  /** Its id, as `provider/model`. */
  readonly model: string;
  readonly mode: string | null;
  /** The kinds of its last events, oldest first, without what they hold. */
  readonly events: readonly string[];
}

/** A person's answer to a question of a tool. `cancel`: nobody answered, or nobody can any more. */
export type FormAnswer =
  | { readonly action: 'accept'; readonly content: ToolInput }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

/** A question, the answer that it suggests, and a signal that takes it back. */
export interface ToolForm extends FormQuestion {
  readonly defaults?: ToolInput;
  readonly signal?: AbortSignal;
}

export interface ToolContext {
  readonly runId: string;
  readonly toolUseId: string;
  /** The same for every attempt of one call, and of no other. */
  readonly key: string;
  /** Undefined when the server was given none. */
  readonly workspace: Workspace | undefined;
  /**
   * The version of a file, by its path from the root on, that the model of this conversation last read or left behind; null when
   * it was told that there is none, undefined when it knows nothing of it. Kept in the log, so a restart forgets nothing.
   */
  seen(path: string): Promise<string | null | undefined>;
  /** Resolves to true if the person allows this version of a workspace file to instruct models. The path is relative to the root. */
  trusts(path: string, version: string): Promise<boolean>;
  /** True if a person approved this call; false if a rule or the tool itself did. */
  readonly approved: boolean;
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
  /** The model, the mode and the last event types of the run, without its content. */
  facts(): Promise<RunFacts>;
  /**
   * Asks the person, who sees the question at the call, and resolves with the answer; never rejects. The tool keeps running
   * meanwhile: when its process dies the question is closed, and the call is in doubt whatever its effect is. A call that
   * goes on in a run of its own, because it took long, can't ask: it gets `cancel`.
   */
  ask(form: ToolForm): Promise<FormAnswer>;
}

/** The context of `revert`. */
export type RevertContext = Pick<ToolContext, 'runId' | 'toolUseId' | 'key' | 'workspace' | 'signal'>;

export interface ToolOutcome extends Suggestions {
  readonly content: string;
  readonly is_error?: boolean;
  /** The mode that the model is in from now on. */
  readonly mode?: string;
  /** A summary that the model reads from now on instead of everything before its call. When nothing did, the call has failed. */
  readonly summary?: string;
  /**
   * The data for `revert`, as JSON of 256 KB at most; with more, or without any, the call can't be undone. Neither the model nor a
   * browser sees it.
   */
  readonly undo?: unknown;
  /** The version of each file that the model knows from now on, by its path from the root on; null for one that is not there. */
  readonly seen?: SeenFiles;
  /** Images for the model beside the content. Only the newest few are shown to it again. */
  readonly images?: readonly FeedbackImage[];
  /** The embed in the answer's text in place of the call, as JSON. */
  readonly embed?: CallEmbed;
  /** How many lines of files it has changed, for the person. */
  readonly changed?: ChangedLines;
}

/** The context of `preview`. */
export type PreviewContext = Pick<ToolContext, 'workspace' | 'signal'>;

/** A file before and after a call, or why nobody can tell. */
export type PreviewedFile =
  | {
      readonly path: string;
      /** Undefined when there is none. */
      readonly before: { readonly text: string; readonly version: string } | undefined;
      readonly after: string;
      /** A note about the change, in one sentence. */
      readonly note?: string;
    }
  | { readonly path: string; readonly problem: string };

export interface ToolPreview {
  readonly files: readonly PreviewedFile[];
  /** The arguments whose whole meaning is in the files. */
  readonly shows: readonly string[];
}

export interface ToolCall {
  readonly name: string;
  readonly input: ToolInput;
}

/** Something that a model can do. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** A JSON Schema of an object. */
  readonly input_schema: Readonly<Record<string, unknown>>;
  readonly effect: ToolEffect;
  /** Decides whether a person is asked before it runs if no rule decides. */
  readonly approval: 'allow' | 'ask' | ((input: ToolInput) => 'allow' | 'ask');
  /** True if a person is asked each time: no rule can allow it, though one may deny it. */
  readonly asksAlways?: boolean;
  /** True if the call destroys something for good. Used only if the effect is `unsafe`. */
  readonly destructive?: boolean | ((input: ToolInput) => boolean);
  /** True if it works on the workspace of this machine: then only one such tool runs at a time, in whichever process. */
  readonly local?: boolean;
  /** The arguments that name files or contain a command, so that rules can apply to them. */
  readonly targets?: ToolTargets;
  /** True if several calls of one message may run at the same time. */
  readonly together?: boolean;
  /** True if it writes files that instruct models, which the person reads when they approve the call. */
  readonly instructs?: boolean;
  /** True if its programs run in a sandbox; undefined if it runs no programs. */
  readonly confined?: boolean;
  /** True if the task is over when a call has succeeded. */
  readonly ends?: boolean;
  /** True if it always takes long: the model continues at once, and the result comes as a separate message. */
  readonly background?: boolean;
  /** After this many milliseconds it continues as if it were `background`. Default 5,000; Infinity to wait for it. */
  readonly inlineBudgetMs?: number;
  /**
   * After so many milliseconds it is stopped, and the call has failed. 10 minutes unless given, a day for one in the background.
   * Waiting for the workspace, for a person and for a sub-agent does not count.
   */
  readonly timeLimitMs?: number;
  /** The title of a call with a valid input, for a person. */
  title?(input: ToolInput): string;
  /** Returns the problem with an input, in words for the model. Without it every object is valid. */
  check?(input: unknown): string | undefined;
  /** Returns the changes that a call would make to files, for the person who is asked. It reads the workspace and never writes. */
  preview?(input: ToolInput, ctx: PreviewContext): Promise<ToolPreview>;
  /** The call of another tool that this one comes to: then rules and modes are about that one, too. */
  standsFor?(input: ToolInput): ToolCall | undefined;
  /** Returns the embed in the answer in place of a call while it runs. */
  embed?(input: ToolInput, toolUseId: string): CallEmbed;
  /** Returns instructions for the model while the calls of this tool have left these embeds. Pure. */
  instructions?(embeds: readonly CallEmbed[]): string;
  /** Returns the state of a polling call: calls with different keys do not count as repeated. */
  loopKey?(input: ToolInput): string;
  /** Called when a run is over, in the process that ended it: lets go what was held for it. Never throws. */
  release?(runId: string): void;
  /**
   * Undoes a call by what its outcome kept as `undo`. After a crash it may be asked once more for what it has done already:
   * then it must succeed and change nothing.
   */
  revert?(input: ToolInput, undo: unknown, ctx: RevertContext): Promise<ToolOutcome>;
  /** Runs the call. The model reads what it returns or throws. Its input has been checked. */
  run(input: ToolInput, ctx: ToolContext): Promise<ToolOutcome>;
}
