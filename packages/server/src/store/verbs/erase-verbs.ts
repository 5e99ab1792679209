import { type Tx, text } from '../tx.ts';
import { openRun } from './chat-rows.ts';
import { dropFilesOf } from './file-verbs.ts';

/** A transaction is short: others wait for it. */
const AT_ONCE = 20;

export function* eraseDeleted(before: number): Tx<number> {
  const due = yield [
    `SELECT id FROM chats WHERE account_id = :account AND deleted_at IS NOT NULL AND deleted_at <= ?
     AND NOT EXISTS (SELECT id FROM runs WHERE runs.account_id = :account AND runs.chat_id = chats.id AND status IN ('ready', 'waiting'))
     ORDER BY id LIMIT ${AT_ONCE}`,
    before,
  ];
  let erased = 0;
  for (const row of due) if (yield* eraseChat(text(row, 'id'), before)) erased += 1;
  const projects = yield [
    'DELETE FROM projects WHERE account_id = :account AND deleted_at IS NOT NULL AND deleted_at <= ? RETURNING id',
    before,
  ];
  return erased + projects.length;
}

/** Erases a chat with all that it holds. False when it was brought back meanwhile, or a run of it is open. */
function* eraseChat(chatId: string, before: number): Tx<boolean> {
  const held = yield [
    'UPDATE chats SET next_seq = next_seq WHERE account_id = :account AND id = ? AND deleted_at IS NOT NULL AND deleted_at <= ? RETURNING id',
    chatId,
    before,
  ];
  if (held.length === 0 || (yield* openRun(chatId)) !== undefined) return false;
  const runs =
    'account_id = :account AND run_id IN (SELECT id FROM runs WHERE account_id = :account AND chat_id = ?)';
  yield [`DELETE FROM run_events WHERE ${runs}`, chatId];
  yield [`DELETE FROM approvals WHERE ${runs}`, chatId];
  yield [`DELETE FROM run_keys WHERE ${runs}`, chatId];
  yield* dropFilesOf(chatId);
  for (const table of [
    'runs',
    'chat_events',
    'queued_messages',
    'restores',
    'sheet_versions',
    'chat_keys',
    'chat_capsules',
    'sealed_chats',
  ])
    yield [`DELETE FROM ${table} WHERE account_id = :account AND chat_id = ?`, chatId];
  for (const table of ['rules', 'answer_settings'])
    yield [`DELETE FROM ${table} WHERE account_id = :account AND scope = 'chat' AND of_id = ?`, chatId];
  yield ['DELETE FROM chats WHERE account_id = :account AND id = ?', chatId];
  return true;
}
