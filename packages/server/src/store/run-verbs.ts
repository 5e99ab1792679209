import type { MessageRecord, RunEnd, RunEvent, StoredEvent } from '@millrace/engine';
import { putMessage } from './chat-verbs.ts';
import { FencedError, type RunRow } from './store.ts';
import { integer, type Row, type Tx, text } from './tx.ts';

type Fenced = { readonly runId: string; readonly fence: number };

export function* getRun(runId: string): Tx<RunRow | undefined> {
  const [row] = yield ['SELECT id, chat_id, model, status, fence, next_seq FROM runs WHERE id = ?', runId];
  return row && runRow(row);
}

export function* readyRuns(): Tx<string[]> {
  const rows = yield ["SELECT id FROM runs WHERE status = 'ready' ORDER BY created_at"];
  return rows.map((row) => text(row, 'id'));
}

export function* claimRun(runId: string): Tx<RunRow | undefined> {
  const [row] = yield [
    `UPDATE runs SET fence = fence + 1 WHERE id = ? AND status = 'ready'
     RETURNING id, chat_id, model, status, fence, next_seq`,
    runId,
  ];
  return row && runRow(row);
}

export function* appendEvents(run: Fenced, events: readonly RunEvent[], ts: number): Tx<StoredEvent[]> {
  const [row] = yield [
    "UPDATE runs SET next_seq = next_seq + ? WHERE id = ? AND fence = ? AND status = 'ready' RETURNING next_seq",
    events.length,
    run.runId,
    run.fence,
  ];
  if (row === undefined) throw new FencedError(run.runId);
  const first = integer(row, 'next_seq') - events.length;
  const stored: StoredEvent[] = [];
  for (const [i, event] of events.entries()) {
    yield [
      'INSERT INTO run_events (run_id, seq, fence, type, payload, ts) VALUES (?, ?, ?, ?, ?, ?)',
      run.runId,
      first + i,
      run.fence,
      event.type,
      JSON.stringify(event),
      ts,
    ];
    stored.push({ ...event, seq: first + i, fence: run.fence, ts });
  }
  return stored;
}

export function* readEvents(runId: string, afterSeq: number, limit: number): Tx<StoredEvent[]> {
  const rows = yield [
    'SELECT seq, fence, payload, ts FROM run_events WHERE run_id = ? AND seq > ? ORDER BY seq LIMIT ?',
    runId,
    afterSeq,
    limit,
  ];
  return rows.map(storedEvent);
}

const STATUS_OF_END = { complete: 'completed', cancelled: 'cancelled', error: 'failed' } as const;

export function* endRun(
  run: Fenced,
  end: RunEnd,
  record: Omit<MessageRecord, 'seq' | 'ts' | 'id'>,
  ts: number,
): Tx<StoredEvent> {
  const [stored] = yield* appendEvents(run, [end], ts);
  const [row] = yield [
    'UPDATE runs SET status = ? WHERE id = ? RETURNING chat_id',
    STATUS_OF_END[end.type],
    run.runId,
  ];
  if (row === undefined || stored === undefined) throw new FencedError(run.runId);
  // The answer's id is the run's id, fixed at the start, so that it replaces the live view.
  yield* putMessage(text(row, 'chat_id'), { ...record, id: run.runId }, ts);
  return stored;
}

function runRow(row: Row): RunRow {
  return {
    id: text(row, 'id'),
    chatId: text(row, 'chat_id'),
    model: text(row, 'model'),
    // Only this module writes the column, with these four words.
    status: text(row, 'status') as RunRow['status'],
    fence: integer(row, 'fence'),
    lastSeq: integer(row, 'next_seq') - 1,
  };
}

function storedEvent(row: Row): StoredEvent {
  // The payload is what appendEvents wrote.
  const event = JSON.parse(text(row, 'payload')) as RunEvent;
  return { ...event, seq: integer(row, 'seq'), fence: integer(row, 'fence'), ts: integer(row, 'ts') };
}
