import {
  type MessageFile,
  MOST_QUEUED,
  type RunSettings,
  type SentMessage,
  type WaitingMessage,
} from '@millrace/engine/run';
import type { ChatSealer, Keyring } from '../keyring/keyring.ts';
import type { NewQueuedMessage, QueueResult } from '../queue-store.ts';
import { aboutQueued } from '../seal/about.ts';
import { openOr } from '../seal/open-or.ts';
import type { Sealer } from '../seal/sealer.ts';
import { integer, type Row, type Tx, text } from '../tx.ts';
import { VaultLockedError } from '../vault-locked-error.ts';
import { runSettingsFor } from './answer-verbs.ts';
import { holdChat } from './chat-rows.ts';
import { putAsked } from './chat-verbs.ts';
import { knownCommand, recordCommand } from './command-verbs.ts';
import { missingFile, takeFiles } from './file-verbs.ts';
import { openOnFloor } from './floor-verbs.ts';
import { findProject } from './project-verbs.ts';

/** A message that waits, as its row seals it. */
interface Queued {
  readonly commandId: string;
  readonly runId: string;
  readonly text: string;
  readonly model: string;
  readonly mode?: string;
  readonly files: readonly MessageFile[];
  /** The settings and the folder of its run, for a server that can't read those of the account when its turn comes. */
  readonly settings: RunSettings;
  readonly folder: string | null;
}

const COLUMNS = 'id, place, payload, proof, key_id, created_at';

export function* queueMessage(keys: Keyring, message: NewQueuedMessage): Tx<QueueResult> {
  const { commandId, chatId, messageId, runId, ts, actor = '' } = message;
  if ((yield* holdChat(chatId)) === undefined) return { type: 'no_chat' };
  const known = yield* knownCommand(keys.root, commandId);
  // The result is what recordCommand wrote below.
  if (known !== undefined)
    return { type: 'queued', sent: JSON.parse(known) as SentMessage, fresh: false, started: null };
  const waiting = yield* rowsOf(chatId);
  if (waiting.length >= MOST_QUEUED) return { type: 'too_many' };
  const sealer = yield* keys.chat(chatId, ts);
  const missing = yield* missingFile(keys, message, message.files ?? []);
  if (missing !== undefined) return { type: 'no_file', id: missing };
  const project = yield* findProject(keys.account, chatId);
  if (project === 'unreadable') return { type: 'unreadable_project' };
  const files = yield* takeFiles(keys, { chatId, messageId, sealer, ts }, message.files ?? []);
  const queued: Queued = {
    ...{ commandId, runId, text: message.text, model: message.model, files },
    ...(message.mode !== undefined && { mode: message.mode }),
    settings: yield* runSettingsFor(keys, message, project?.instructions),
    folder: project?.workspace ?? null,
  };
  const place = Math.max(0, ...waiting.map((row) => integer(row, 'place'))) + 1;
  const about = aboutQueued(chatId, messageId, place, ts);
  const payload = sealer.seal(JSON.stringify(queued), about);
  yield [
    `INSERT INTO queued_messages (account_id, chat_id, ${COLUMNS}) VALUES (:account, ?, ?, ?, ?, ?, ?, ?)`,
    ...[chatId, messageId, place, payload, keys.root.mac(payload, about), sealer.keyId, ts],
  ];
  const sent: SentMessage = { message_id: messageId, run_id: runId };
  yield* recordCommand(keys.root, { id: commandId, actor, result: sent, ts });
  return { type: 'queued', sent, fresh: true, started: yield* sendQueued(keys, sealer, chatId, ts) };
}

export function* listQueue(keys: Keyring, chatId: string): Tx<WaitingMessage[]> {
  const rows = yield* rowsOf(chatId);
  if (rows.length === 0) return [];
  const sealer = yield* keys.openChat(chatId);
  return rows.flatMap((row) => {
    const queued = openQueued(keys.root, sealer, chatId, row);
    return queued === undefined ? [] : [waitingOf(row, queued)];
  });
}

