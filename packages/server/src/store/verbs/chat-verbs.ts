import type { ChatSummary, MessageFile, MessageRecord, RunSettings, SentMessage } from '@millrace/engine/run';
import type { ChatSealer, Keyring } from '../keyring/keyring.ts';
import { aboutTitle } from '../seal/about.ts';
import { messageRecords } from '../seal/message-records.ts';
import { keptLine, openOnce, type Sealed, UNREADABLE_TITLE } from '../seal/open-or.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { NewMessage, PostResult } from '../store.ts';
import { integer, integerOrNull, type Row, type Tx, text, textOrNull } from '../tx.ts';
import { runSettingsFor, sealRunSettings } from './answer-verbs.ts';
import { setFork, type TakenPlace, takePlace, withBranches } from './branch-verbs.ts';
import { chatEntry, putMessage } from './chat-entries.ts';
import { openRun, queuedIds } from './chat-rows.ts';
import { knownCommand, recordCommand } from './command-verbs.ts';
import { missingFile, takeFiles } from './file-verbs.ts';
import { placeIn, putPlace } from './place-verbs.ts';
import { findProject, projectIds } from './project-verbs.ts';
import { sealRun } from './run-verbs.ts';
import { titleOf } from './title-of.ts';
import { putTitle } from './title-verbs.ts';

const SUMMARY = `SELECT c.id, c.title, c.key_id, c.updated_at, c.next_seq, c.epoch, c.place, c.place_key_id, c.deleted_at, c.news,
  r.id AS run_id, r.status AS run_status, a.rev AS settings_rev,
  (SELECT MAX(v.rev) FROM sheet_versions v WHERE v.account_id = :account AND v.chat_id = c.id) AS edits
  FROM chats c LEFT JOIN runs r ON r.account_id = :account AND r.chat_id = c.id AND r.status IN ('ready', 'waiting') AND r.background = 0
  LEFT JOIN answer_settings a ON a.account_id = :account AND a.scope = 'chat' AND a.of_id = c.id
  WHERE c.account_id = :account`;

export function* createChat(
  keys: Keyring,
  chatId: string,
  ts: number,
  projectId: string | undefined,
): Tx<void> {
  const made = yield [
    `INSERT INTO chats (account_id, id, title, key_id, next_seq, created_at, updated_at) VALUES (:account, ?, '', '', 1, ?, ?)
     ON CONFLICT (account_id, id) DO NOTHING RETURNING id`,
    chatId,
    ts,
    ts,
  ];
  if (made.length === 0) return;
  yield* keys.chat(chatId, ts);
  if (projectId !== undefined) yield* putPlace(keys.account, chatId, { project: projectId });
}

/** Chats that hold a message, newest first. */
export function* listChats(keys: Keyring): Tx<ChatSummary[]> {
  const projects = yield* projectIds();
  const rows = yield [
    `${SUMMARY} AND c.next_seq > 1 AND c.deleted_at IS NULL ORDER BY c.updated_at DESC, c.id`,
  ];
  const sealerOf = yield* keys.openChats(rows.flatMap((row) => unopened(keys.root, row)));
  const queued = yield* queuedIds();
  return rows.map((row) =>
    summary({ account: keys.account, projects, queued }, sealerOf(text(row, 'id')), row),
  );
}

/** The id of a chat whose title must be opened. */
function unopened(root: Sealer, row: Row): string[] {
  const sealed = sealedTitle(row);
  return sealed === undefined || keptLine(root, sealed) !== undefined ? [] : [text(row, 'id')];
}

export function* getChat(keys: Keyring, chatId: string): Tx<ChatSummary | undefined> {
  const [row] = yield [`${SUMMARY} AND c.id = ? AND c.deleted_at IS NULL`, chatId];
  if (row === undefined) return undefined;
  const sealer = unopened(keys.root, row).length > 0 ? yield* keys.openChat(chatId) : keys.root;
  const known = { account: keys.account, projects: yield* projectIds(), queued: yield* queuedIds(chatId) };
  return summary(known, sealer, row);
}

