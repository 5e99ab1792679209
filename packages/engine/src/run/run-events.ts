import type { FeedbackImage, HitlDecision } from '../approval/hitl-decision.ts';
import type { OfferedRule } from '../approval/policy-rule.ts';
import type { BlockEvent } from '../message/block-events.ts';
import type { MessageError } from '../message/message.ts';

/** A model call begins. A higher `attempt` of the same step replaces what older attempts wrote. */
export interface StepStart {
  readonly type: 'step_start';
  readonly step: number;
  readonly attempt: number;
  /** The mode that the model is in for this call. */
  readonly mode?: string;
}

/** The words of an attempt that was given up, and why its step was begun again. */
export interface EarlierWords {
  /** `restart`: another worker took the run up. `condensed`: the window was full, and what came before was condensed. */
  readonly cause: 'restart' | 'condensed';
  readonly text: string;
}

/** The task of a sub-agent. */
export interface SpanTask {
  readonly message: string;
  readonly mode?: string;
}

/** A sub-agent begins. The event is in the sub-agent's own span, which has the id of the call that opened it. */
export interface SpanStart {
  readonly type: 'span_start';
  readonly task: SpanTask;
}

/** The fill of the model's window after a call. */
export interface ContextFill {
  readonly used: number;
  readonly window: number;
}

export interface ContextEvent extends ContextFill {
  readonly type: 'context';
}

/** The summary of everything before: from here on the model reads it instead. */
export interface CondensedContext {
  readonly summary: string;
  /** Messages of the chat up to this number are in the summary. */
  readonly up_to: number;
  /** Steps of the run before this one are in it, too. */
  readonly step: number;
  /** How many messages and steps that is, for a person. */
  readonly count: number;
  /** Tokens before and, by estimate, after. */
  readonly before: number;
  readonly after: number;
  /** The number of blocks of its own message that are in it, too. */
  readonly blocks?: number;
}

export interface CondensedEvent extends CondensedContext {
  readonly type: 'condensed';
}

/** The event that tells the waiting person what the run is doing. */
export interface RunStatusEvent {
  readonly type: 'status';
  readonly message: string;
  /** The provider takes no request now; it is asked again at this time, in milliseconds since 1970. */
  readonly retry_at?: number;
}

/** The text that replaces a call in an answer, as a fence of JSON. */
export type CallEmbed = Readonly<Record<string, unknown>>;

export interface ToolStart {
  readonly type: 'tool_start';
  readonly tool: string;
  readonly input: unknown;
  readonly tool_use_id: string;
  /** The tool's own description of the call, for a person. */
  readonly title?: string;
  /** The key that the call has had since another run began it. */
  readonly key?: string;
  /** The embed that is shown for the call while it runs. */
  readonly embed?: CallEmbed;
  /** How a group counts the call when it is folded into one with its neighbours. Without it the call has its own row. */
  readonly folds?: FoldKind;
}

/** The kind of a call that may be folded into one row with its neighbours: it read something, searched, or listed. */
export type FoldKind = 'read' | 'search' | 'list';

/** News of a tool at work. */
export interface ToolProgress {
  readonly type: 'tool_progress';
  readonly tool: string;
  readonly tool_use_id: string;
  readonly stage: string;
  readonly message: string;
  /** From 0 to 1; null when nobody knows. */
  readonly progress: number | null;
  readonly data: unknown;
}

/** The call has its result: a `tool_result` block before this event. */
export interface ToolComplete extends Suggestions {
  readonly type: 'tool_complete';
  readonly tool: string;
  readonly tool_use_id: string;
  /** The mode that the model is in from now on. */
  readonly mode?: string;
  /** The run that continues this call: its result so far only says that it takes longer. */
  readonly follow_up?: string;
  /** True when its tool can undo it. */
  readonly revertible?: boolean;
  /** The data that its inverse needs. It never leaves the server. */
  readonly undo?: unknown;
  /** The version of each file that the call has shown to the model or left behind; null where there was none. Stays on the server. */
  readonly seen?: SeenFiles;
  /** The images that the model sees beside the result. */
  readonly images?: readonly FeedbackImage[];
  /** The pictures and other files that it has made or seen, for the person. */
  readonly shown?: readonly ShownFile[];
  /** The embed that is shown for the call from now on. */
  readonly embed?: CallEmbed;
  /** How many lines it has really changed, in all of its files. */
  readonly changed?: ChangedLines;
  /** The changes that it has made in files. */
  readonly change?: MadeChange;
  /** The texts of these files before and after. They stay on the server, which gives them to those who ask. */
  readonly files?: readonly KeptFile[];
}

