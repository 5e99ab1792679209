import { aboutTitle } from '../seal/about.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { Tx } from '../tx.ts';

/** The source of a chat's name: its first message, a model, or a person. */
export type TitleFrom = 'message' | 'model' | 'person';

/** Writes the name of a chat, sealed. A model's name replaces only one from a message. */
export function* putTitle(sealer: Sealer, chatId: string, title: string, from: TitleFrom): Tx<boolean> {
  const rows = yield [
    `UPDATE chats SET title = ?, key_id = ?, title_from = ?
     WHERE account_id = :account AND id = ? AND deleted_at IS NULL AND (title_from = 'message' OR ? = 'person') RETURNING id`,
    sealer.seal(title, aboutTitle(chatId)),
    ...[sealer.keyId, from, chatId, from],
  ];
  return rows.length === 1;
}
