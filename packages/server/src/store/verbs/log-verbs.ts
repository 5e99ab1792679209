import type { StoredEvent } from '@millrace/engine';
import type { NewEvent, RunEnd } from '@millrace/engine/run';
import type { Keyring } from '../keyring/keyring.ts';
import { aboutEvent } from '../seal/about.ts';
import { openOr, UNREADABLE_EVENT } from '../seal/open-or.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { Answer, Claim, EndedRun } from '../store.ts';
import { type Dialect, integer, type Row, type SqlValue, type Tx, text } from '../tx.ts';
import { putMessage } from './chat-entries.ts';
import { holdChatOf, offerFloor } from './floor-verbs.ts';
import { sendQueued } from './queue-verbs.ts';
import { checkOurs, OURS } from './run-verbs.ts';
import { sealerOfRun } from './sealer-of-run.ts';
import { tellNews } from './unread-verbs.ts';

export function* appendEvents(
  keys: Keyring,
  claim: Claim,
  seq: number,
  events: readonly NewEvent[],
  ts: number,
): Tx<StoredEvent[] | 'behind'> {
  const sealer = yield* keys.run(claim.runId);
  const rows = yield [
    `UPDATE runs SET next_seq = next_seq + ? WHERE ${OURS} AND next_seq = ? AND key_id = ? RETURNING id`,
    events.length,
    claim.runId,
    claim.fence,
    seq + 1,
    sealer.keyId,
  ];
  if (rows.length === 0) {
    yield* checkOurs(claim);
    const isOld = (yield* keys.runNow(claim.runId)).keyId !== sealer.keyId;
    return isOld ? yield* appendEvents(keys, claim, seq, events, ts) : 'behind';
  }
  return yield* insertEvents(sealer, claim, seq + 1, events, ts);
}

/** As `appendEvents`, when nothing else is written: by one statement where the database can. */
export function* appendOnly(
  { writesInWith }: Dialect,
  keys: Keyring,
  claim: Claim,
  seq: number,
  events: readonly NewEvent[],
  ts: number,
): Tx<StoredEvent[] | 'behind'> {
  if (!writesInWith || events.length === 0 || events.length > ROWS_AT_ONCE) {
    return yield* appendEvents(keys, claim, seq, events, ts);
  }
  const sealer = yield* keys.run(claim.runId);
  const rows = eventRows(sealer, claim, seq + 1, events, ts);
  const written = yield {
    final: [
      `WITH ours AS (UPDATE runs SET next_seq = next_seq + ? WHERE ${OURS} AND next_seq = ? AND key_id = ? RETURNING id)
       INSERT INTO run_events (${COLUMNS})
       SELECT * FROM (VALUES ${rows.map(() => TYPED_ROW).join(', ')}) AS new WHERE EXISTS (SELECT id FROM ours)
       RETURNING seq`,
      events.length,
      claim.runId,
      claim.fence,
      seq + 1,
      sealer.keyId,
      ...rows.flat(),
    ],
  };
  if (written.length > 0) return storedEvents(claim, seq + 1, events, ts);
  // It was behind, or its key is no longer the run's.
  return yield* appendEvents(keys, claim, seq, events, ts);
}

const COLUMNS = 'account_id, run_id, seq, fence, type, step, attempt, payload, key_id, ts';
const TYPED_ROW = `(CAST(:account AS text), ${[
  'text',
  'bigint',
  'bigint',
  'text',
  'bigint',
  'bigint',
  'text',
  'text',
  'bigint',
]
  .map((type) => `CAST(? AS ${type})`)
  .join(', ')})`;

/** Rows of one INSERT. Each length is another statement, which drivers keep, so it is small. */
const ROWS_AT_ONCE = 50;