/** A file of a call, as the person sees it. */
export interface ShownFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly width?: number;
  readonly height?: number;
  /** The words for what a picture shows. */
  readonly alt?: string;
  /** True for what the model only looked at: it stands at the step and not in the answer. */
  readonly aside?: boolean;
}

/** The changes that a call has made in files. */
export interface MadeChange {
  readonly files: readonly ProposedFile[];
}

/** A text file after a call, and the piece of it that differs from before; null when there was no text before. */
export interface KeptFile {
  readonly path: string;
  readonly after: string;
  readonly before: { readonly at: number; readonly remove: number; readonly insert: string } | null;
}

/** The number of lines that a change adds and removes. */
export interface ChangedLines {
  readonly added: number;
  readonly removed: number;
}

/** Versions of files by their paths in the workspace; null for a file that was not there. */
export type SeenFiles = Readonly<Record<string, string | null>>;

/** The tool was at work when its process died: it may have run. */
export interface ToolUncertain {
  readonly type: 'tool_uncertain';
  readonly tool_use_id: string;
}

/** The event of a question to a person about a call. */
export interface ApprovalRequest {
  readonly type: 'approval_request';
  readonly approval_id: string;
  readonly tool_use_id: string;
  readonly tool: string;
  readonly input: unknown;
  readonly args_hash: string;
  /** The tool's own description of the call, for a person. */
  readonly title?: string;
  /** Why a person is asked, in one sentence. */
  readonly reason?: string;
  /** The rules that "always allow" would write, the narrowest first. Without any, "always allow" is not offered. */
  readonly rules?: readonly OfferedRule[];
  /** The earlier calls that this one repeats. */
  readonly repetition?: RepeatedCalls;
  /** The time after which it can no longer be decided. */
  readonly expires_at?: number;
  /** The call runs already, and its tool asks this: `input` is the answer that it suggests. */
  readonly question?: FormQuestion;
  /** The JSON Schema of the input, for a form. Left out when it is large. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** The changes that the call would make to files, as the files were when the question was asked. */
  readonly change?: ProposedChange;
  /** True when something would be lost that nobody can bring back. */
  readonly destructive?: boolean;
  /** It is about no call: the run has taken its steps, and asks whether to go on. `tool_use_id` and `tool` are empty. */
  readonly limit?: StepLimit;
}

/** The number of steps that a run has taken when it asks whether to go on. */
export interface StepLimit {
  readonly steps: number;
}

/** The changes that a call would make, worked out before it runs. */
export interface ProposedChange {
  readonly files: readonly ProposedFile[];
  /** The arguments whose whole meaning is in the diffs. */
  readonly shows: readonly string[];
}

/** A file that a call would change, with the difference. */
export interface ProposedFile extends ChangedLines {
  readonly path: string;
  /** The version of the file that the diff was made from; null when there was none. */
  readonly before_hash?: string | null;
  /** A unified diff without its head. */
  readonly diff?: string;
  /** Why there is no diff, or what is special about it, in one sentence. */
  readonly note?: string;
  /** The same as a word that a page can translate. With it, the note says nothing more. */
  readonly state?: FileState;
}

/**
 * The special thing about a change: the file is new; nothing changes; the file before was no text; the file or its diff is too
 * long to be shown.
 */
export type FileState = 'new' | 'same' | 'no_text' | 'long_file' | 'long_diff';