export function* postMessage(keys: Keyring, message: NewMessage): Tx<PostResult> {
  const { commandId, chatId, messageId, runId, ts, actor = '' } = message;
  // Locks the row of the chat: others that post there at the same time wait, and then see this message.
  yield ['UPDATE chats SET next_seq = next_seq WHERE account_id = :account AND id = ?', chatId];
  const known = yield* knownCommand(keys.root, commandId);
  // The result is what recordCommand wrote below.
  if (known !== undefined) return { type: 'sent', sent: JSON.parse(known) as SentMessage, fresh: false };
  const chat = yield* getChat(keys, chatId);
  if (chat === undefined) return { type: 'no_chat' };
  if (chat.run_id !== null) return { type: 'run_active', runId: chat.run_id };
  const sealer = yield* keys.chat(chatId, ts);
  const missing = yield* missingFile(keys, message, message.files ?? []);
  if (missing !== undefined) return { type: 'no_file', id: missing };
  const taken = yield* placeFor(sealer, message);
  if (taken !== undefined && 'type' in taken) return taken;
  const project = yield* findProject(keys.account, chatId);
  // Without its project the run would work in the whole workspace.
  if (project === 'unreadable') return { type: 'unreadable_project' };

  const { context = taken?.replaced.context, mode = taken?.replaced.mode } = message;
  const given = message.files ?? taken?.replaced.files ?? [];
  const files = yield* takeFiles(keys, { chatId, messageId, sealer, ts }, given);
  const settings = yield* runSettingsFor(keys, message, project?.instructions);
  yield* putAsked(keys, sealer, {
    ...{ chatId, messageId, runId, commandId, ts, files, settings },
    ...{ text: message.text, model: message.model, folder: project?.workspace ?? null },
    ...(context && { context }),
    ...(mode !== undefined && { mode }),
  });
  // A person who writes in a chat has seen what is there.
  if (chat.unread !== undefined)
    yield ["UPDATE chats SET news = '' WHERE account_id = :account AND id = ?", chatId];
  if (taken !== undefined) yield* setFork(chatId, messageId, taken.fork);
  const sent: SentMessage = { message_id: messageId, run_id: runId };
  yield* recordCommand(keys.root, { id: commandId, actor, result: sent, ts });
  return { type: 'sent', sent, fresh: true };
}

/** A message that nothing stands against, with all that its run needs. */
interface Asked
  extends Pick<NewMessage, 'chatId' | 'messageId' | 'runId' | 'commandId' | 'text' | 'model' | 'ts'> {
  readonly context?: Readonly<Record<string, unknown>>;
  readonly mode?: string;
  readonly files: readonly MessageFile[];
  readonly settings: RunSettings;
  /** The folder that its run works in. */
  readonly folder: string | null;
}

/** Adds a message of a person to its chat and makes the run that answers it. This transaction has locked the row of the chat. */
export function* putAsked(keys: Keyring, sealer: ChatSealer, asked: Asked): Tx<void> {
  const { chatId, messageId, runId, commandId, model, ts, files, context, mode } = asked;
  const record = { id: messageId, role: 'user', text: asked.text, status: 'completed' } as const;
  yield* putMessage(
    sealer,
    chatId,
    {
      ...record,
      ...(files.length > 0 && { files }),
      ...(context && { context }),
      ...(mode !== undefined && { mode }),
    },
    ts,
    commandId,
  );
  const unnamed = yield [
    "SELECT id FROM chats WHERE account_id = :account AND id = ? AND title = ''",
    chatId,
  ];
  if (unnamed.length > 0)
    yield* putTitle(
      sealer,
      chatId,
      titleOf(asked.text.trim() === '' ? (files[0]?.name ?? '') : asked.text),
      'message',
    );
  const runSealer = yield* keys.newRun(sealer, runId);
  yield [
    `INSERT INTO runs (account_id, id, chat_id, model, status, fence, lease_until, next_seq, seal, key_id, settings, created_at)
     VALUES (:account, ?, ?, ?, 'ready', 0, 0, 1, ?, ?, ?, ?)`,
    ...[runId, chatId, model],
    // A run works in one folder from its first step to the undo of its last one.
    sealRun(
      keys.root,
      { id: runId, chatId, model, createdAt: ts },
      runSealer.keyId,
      asked.folder ?? undefined,
    ),
    ...[runSealer.keyId, sealRunSettings(runSealer, runId, asked.settings), ts],
  ];
}

