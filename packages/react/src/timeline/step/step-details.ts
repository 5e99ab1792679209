import type { ItemStatus, TimelineGroup } from '@millrace/engine';
import type { Words } from '../../words/words-context.ts';

/** What became of a step, in one word. */
export type StepState = keyof Words['toolStates'];

/** What is known of a step beside the item itself, by its id. All of it may be missing. */
export interface StepDetails {
  /** What the step does, in the tool's own words. */
  readonly title?: string | undefined;
  /** What it does it to: a path, a command, a channel. */
  readonly target?: string | undefined;
  /** What else a person should know, such as who decided. */
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
  /** Milliseconds since 1970. */
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
  readonly waitingSince?: number | undefined;
  /** Whether a person has said yes to it; undefined where nothing tells what people decide. */
  readonly approved?: boolean | undefined;
  /** What was done in the span that it opened, where it stands in a span itself. */
  readonly steps?: readonly TimelineGroup[] | undefined;
}

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
