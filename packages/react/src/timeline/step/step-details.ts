import type { ItemStatus, TimelineGroup } from '@millrace/engine';
import type { FoldKind, ShownFile } from '@millrace/engine/run';
import type { AskedCall } from '../../approval/decision/asked-call.ts';
import type { Words } from '../../words/words-context.ts';
import type { CallChange } from './call-change.ts';

/** The state of a step, in one word. */
export type StepState = keyof Words['toolStates'];

/** Details of a step beside the item itself. All of it may be missing. */
export interface StepDetails {
  /** The step in the tool's own words. */
  readonly title?: string | undefined;
  /** The target of the step: a path, a command, a channel. */
  readonly target?: string | undefined;
  /** Another fact that a person should know, such as who decided. */
  readonly note?: string | undefined;
  /** Why it failed. */
  readonly problem?: string | undefined;
  /** Says more than the item's status. */
  readonly state?: StepState | undefined;
  /** From 0 to 1. */
  readonly progress?: number | undefined;
  /** How many lines it has added and removed, or would. Both or none. */
  readonly added?: number | undefined;
  readonly removed?: number | undefined;
  /** The changes in files that it made, or asked for. */
  readonly change?: CallChange | undefined;
  /** The files and pictures that it made or saw. */
  readonly shown?: readonly ShownFile[] | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
  /** Milliseconds between the two in which it waited for a person. */
  readonly pausedMs?: number | undefined;
  readonly waitingSince?: number | undefined;
  /** The question that it waits for, as the log has it. */
  readonly asked?: AskedCall | undefined;
  /** True when a person has approved it; undefined where decisions are not known. */
  readonly approved?: boolean | undefined;
  /** The other device that has decided about it. */
  readonly decidedOn?: string | undefined;
  /** How a line of several calls counts it; without it, it has its own line. */
  readonly folds?: FoldKind | undefined;
  /** The steps in the span that it opened, when it is in a span itself. */
  readonly steps?: readonly TimelineGroup[] | undefined;
}

/** The details of steps, by their ids. */
export type DetailsById = ReadonlyMap<string, StepDetails>;

const STATES: Readonly<Record<ItemStatus, StepState>> = {
  pending: 'waiting',
  running: 'running',
  completed: 'done',
  cancelled: 'cancelled',
  error: 'failed',
};

export function stateOf(status: ItemStatus, details: StepDetails | undefined): StepState {
  return details?.state ?? STATES[status];
}