/** Makes room for a message that replaces another. Undefined for one that does not. */
function* placeFor(
  sealer: ChatSealer,
  { chatId, insteadOf, ts }: NewMessage,
): Tx<TakenPlace | Exclude<PostResult, { readonly type: 'sent' }> | undefined> {
  if (insteadOf === undefined) return undefined;
  const runId = yield* openRun(chatId);
  if (runId !== undefined) return { type: 'run_active', runId };
  return (yield* takePlace(sealer, chatId, insteadOf, ts)) ?? { type: 'no_message' };
}

export function* readMessages(keys: Keyring, chatId: string, afterSeq: number): Tx<MessageRecord[]> {
  const rows = yield [
    `SELECT kind, seq, msg_id, payload, proof, key_id, ts FROM chat_events WHERE account_id = :account AND chat_id = ? AND (seq > ?
       OR msg_id IN (SELECT msg_id FROM chat_events WHERE account_id = :account AND chat_id = ? AND seq > ?))
       AND hidden_by IS NULL ORDER BY seq`,
    chatId,
    afterSeq,
    chatId,
    afterSeq,
  ];
  if (rows.length === 0) return [];
  const sealer = yield* keys.openChat(chatId);
  const entries = rows.flatMap((row) => chatEntry(sealer, chatId, row));
  return yield* withBranches(chatId, messageRecords(entries));
}

/** The title of a chat as its row has it; undefined for one that has none. */
function sealedTitle(row: Row): Sealed | undefined {
  const title = text(row, 'title');
  return title === ''
    ? undefined
    : { text: title, keyId: text(row, 'key_id'), about: aboutTitle(text(row, 'id')) };
}

function openTitle(sealer: Sealer, sealed: Sealed): string {
  return openOnce(
    sealer,
    sealed,
    (title) => title,
    () => UNREADABLE_TITLE,
  );
}

/** Another word than those that `tellNews` writes is none. */
function unreadOf(news: string): Pick<ChatSummary, 'unread'> {
  return news === 'answer' || news === 'problem' ? { unread: news } : {};
}

/** The parts of a line that stand in other rows. */
interface Known {
  readonly account: Sealer;
  readonly projects: ReadonlySet<string>;
  /** The messages of each chat that wait. */
  readonly queued: ReadonlyMap<string, readonly string[]>;
}

function summary({ account, projects, queued }: Known, sealer: Sealer, row: Row): ChatSummary {
  const [id, title] = [text(row, 'id'), sealedTitle(row)];
  const { pinned, archived, project } = placeIn(account, id, row) ?? {};
  const rev = integerOrNull(row, 'settings_rev');
  const edits = integerOrNull(row, 'edits');
  const waiting = queued.get(id);
  return {
    id,
    // A chat without a message has no title, and nothing to seal.
    title: title === undefined ? '' : openTitle(sealer, title),
    updated_at: integer(row, 'updated_at'),
    seq: integer(row, 'next_seq') - 1,
    epoch: integer(row, 'epoch'),
    run_id: textOrNull(row, 'run_id'),
    waiting: textOrNull(row, 'run_status') === 'waiting',
    ...(pinned && { pinned }),
    ...(archived && { archived }),
    ...(project !== undefined && projects.has(project) && { project_id: project }),
    ...(rev !== null && { settings_rev: rev }),
    ...(edits !== null && { edits }),
    ...(waiting && { queued: waiting }),
    ...unreadOf(text(row, 'news')),
  };
}
