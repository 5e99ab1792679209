import { aboutTitle } from '../seal/about.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { Tx } from '../tx.ts';
import { holdChat, openRun } from './chat-rows.ts';

/** The source of a chat's name: its first message, a model, or a person. */
export type TitleFrom = 'message' | 'model' | 'person';

/** Writes the name of a chat, sealed. A model's name replaces only one from a message. */
export function* putTitle(sealer: Sealer, chatId: string, title: string, from: TitleFrom): Tx<boolean> {
  const rows = yield [
    `UPDATE chats SET title = ?, key_id = ?, title_from = ?
     WHERE id = ? AND (title_from = 'message' OR ? = 'person') RETURNING id`,
    sealer.seal(title, aboutTitle(chatId)),
    ...[sealer.keyId, from, chatId, from],
  ];
  return rows.length === 1;
}

export function* deleteChat(chatId: string): Tx<'deleted' | 'no_chat' | 'run_active'> {
  if ((yield* holdChat(chatId)) === undefined) return 'no_chat';
  if ((yield* openRun(chatId)) !== undefined) return 'run_active';
  const runs = 'run_id IN (SELECT id FROM runs WHERE chat_id = ?)';
  yield [`DELETE FROM run_events WHERE ${runs}`, chatId];
  yield [`DELETE FROM approvals WHERE ${runs}`, chatId];
  for (const table of ['runs', 'chat_events', 'restores'])
    yield [`DELETE FROM ${table} WHERE chat_id = ?`, chatId];
  yield ["DELETE FROM rules WHERE scope = 'chat' AND of_id = ?", chatId];
  yield ['DELETE FROM chats WHERE id = ?', chatId];
  return 'deleted';
}
