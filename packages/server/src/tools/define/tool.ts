import type { FeedbackImage, ToolTargets } from '@millrace/engine/approval';
import type { CallReason } from '@millrace/engine/message';
import type {
  CallEmbed,
  ChangedLines,
  CommandInfo,
  FoldKind,
  FormQuestion,
  KeptFile,
  MadeChange,
  SeenFiles,
  SpanTask,
  Suggestions,
} from '@millrace/engine/run';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * The effect of making a call again when nobody knows whether it was made: `read` changes nothing; `idempotent` has the
 * same effect once and twice, recognised by `ctx.key`; `unsafe` may do it twice, so a person is asked first.
 */
export type ToolEffect = 'read' | 'idempotent' | 'unsafe';

/** The input of a call, as the model wrote it. */
export type ToolInput = Readonly<Record<string, unknown>>;

/** A tool's note about its progress. */
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

/** Facts about a run that may be told to somebody who may not read it. */
export interface RunFacts {
  /** Its id, as `provider/model`. */
  readonly model: string;
  readonly mode: string | null;
  /** The kinds of its last events, oldest first, without their content. */
  readonly events: readonly string[];
}

/** The answer of a person to a question of a tool. `cancel`: nobody answered, or it is too late to answer. */
export type FormAnswer =
  | { readonly action: 'accept'; readonly content: ToolInput }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

/** A question, the answer that it suggests, and a signal that withdraws it. */
export interface ToolForm extends FormQuestion {
  readonly defaults?: ToolInput;
  readonly signal?: AbortSignal;
}

/** The context that a tool runs in. */
export interface ToolContext {
  readonly runId: string;
  readonly toolUseId: string;
  /** The same for every attempt of one call, and of no other. */
  readonly key: string;
  /** The workspace; undefined when the server has none. */
  readonly workspace: Workspace | undefined;
  /**
   * The version of a file, by its path from the root on, that the model of this conversation last read or left behind; null when
   * it knows that there is none, undefined when it knows nothing about it. Kept in the log, so a restart forgets nothing.
   */
  seen(path: string): Promise<string | null | undefined>;
  /** Tells whether the person lets a file of the workspace, by its path from the root and in this version, instruct models. */
  trusts(path: string, version: string): Promise<boolean>;
  /** The newest file of this name in the chat. */
  attachment(name: string): Promise<Attachment | undefined>;
  /** True when a person said yes to this call; false where a rule or the tool itself did. */
  readonly approved: boolean;
  /** Aborted when the person stops the run, or when this process has lost it: stop at once. */
  readonly signal: AbortSignal;
  progress(note: ToolProgressNote): void;
  /**
   * Lets a sub-agent work on a task and resolves with what it says in the end; rejects when it fails. While it waits for a
   * person the tool may be stopped and run again later, and then gets the same sub-agent with its work so far. So a tool
   * that may not run twice can't have one. The run waits for a tool that has one, however long it takes.
   */
  spawn(task: SpanTask): Promise<string>;
  /** Asks the model of the run, outside of its conversation, and resolves with the text of its answer. */
  model(request: ToolQuestion): Promise<string>;
  /** The model, the mode and the last event types of the run, without its content. */
  facts(): Promise<RunFacts>;
  /**
   * Asks the person, who sees the question at the call, and resolves with the answer; never rejects. The tool keeps running
   * meanwhile: when its process dies the question is closed, and the call is in doubt whatever its effect is. A call that
   * continues in a separate run, because it took long, can't ask: it gets `cancel`.
   */
  ask(form: ToolForm): Promise<FormAnswer>;
}

/** The context of `revert`. */
export type RevertContext = Pick<ToolContext, 'runId' | 'toolUseId' | 'key' | 'workspace' | 'signal'>;

/** A file of an outcome. */
export interface OutcomeFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The words for what a picture shows. */
  readonly alt?: string;
}

/** A file of the chat: a person has attached it, or a call has made it. */
export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** Throws in words for the model when they were damaged. */
  bytes(): Promise<Uint8Array>;
  /** Its text, of a document with marks for its pages; undefined when it has none that can be read. */
  text(): Promise<string | undefined>;
}

