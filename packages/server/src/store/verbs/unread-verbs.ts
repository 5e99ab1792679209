import type { RunEnd } from '@millrace/engine/run';
import type { Tx } from '../tx.ts';

const NEWS = { complete: 'answer', error: 'problem', cancelled: undefined } as const;

/** An answer that nobody has seen is news of its chat, until somebody reads it. One that a person stopped is none. */
export function* tellNews(chatId: string, end: RunEnd['type']): Tx<void> {
  const news = NEWS[end];
  if (news !== undefined)
    yield [
      'UPDATE chats SET news = ?, news_seq = next_seq - 1 WHERE account_id = :account AND id = ?',
      news,
      chatId,
    ];
}

/** The person has seen the messages up to this one. */
export function* markRead(chatId: string, seq: number): Tx<'read' | 'same' | 'no_chat'> {
  const cleared = yield [
    "UPDATE chats SET news = '' WHERE account_id = :account AND id = ? AND news <> '' AND news_seq <= ? RETURNING id",
    chatId,
    seq,
  ];
  if (cleared.length > 0) return 'read';
  const known = yield ['SELECT id FROM chats WHERE account_id = :account AND id = ?', chatId];
  return known.length > 0 ? 'same' : 'no_chat';
}
