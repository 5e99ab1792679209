import { applyRunEvent, createRunState, type StoredEvent } from '@millrace/engine';
import type { Revert, RunState } from '@millrace/engine/run';
import type { RunStore } from '../../store/store.ts';

/** A run that has ended, with what can be undone of it. */
export interface PastRun {
  readonly state: RunState;
  /** The data that the inverse of each call needs, for calls that can be undone, in the order in which they were over. */
  readonly undo: ReadonlyMap<string, unknown>;
  /** The results of requests to undo something, in their order. */
  readonly reverts: readonly Revert[];
}

export const NO_PAST: PastRun = { state: createRunState(), undo: new Map(), reverts: [] };

const READ_AT_ONCE = 1000;

/** Reads what a log has beyond what is known of it. */
export async function readPast(store: RunStore, runId: string, known: PastRun): Promise<PastRun> {
  let past = known;
  for (;;) {
    const events = await store.readEvents(runId, past.state.seq, READ_AT_ONCE);
    past = events.reduce(withEvent, past);
    if (events.length < READ_AT_ONCE) return past;
  }
}

function withEvent({ state, undo, reverts }: PastRun, event: StoredEvent): PastRun {
  return {
    state: applyRunEvent(state, event),
    undo: event.type === 'tool_complete' ? withLast(undo, event.tool_use_id, event.undo) : undo,
    reverts: event.type === 'revert' ? [...reverts, event] : reverts,
  };
}

function withLast(undo: PastRun['undo'], id: string, kept: unknown): PastRun['undo'] {
  const next = new Map(undo);
  next.delete(id);
  return next.set(id, kept);
}
