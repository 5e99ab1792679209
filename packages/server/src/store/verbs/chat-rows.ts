import { integer, type Tx, text } from '../tx.ts';

/** Locks the row of a chat: other writers wait, and then see what this transaction did. Undefined for one that is deleted. */
export function* holdChat(chatId: string): Tx<{ readonly seq: number; readonly epoch: number } | undefined> {
  const [row] = yield [
    'UPDATE chats SET next_seq = next_seq WHERE account_id = :account AND id = ? AND deleted_at IS NULL RETURNING next_seq, epoch',
    chatId,
  ];
  return row && { seq: integer(row, 'next_seq') - 1, epoch: integer(row, 'epoch') };
}

/** Tells all readers that messages were hidden or came back. */
export function* nextEpoch(chatId: string, ts: number): Tx<number> {
  const [row] = yield [
    'UPDATE chats SET epoch = epoch + 1, updated_at = ? WHERE account_id = :account AND id = ? RETURNING epoch',
    ts,
    chatId,
  ];
  if (row === undefined) throw new Error(`There is no chat ${chatId}.`);
  return integer(row, 'epoch');
}

/** A run that has not ended, in the background too. */
export function* openRun(chatId: string): Tx<string | undefined> {
  const [row] = yield [
    "SELECT id FROM runs WHERE account_id = :account AND chat_id = ? AND status IN ('ready', 'waiting') LIMIT 1",
    chatId,
  ];
  return row && text(row, 'id');
}

/** The ids of the messages that wait, in order: of one chat, or without one of all. */
export function* queuedIds(chatId?: string): Tx<ReadonlyMap<string, readonly string[]>> {
  const rows = yield [
    `SELECT chat_id, id FROM queued_messages WHERE account_id = :account ${chatId === undefined ? '' : 'AND chat_id = ?'} ORDER BY chat_id, place`,
    ...(chatId === undefined ? [] : [chatId]),
  ];
  const ids = new Map<string, string[]>();
  for (const row of rows) {
    const chat = text(row, 'chat_id');
    ids.set(chat, [...(ids.get(chat) ?? []), text(row, 'id')]);
  }
  return ids;
}