export function* unqueueMessage(
  keys: Keyring,
  chatId: string,
  messageId: string,
): Tx<WaitingMessage | undefined> {
  if ((yield* holdChat(chatId)) === undefined) return undefined;
  const row = (yield* rowsOf(chatId)).find((each) => text(each, 'id') === messageId);
  if (row === undefined) return undefined;
  const queued = openQueued(keys.root, yield* keys.openChat(chatId), chatId, row);
  yield* drop(chatId, messageId);
  // Its files stay in the chat for the message that takes them now; without one they are erased after a while.
  yield [
    'DELETE FROM file_refs WHERE account_id = :account AND chat_id = ? AND msg_id = ?',
    ...[chatId, messageId],
  ];
  return queued && waitingOf(row, queued);
}

/**
 * Sends the first message that waits, if nobody has the floor of its chat. Returns the run that answers it. This transaction has
 * locked the row of the chat.
 */
export function* sendQueued(
  keys: Keyring,
  sealer: ChatSealer,
  chatId: string,
  ts: number,
): Tx<string | null> {
  const rows = yield* rowsOf(chatId);
  if (rows.length === 0 || (yield* openOnFloor(chatId)) !== undefined) return null;
  // Nothing begins in a chat that waits to be erased.
  if ((yield* holdChat(chatId)) === undefined) return null;
  for (const row of rows) {
    const queued = openQueued(keys.root, sealer, chatId, row);
    if (queued === undefined) continue;
    const messageId = text(row, 'id');
    const place = yield* placeNow(keys, chatId, queued);
    // Without its project the run would work in the whole workspace.
    if (place === undefined) return null;
    yield* drop(chatId, messageId);
    yield* putAsked(keys, sealer, { ...queued, chatId, messageId, ts, ...place });
    return queued.runId;
  }
  return null;
}

/** The settings and the folder that hold now; those of before where only a device could tell. */
function* placeNow(
  keys: Keyring,
  chatId: string,
  queued: Queued,
): Tx<Pick<Queued, 'settings' | 'folder'> | undefined> {
  try {
    const project = yield* findProject(keys.account, chatId);
    if (project === 'unreadable') return undefined;
    const settings = yield* runSettingsFor(keys, { chatId, model: queued.model }, project?.instructions);
    return { settings, folder: project?.workspace ?? null };
  } catch (error) {
    if (error instanceof VaultLockedError) return queued;
    throw error;
  }
}

function* rowsOf(chatId: string): Tx<Row[]> {
  return yield [
    `SELECT ${COLUMNS} FROM queued_messages WHERE account_id = :account AND chat_id = ? ORDER BY place`,
    chatId,
  ];
}

function* drop(chatId: string, messageId: string): Tx<void> {
  yield [
    'DELETE FROM queued_messages WHERE account_id = :account AND chat_id = ? AND id = ?',
    chatId,
    messageId,
  ];
}

/** A row that was changed or moved, or that this server has not written, is none: whoever has the secret of a chat could seal one. */
function openQueued(root: Sealer, sealer: Sealer, chatId: string, row: Row): Queued | undefined {
  const payload = text(row, 'payload');
  const about = aboutQueued(chatId, text(row, 'id'), integer(row, 'place'), integer(row, 'created_at'));
  if (root.mac(payload, about) !== text(row, 'proof')) return undefined;
  try {
    return openOr<Queued | undefined>(
      sealer,
      { text: payload, keyId: text(row, 'key_id'), about },
      // The payload is what queueMessage wrote.
      (json) => JSON.parse(json) as Queued,
      () => undefined,
    );
  } catch (error) {
    // It waits for a device that can open it.
    if (error instanceof VaultLockedError) return undefined;
    throw error;
  }
}

function waitingOf(row: Row, { commandId, text: said, model, mode, files }: Queued): WaitingMessage {
  return {
    ...{ id: text(row, 'id'), command_id: commandId, text: said, model },
    ...(mode !== undefined && { mode }),
    ...(files.length > 0 && { files }),
    queued_at: integer(row, 'created_at'),
  };
}