/** A question of a tool to a person while it runs. */
export interface FormQuestion {
  readonly message: string;
  /** A JSON Schema of the answer, which is an object. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** A tool's question is withdrawn: its time is over, or the tool continues without an answer. */
export interface ApprovalWithdrawn {
  readonly type: 'approval_withdrawn';
  readonly approval_id: string;
  readonly tool_use_id: string;
}

/** Why a call looks like a loop. */
export interface RepeatedCalls {
  readonly reason: 'identical' | 'cycle' | 'same_results';
  readonly threshold: number;
  readonly signatures: readonly string[];
  /** True when each of the earlier calls had the same result. */
  readonly same_result?: boolean;
  /** The error that all of them failed with; absent when they did not all fail, or failed differently. */
  readonly failed?: string;
  /** How many tokens the model took for them. */
  readonly tokens?: number;
}

/** The event of a decision: who decided, and what. */
export interface ApprovalDecision {
  readonly type: 'approval_decision';
  readonly approval_id: string;
  readonly tool_use_id: string;
  readonly decision: HitlDecision;
  readonly by: string;
  /** The name of that device, as far as it is known. */
  readonly from?: string;
}

/** The workspace was saved before the first change of a message, or could not be. */
export interface Checkpoint {
  readonly type: 'checkpoint';
  /** Null when it could not be saved. */
  readonly checkpoint_id: string | null;
  /** The parts that are missing from it, or the reason why there is none. */
  readonly message?: string;
}

/** A call was undone, or could not be. It may follow the end of a run. */
export interface Revert {
  readonly type: 'revert';
  readonly tool_use_id: string;
  readonly ok: boolean;
  readonly message?: string;
  /** The command of the person who wanted it. */
  readonly command_id?: string;
}

/** An answer that a person can send with one click. */
export interface SuggestedValue {
  readonly label: string;
  readonly value: string;
  /** The mode of the chat from then on, when this answer is chosen. */
  readonly mode?: string;
}

/** An action that a person may choose next. */
export interface SuggestedAction {
  readonly label: string;
  readonly action: string;
  readonly handler: 'client' | 'server';
  readonly data?: unknown;
  readonly style?: 'primary' | 'secondary' | 'warning';
}

/** Data of an app for its own components. */
export interface CustomPayload {
  readonly type: string;
  readonly data: unknown;
}

/** Suggestions for what a person may do next, and data for the app. */
export interface Suggestions {
  readonly suggested_values?: readonly SuggestedValue[];
  readonly suggested_actions?: readonly SuggestedAction[];
  readonly custom_payload?: CustomPayload;
}

/** The event that ends a run well. */
export interface RunComplete extends Suggestions {
  readonly type: 'complete';
}

export interface RunCancelled {
  readonly type: 'cancelled';
  /** The person wrote a message instead of deciding. */
  readonly reason?: 'message';
}

/** The event that ends a run with an error. */
export interface RunError extends MessageError {
  readonly type: 'error';
}

/** A run ends with one of these; only `revert` and `continue` may follow. */
export type RunEnd = RunComplete | RunCancelled | RunError;

/** A person lets a run go on that had ended before its answer was whole: the end before it no longer counts. */
export interface RunContinue {
  readonly type: 'continue';
  /** How the run had ended. */
  readonly after: 'completed' | 'cancelled' | 'failed';
  /** For how many milliseconds nobody had worked on it. */
  readonly paused_ms: number;
  /** The device that asked for it. */
  readonly by?: string;
}

export type ToolEvent =
  | ToolStart
  | ToolProgress
  | ToolComplete
  | ToolUncertain
  | ApprovalRequest
  | ApprovalDecision
  | ApprovalWithdrawn
  | Revert;

/** The whole vocabulary of a run's log. */
export type RunEvent =
  | BlockEvent
  | StepStart
  | SpanStart
  | ContextEvent
  | CondensedEvent
  | RunStatusEvent
  | ToolEvent
  | Checkpoint
  | RunContinue
  | RunEnd;

/** An event that is to be written. `span_id` is the call of the sub-agent that it belongs to. */
export type NewEvent = RunEvent & { readonly span_id?: string };

/**
 * An event at its place in the run's log. `seq` has no gaps; `ts` is milliseconds since 1970.
 */
export type StoredEvent = NewEvent & {
  readonly seq: number;
  readonly fence: number;
  readonly ts: number;
};

/** True for the event that ends a run. Pure. */
export function isRunEnd(event: RunEvent): event is RunEnd {
  return event.type === 'complete' || event.type === 'cancelled' || event.type === 'error';
}

/** The event without its place in the log. */
export function eventOf({
  seq: _seq,
  fence: _fence,
  ts: _ts,
  span_id: _span,
  ...event
}: StoredEvent): RunEvent {
  return event;
}
