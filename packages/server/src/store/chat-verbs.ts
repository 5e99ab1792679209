import type { ChatSummary, MessageRecord, SentMessage } from '@millrace/engine';
import type { NewMessage, PostResult } from './store.ts';
import { integer, type Row, type Tx, text } from './tx.ts';

const SUMMARY = `SELECT c.id, c.title, c.updated_at, c.next_seq,
  (SELECT r.id FROM runs r WHERE r.chat_id = c.id AND r.status = 'ready' LIMIT 1) AS run_id FROM chats c`;

export function* createChat(chatId: string, ts: number): Tx<void> {
  yield [
    `INSERT INTO chats (id, title, next_seq, created_at, updated_at) VALUES (?, '', 1, ?, ?)
     ON CONFLICT (id) DO NOTHING`,
    chatId,
    ts,
    ts,
  ];
}

/** Chats that hold a message, newest first. */
export function* listChats(): Tx<ChatSummary[]> {
  const rows = yield [`${SUMMARY} WHERE c.next_seq > 1 ORDER BY c.updated_at DESC, c.id`];
  return rows.map(summary);
}

export function* getChat(chatId: string): Tx<ChatSummary | undefined> {
  const [row] = yield [`${SUMMARY} WHERE c.id = ?`, chatId];
  return row && summary(row);
}

export function* postMessage(message: NewMessage): Tx<PostResult> {
  const { commandId, chatId, messageId, runId, ts } = message;
  const [known] = yield ['SELECT result FROM commands WHERE id = ?', commandId];
  if (known !== undefined) {
    // The result is what the insert below wrote.
    return { type: 'sent', sent: JSON.parse(text(known, 'result')) as SentMessage, fresh: false };
  }
  const chat = yield* getChat(chatId);
  if (chat === undefined) return { type: 'no_chat' };
  if (chat.run_id !== null) return { type: 'run_active', runId: chat.run_id };

  const { context } = message;
  const asked = { id: messageId, role: 'user', text: message.text, status: 'completed' } as const;
  yield* putMessage(chatId, { ...asked, ...(context && { context }) }, ts);
  if (chat.title === '') yield ['UPDATE chats SET title = ? WHERE id = ?', titleOf(message.text), chatId];
  yield [
    `INSERT INTO runs (id, chat_id, model, status, fence, next_seq, created_at)
     VALUES (?, ?, ?, 'ready', 0, 1, ?)`,
    runId,
    chatId,
    message.model,
    ts,
  ];
  const sent: SentMessage = { message_id: messageId, run_id: runId };
  yield ['INSERT INTO commands (id, result, ts) VALUES (?, ?, ?)', commandId, JSON.stringify(sent), ts];
  return { type: 'sent', sent, fresh: true };
}

export function* readMessages(chatId: string, afterSeq: number): Tx<MessageRecord[]> {
  const rows = yield [
    'SELECT seq, msg_id, payload, ts FROM chat_events WHERE chat_id = ? AND seq > ? ORDER BY seq',
    chatId,
    afterSeq,
  ];
  return rows.map((row) => ({
    // The payload is what putMessage wrote.
    ...(JSON.parse(text(row, 'payload')) as Omit<MessageRecord, 'seq' | 'ts' | 'id'>),
    seq: integer(row, 'seq'),
    id: text(row, 'msg_id'),
    ts: integer(row, 'ts'),
  }));
}

/** Adds a finished message as the chat's next event. */
export function* putMessage(chatId: string, record: Omit<MessageRecord, 'seq' | 'ts'>, ts: number): Tx<void> {
  const { id, ...payload } = record;
  const [row] = yield [
    'UPDATE chats SET next_seq = next_seq + 1, updated_at = ? WHERE id = ? RETURNING next_seq',
    ts,
    chatId,
  ];
  if (row === undefined) throw new Error(`There is no chat ${chatId}.`);
  yield [
    "INSERT INTO chat_events (chat_id, seq, kind, msg_id, payload, ts) VALUES (?, ?, 'put', ?, ?, ?)",
    chatId,
    integer(row, 'next_seq') - 1,
    id,
    JSON.stringify(payload),
    ts,
  ];
}

const TITLE_LENGTH = 60;

/** The first line of a message, short. Databases take no NUL and no half of a surrogate pair in a text. */
function titleOf(message: string): string {
  const [first = ''] = message.trim().split(/\r?\n/, 1);
  const line = first
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\p{Cs}/gu, '\uFFFD')
    .trim();
  const characters = Array.from(line);
  return characters.length <= TITLE_LENGTH
    ? line
    : `${characters
        .slice(0, TITLE_LENGTH - 1)
        .join('')
        .trimEnd()}…`;
}

function summary(row: Row): ChatSummary {
  return {
    id: text(row, 'id'),
    title: text(row, 'title'),
    updated_at: integer(row, 'updated_at'),
    seq: integer(row, 'next_seq') - 1,
    run_id: typeof row['run_id'] === 'string' ? row['run_id'] : null,
  };
}