/** The outcome of a call: what the model reads, and what the log and the screen get beside it. */
export interface ToolOutcome extends Suggestions {
  readonly content: string;
  readonly is_error?: boolean;
  /** The exit code of the command that it ran. */
  readonly exit_code?: number;
  /** Why it did not finish. The loop sets it. */
  readonly reason?: CallReason;
  /** The message of the error that it threw. The loop sets it. */
  readonly threw?: string;
  /** The mode that the model is in from now on. */
  readonly mode?: string;
  /** A summary that the model reads from now on instead of everything before its call. If there is nothing before, the call has failed. */
  readonly summary?: string;
  /**
   * The data for `revert`, as JSON of 256 KB at most; with more, or with none, the call can't be undone. Neither the model nor a
   * browser sees it.
   */
  readonly undo?: unknown;
  /** The version of each file that the model knows from now on, by its path from the root on; null for one that is not there. */
  readonly seen?: SeenFiles;
  /** Images for the model beside the content. Only the newest few are shown to it again. */
  readonly images?: readonly FeedbackImage[];
  /** Files for the person. They are kept with the message. `images` are kept too, for the step alone. */
  readonly shown?: readonly OutcomeFile[];
  /** The embed in the answer's text in place of the call, as JSON. */
  readonly embed?: CallEmbed;
  /** How many lines of files it has changed, for the person. */
  readonly changed?: ChangedLines;
  /** The changes that it has made in files, for the person. */
  readonly change?: MadeChange;
  /** The texts of these files before and after, for those who ask. */
  readonly files?: readonly KeptFile[];
}

/** The context of a list of slash commands. */
export type CommandContext = Pick<ToolContext, 'workspace' | 'trusts'>;

/** The context of a preview. */
export type PreviewContext = Pick<ToolContext, 'workspace' | 'signal'>;

/** A file before and after a call, or the reason why that is not known. */
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

/** The changes that a call would make, shown to the person who is asked. */
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
  /** Tells whether a person is asked before it runs, where no rule says otherwise. */
  readonly approval: 'allow' | 'ask' | ((input: ToolInput) => 'allow' | 'ask');
  /** True when a person is asked each time: no rule allows it, though one may deny it. */
  readonly asksAlways?: boolean;
  /** True when something is lost afterwards that nobody can bring back. It counts only for an effect that is `unsafe`. */
  readonly destructive?: boolean | ((input: ToolInput) => boolean);
  /** True when it works on the workspace of this machine: then only one such tool runs at a time, whichever process has it. */
  readonly local?: boolean;
  /** The arguments that name files or contain a command, so that rules can apply to them. */
  readonly targets?: ToolTargets;
  /** How a page counts its calls when it folds several into one line. Without it each has its own line. */
  readonly folds?: FoldKind;
  /** The argument that is written for the person: a page shows its words as part of the answer. */
  readonly speaks?: string;
  /** True when it only offers the person what to do next: words before it are the answer, not the beginning of a step. */
  readonly offers?: boolean;
  /** True when several calls of one message may run at the same time. */
  readonly together?: boolean;
  /** True when it writes files that instruct models, which the person has read when they say yes to the call. */
  readonly instructs?: boolean;
  /** True when it runs programs in a sandbox, which cannot read all that the person can; undefined when it runs no programs. */
  readonly confined?: boolean;
  /** True when a successful call ends the task. */
  readonly ends?: boolean;
  /** True when it always takes long: the model continues at once, and the result comes as a separate message. */
  readonly background?: boolean;
  /** After this many milliseconds it continues as if it were `background`. Default 5,000; Infinity to wait for it. */
  readonly inlineBudgetMs?: number;
  /**
   * After this many milliseconds it is stopped, and the call has failed. Default 10 minutes, or a day in the background.
   * Waiting for the workspace, for a person and for a sub-agent does not count.
   */
  readonly timeLimitMs?: number;
  /** The title of a call with a valid input, for a person. */
  title?(input: ToolInput): string;
  /** Returns the problem with an input, in words for the model. Without it every object is valid. */
  check?(input: unknown): string | undefined;
  /** Returns the changes that a call would make to files, for the person who is asked. It reads the workspace and never writes. */
  preview?(input: ToolInput, ctx: PreviewContext): Promise<ToolPreview>;
  /** The call of another tool that this call amounts to: rules and modes then apply to that one, too. */
  standsFor?(input: ToolInput): ToolCall | undefined;
  /** Returns the embed in the answer in place of a call while it runs. */
  embed?(input: ToolInput, toolUseId: string): CallEmbed;
  /** Returns instructions for the model while the calls of this tool have left these embeds. Pure. */
  instructions?(embeds: readonly CallEmbed[]): string;
  /** Returns the slash commands that a person can write for it. */
  slashCommands?(ctx: CommandContext): Promise<readonly CommandInfo[]>;
  /** Returns the state of a polling call: calls with different keys do not count as repeated. */
  loopKey?(input: ToolInput): string;
  /** True for a call that may be made again and again: it is no repetition, and none of others. */
  mayRepeat?(input: ToolInput): boolean;
  /** Called when a run is over, in the process that ended it: releases what was held for it. Never throws. */
  release?(runId: string): void;
  /**
   * Undoes a call by what its outcome kept as `undo`. After a crash it may run again although the call is already undone:
   * then it must succeed and change nothing.
   */
  revert?(input: ToolInput, undo: unknown, ctx: RevertContext): Promise<ToolOutcome>;
  /** Runs the call. The model reads what it returns or throws. Its input has been checked. */
  run(input: ToolInput, ctx: ToolContext): Promise<ToolOutcome>;
}