/** Writes events whose numbers, from `first` on, this transaction has taken. */
export function* insertEvents(
  sealer: Sealer,
  { runId, fence }: Claim,
  first: number,
  events: readonly NewEvent[],
  ts: number,
): Tx<StoredEvent[]> {
  for (let at = 0; at < events.length; at += ROWS_AT_ONCE) {
    const rows = eventRows(sealer, { runId, fence }, first + at, events.slice(at, at + ROWS_AT_ONCE), ts);
    yield [
      `INSERT INTO run_events (${COLUMNS}) VALUES ${rows.map(() => '(:account, ?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
      ...rows.flat(),
    ];
  }
  return storedEvents({ runId, fence }, first, events, ts);
}

function storedEvents(
  { fence }: Claim,
  first: number,
  events: readonly NewEvent[],
  ts: number,
): StoredEvent[] {
  return events.map((event, i) => ({ ...event, seq: first + i, fence, ts }));
}

function eventRows(
  sealer: Sealer,
  { runId, fence }: Claim,
  first: number,
  events: readonly NewEvent[],
  ts: number,
): SqlValue[][] {
  return events.map((event, i) => {
    const seq = first + i;
    const payload = sealer.seal(JSON.stringify(event), aboutEvent(runId, seq, fence));
    const [step, attempt] = event.type === 'step_start' ? [event.step, event.attempt] : [null, null];
    return [runId, seq, fence, event.type, step, attempt, payload, sealer.keyId, ts];
  });
}

export function* readEvents(
  keys: Keyring,
  runId: string,
  afterSeq: number,
  limit: number,
): Tx<StoredEvent[]> {
  const rows = yield [
    'SELECT seq, fence, payload, key_id, ts FROM run_events WHERE account_id = :account AND run_id = ? AND seq > ? ORDER BY seq LIMIT ?',
    runId,
    afterSeq,
    limit,
  ];
  const sealer = rows.length === 0 ? keys.root : yield* sealerOfRun(keys, runId, rows);
  return rows.map((row) => storedEvent(sealer, runId, row));
}

/** The decisions in a run after one of its events. */
export function* readDecisions(keys: Keyring, runId: string, afterSeq: number): Tx<StoredEvent[]> {
  const rows = yield [
    `SELECT seq, fence, payload, key_id, ts FROM run_events
     WHERE account_id = :account AND run_id = ? AND seq > ? AND type = 'approval_decision' ORDER BY seq`,
    runId,
    afterSeq,
  ];
  const sealer = rows.length === 0 ? keys.root : yield* sealerOfRun(keys, runId, rows);
  return rows.map((row) => storedEvent(sealer, runId, row));
}

const STATUS_OF_END = { complete: 'completed', cancelled: 'cancelled', error: 'failed' } as const;

export function* endRun(
  keys: Keyring,
  claim: Claim,
  seq: number,
  end: RunEnd,
  record: Answer,
  ts: number,
): Tx<EndedRun | 'behind'> {
  const { runId } = claim;
  yield* holdChatOf(runId);
  const appended = yield* appendEvents(keys, claim, seq, [end], ts);
  if (appended === 'behind') return appended;
  const [row] = yield [
    'UPDATE runs SET status = ?, owner = NULL, lease_until = 0 WHERE account_id = :account AND id = ? RETURNING chat_id',
    STATUS_OF_END[end.type],
    runId,
  ];
  const [event] = appended;
  if (row === undefined || event === undefined) throw new Error(`There is no run ${runId}.`);
  yield [
    "UPDATE approvals SET status = 'cancelled' WHERE account_id = :account AND run_id = ? AND status = 'pending'",
    runId,
  ];
  // The answer's id is the run's id, fixed at the start, so that it replaces the live view.
  const chatId = text(row, 'chat_id');
  // A locked account has the secret of the chat in the capsules of this run alone.
  const chat = yield* keys.chat(chatId, ts);
  yield* keys.dropCapsule(runId);
  yield* putMessage(chat, chatId, { ...record, id: runId }, ts);
  yield* tellNews(chatId, end.type);
  // The message that has ended it comes at once, and before those that wait.
  const isOvertaken = end.type === 'cancelled' && end.reason === 'message';
  const floor = yield* offerFloor(chatId);
  return { event, woken: floor ?? (isOvertaken ? null : yield* sendQueued(keys, chat, chatId, ts)) };
}

function storedEvent(sealer: Sealer, runId: string, row: Row): StoredEvent {
  const [seq, fence] = [integer(row, 'seq'), integer(row, 'fence')];
  const event = openOr<NewEvent>(
    sealer,
    { text: text(row, 'payload'), keyId: text(row, 'key_id'), about: aboutEvent(runId, seq, fence) },
    // The payload is what insertEvents wrote.
    (json) => JSON.parse(json) as NewEvent,
    // A run with a missing part may not continue.
    () => UNREADABLE_EVENT,
  );
  return { ...event, seq, fence, ts: integer(row, 'ts') };
}
