import type { Keyring } from '../keyring/keyring.ts';
import { aboutTitle } from '../seal/about.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { Tx } from '../tx.ts';
import { holdChat } from './chat-rows.ts';

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

/** The same, for a chat that may not be there. */
export function* nameChat(keys: Keyring, chatId: string, title: string, from: TitleFrom): Tx<boolean> {
  if ((yield* holdChat(chatId)) === undefined) return false;
  return yield* putTitle(yield* keys.chat(chatId), chatId, title, from);
}
