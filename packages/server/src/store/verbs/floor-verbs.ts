import type { Claim } from '../store.ts';
import { type Tx, text } from '../tx.ts';
import { checkOurs, OURS } from './run-verbs.ts';

// A chat's floor belongs to its one open run that is not in the background. To take or leave it, a transaction locks the
// row of the chat before the row of any run, so that two never do so at once, and never wait for each other.

/** An open run that has the floor of its chat. */
const ON_FLOOR = "status IN ('ready', 'waiting') AND background = 0";

/** The run that has the floor of a chat. */
export function* openOnFloor(chatId: string): Tx<string | undefined> {
  const [row] = yield [
    `SELECT id FROM runs WHERE account_id = :account AND chat_id = ? AND ${ON_FLOOR} LIMIT 1`,
    chatId,
  ];
  return row && text(row, 'id');
}

/** Locks the row of a run's chat: others that want it wait, and then see what this transaction did. */
export function* holdChatOf(runId: string): Tx<void> {
  yield [
    'UPDATE chats SET next_seq = next_seq WHERE account_id = :account AND id = (SELECT chat_id FROM runs WHERE account_id = :account AND id = ?)',
    runId,
  ];
}

export function* takeFloor({ runId, fence }: Claim, seq: number): Tx<'taken' | 'parked' | 'behind'> {
  yield* holdChatOf(runId);
  const others = yield [
    `SELECT id FROM runs WHERE account_id = :account AND chat_id = (SELECT chat_id FROM runs WHERE account_id = :account AND id = ?) AND ${ON_FLOOR} AND id <> ?`,
    runId,
    runId,
  ];
  const isFree = others.length === 0;
  const rows = yield [
    `UPDATE runs SET ${isFree ? 'background = 0' : WAITS_FOR_FLOOR}
     WHERE ${OURS} AND next_seq = ? AND cancel_at IS NULL RETURNING id`,
    runId,
    fence,
    seq + 1,
  ];
  if (rows.length === 1) return isFree ? 'taken' : 'parked';
  yield* checkOurs({ runId, fence });
  return 'behind';
}

const WAITS_FOR_FLOOR = "status = 'waiting', wants_floor = 1, owner = NULL, lease_until = 0, wake_at = NULL";

/** Readies the oldest run that waits for the floor of a chat, if nobody has it. This transaction has locked the row of the chat. */
export function* offerFloor(chatId: string): Tx<string | null> {
  const [row] = yield [
    `UPDATE runs SET status = 'ready', wants_floor = 0 WHERE account_id = :account AND id = (
       SELECT id FROM runs WHERE account_id = :account AND chat_id = ? AND status IN ('ready', 'waiting') AND wants_floor = 1
       AND NOT EXISTS (SELECT id FROM runs WHERE account_id = :account AND chat_id = ? AND ${ON_FLOOR})
       ORDER BY created_at, id LIMIT 1
     ) RETURNING id`,
    chatId,
    chatId,
  ];
  return row === undefined ? null : text(row, 'id');
}
