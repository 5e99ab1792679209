import type { Tx } from '../tx.ts';

/** Gives chats the mark of an answer that nobody has read. All that is there counts as read. */
export function* addNews(): Tx<void> {
  yield ["ALTER TABLE chats ADD COLUMN news text NOT NULL DEFAULT ''"];
  yield ['ALTER TABLE chats ADD COLUMN news_seq bigint NOT NULL DEFAULT 0'];
}
