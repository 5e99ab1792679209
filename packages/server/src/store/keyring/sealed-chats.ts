import { type Tx, text } from '../tx.ts';

/** Tells whether the runs of a chat must keep their keys in memory alone. */
export function* isSealedChat(chatId: string): Tx<boolean> {
  const rows = yield ['SELECT chat_id FROM sealed_chats WHERE account_id = :account AND chat_id = ?', chatId];
  return rows.length > 0;
}

export function* sealedChats(): Tx<string[]> {
  const rows = yield ['SELECT chat_id FROM sealed_chats WHERE account_id = :account ORDER BY chat_id'];
  return rows.map((row) => text(row, 'chat_id'));
}

export function* putSealedChat(chatId: string, sealed: boolean): Tx<void> {
  yield sealed
    ? [
        'INSERT INTO sealed_chats (account_id, chat_id) VALUES (:account, ?) ON CONFLICT (account_id, chat_id) DO NOTHING',
        chatId,
      ]
    : ['DELETE FROM sealed_chats WHERE account_id = :account AND chat_id = ?', chatId];
}
