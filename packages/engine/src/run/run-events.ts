import type { HitlDecision } from '../approval/hitl-decision.ts';
import type { BlockEvent } from '../message/block-events.ts';
import type { MessageError } from '../message/message.ts';

/** A model call begins. A higher `attempt` of the same step replaces what older attempts wrote. */
export interface StepStart {
  readonly type: 'step_start';
  readonly step: number;
  readonly attempt: number;
}

/** What the run is doing, in words for the person who waits. */
export interface RunStatusEvent {
  readonly type: 'status';
  readonly message: string;
}

export interface ToolStart {
  readonly type: 'tool_start';
  readonly tool: string;
  readonly input: unknown;
  readonly tool_use_id: string;
}

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

/** The call has its result: a `tool_result` block that stands before this event. */
export interface ToolComplete {
  readonly type: 'tool_complete';
  readonly tool: string;
  readonly tool_use_id: string;
}

/** The tool was at work when its process died: it may have run. */
export interface ToolUncertain {
  readonly type: 'tool_uncertain';
  readonly tool_use_id: string;
}

export interface ApprovalRequest {
  readonly type: 'approval_request';
  readonly approval_id: string;
  readonly tool_use_id: string;
  readonly tool: string;
  readonly input: unknown;
  readonly args_hash: string;
  /** What the call does, in the tool's own words for a person. */
  readonly title?: string;
}

export interface ApprovalDecision {
  readonly type: 'approval_decision';
  readonly approval_id: string;
  readonly tool_use_id: string;
  readonly decision: HitlDecision;
  readonly by: string;
}

/** The workspace was saved before the first change of a message. */
export interface Checkpoint {
  readonly type: 'checkpoint';
  readonly checkpoint_id: string;
  readonly message?: string;
}

/** A call was undone, or could not be. */
export interface Revert {
  readonly type: 'revert';
  readonly tool_use_id: string;
  readonly ok: boolean;
  readonly message?: string;
}

/** An answer that a person can send with one click. */
export interface SuggestedValue {
  readonly label: string;
  readonly value: string;
}

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

export interface RunComplete {
  readonly type: 'complete';
  readonly suggested_values?: readonly SuggestedValue[];
  readonly suggested_actions?: readonly SuggestedAction[];
  readonly custom_payload?: CustomPayload;
}

export interface RunCancelled {
  readonly type: 'cancelled';
}

export interface RunError extends MessageError {
  readonly type: 'error';
}

/** The last event of a run is always one of these. */
export type RunEnd = RunComplete | RunCancelled | RunError;

export type ToolEvent =
  | ToolStart
  | ToolProgress
  | ToolComplete
  | ToolUncertain
  | ApprovalRequest
  | ApprovalDecision
  | Revert;

/** The whole vocabulary of a run's log. */
export type RunEvent = BlockEvent | StepStart | RunStatusEvent | ToolEvent | Checkpoint | RunEnd;

/**
 * An event at its place in the run's log. `seq` has no gaps; `ts` is milliseconds since 1970.
 * `span_id` is the call of the sub-agent that the event belongs to; it stands on that call too.
 */
export type StoredEvent = RunEvent & {
  readonly seq: number;
  readonly fence: number;
  readonly ts: number;
  readonly span_id?: string;
};

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
