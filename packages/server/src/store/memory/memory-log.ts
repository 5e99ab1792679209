import type { StoredEvent } from '@millrace/engine';
import type { NewEvent } from '@millrace/engine/run';
import { aboutEvent } from '../seal/about.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { Claim, RunRow } from '../store.ts';
import { FencedError } from '../store-error.ts';
import type { Memory, MemoryRun } from './memory.ts';

/** The run of a claim that still holds; throws FencedError otherwise. */
export function ownRun(memory: Memory, { runId, fence }: Claim): MemoryRun {
  const run = memory.runs.get(runId);
  if (run === undefined) throw new FencedError(runId);
  const { row } = run;
  if (row.fence !== fence || row.status !== 'ready' || row.owner === null) throw new FencedError(runId);
  return run;
}

/** Adds events at the end of a log. */
export function writeEvents(
  sealer: Sealer,
  { row, log }: MemoryRun,
  events: readonly NewEvent[],
  ts: number,
): StoredEvent[] {
  const { id, fence } = row;
  return events.map((event) => {
    const seq = log.length + 1;
    const sealed = sealer.seal(JSON.stringify(event), aboutEvent(id, seq, fence));
    log.push({ type: event.type, fence, sealed, ts });
    return { ...event, seq, fence, ts };
  });
}

/** At most `limit` events after `afterSeq`. */
export function eventsAfter(
  sealer: Sealer,
  { row, log }: MemoryRun,
  afterSeq: number,
  limit: number,
): StoredEvent[] {
  return log.slice(afterSeq, afterSeq + limit).map(({ fence, sealed, ts }, i) => {
    const seq = afterSeq + i + 1;
    const json = sealer.open(sealed, sealer.keyId, aboutEvent(row.id, seq, fence));
    // The payload is what writeEvents wrote.
    return { ...(JSON.parse(json) as NewEvent), seq, fence, ts };
  });
}

export function rowOf({ row, log }: MemoryRun): RunRow {
  return { ...row, lastSeq: log.length };
}
