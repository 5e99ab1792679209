import {
  applyRunEvent,
  type ContentBlock,
  createRunState,
  type StoredEvent,
} from '../../../packages/engine/src/index.ts';
import { type RunState, runBlocks } from '../../../packages/engine/src/run.ts';
import type { RunRow } from '../../../packages/server/src/index.ts';
import type { Stored } from './stored.ts';

/** A run as it is when nothing comes any more. */
export interface FinalRun {
  readonly row: RunRow;
  readonly events: readonly StoredEvent[];
  /** The state that they add up to. */
  readonly state: RunState;
  readonly pending: readonly string[];
  /** The run that began what this one goes on with. */
  readonly before: FinalRun | undefined;
}

const isOpen = ({ status }: Pick<RunRow, 'status'>): boolean => status === 'ready' || status === 'waiting';

export const hasEnded = ({ row }: { readonly row: Pick<RunRow, 'status'> }): boolean => !isOpen(row);

/** The run that a chat is at. */
export function onFloor(stored: Stored): string | undefined {
  return [...stored.runs().values()].find(({ row }) => isOpen(row) && !row.background)?.row.id;
}

export async function readRuns({ store, runs }: Stored): Promise<FinalRun[]> {
  const all: FinalRun[] = [];
  for (const id of runs().keys()) {
    const row = await store.getRun(id);
    if (row === undefined) continue;
    const events = await store.readEvents(id, 0, 10_000);
    const approvals = await store.readApprovals(id);
    all.push({
      row,
      events,
      state: events.reduce(applyRunEvent, createRunState()),
      pending: approvals.flatMap((each) => (each.status === 'pending' ? [each.id] : [])),
      // Runs are kept in the order in which they came.
      before: all.find((each) => each.events.some((event) => followUpOf(event) === id)),
    });
  }
  return all;
}

/** The run that goes on with a call, if this event says so. */
export function followUpOf(event: StoredEvent): string | undefined {
  return event.type === 'tool_complete' ? event.follow_up : undefined;
}

/** The words of a run's models, and their results: its own blocks, then those of each sub-agent. */
export function threadsOf(
  state: RunState,
): readonly { readonly span: string | undefined; readonly blocks: readonly ContentBlock[] }[] {
  return [
    { span: undefined, blocks: runBlocks(state) },
    ...Array.from(state.spans.values(), (span) => ({ span: span.id, blocks: runBlocks(span) })),
  ];
}
