import type { BlockEvent } from '../message/block-events.ts';

/** A model call begins. A higher `attempt` of the same step replaces what older attempts wrote. */
export interface StepStart {
  readonly type: 'step_start';
  readonly step: number;
  readonly attempt: number;
}

export interface RunComplete {
  readonly type: 'complete';
}

export interface RunCancelled {
  readonly type: 'cancelled';
}

export interface RunError {
  readonly type: 'error';
  readonly message: string;
  readonly code: string;
  readonly retryable: boolean;
}

/** The last event of a run is always one of these. */
export type RunEnd = RunComplete | RunCancelled | RunError;

export type RunEvent = BlockEvent | StepStart | RunEnd;

/** An event at its place in the run's log. `seq` has no gaps; `ts` is milliseconds since 1970. */
export type StoredEvent = RunEvent & { readonly seq: number; readonly fence: number; readonly ts: number };

export function isRunEnd(event: RunEvent): event is RunEnd {
  return event.type === 'complete' || event.type === 'cancelled' || event.type === 'error';
}
