import type { MessageRecord } from '@millrace/engine/run';
import type { ChatReader, ChatSealer } from '../keyring/keyring.ts';
import { aboutMessage } from '../seal/about.ts';
import type { EntryPlace, SealedEntry } from '../seal/chat-entry.ts';
import type { ChatEntry } from '../seal/message-records.ts';
import { readOr, UNREADABLE_MESSAGE } from '../seal/open-or.ts';
import type { Answer } from '../store.ts';
import { integer, type Row, type Tx, text } from '../tx.ts';

/** The columns by which a message is opened. */
export const ENTRY_COLUMNS = 'seq, payload, proof, key_id';

/** An event of a chat. Of one that can't be read, the place of a message is left. */
export function chatEntry(sealer: ChatReader, chatId: string, row: Row): ChatEntry[] {
  const [seq, id, ts] = [integer(row, 'seq'), text(row, 'msg_id'), integer(row, 'ts')];
  const place = { chatId, seq, id, kind: kindOf(row) };
  return openEntryOr<ChatEntry[]>(
    ...[sealer, place, row],
    // The kind and the payload are what addChatEvent wrote.
    (payload) => [{ kind: place.kind, payload, seq, id, ts } as ChatEntry],
    () => (place.kind === 'revert' ? [] : [{ kind: 'put', payload: UNREADABLE, seq, id, ts }]),
  );
}

/** Only addChatEvent writes the column, with these two words; another one is not opened. */
export const kindOf = (row: Row): ChatEntry['kind'] => text(row, 'kind') as ChatEntry['kind'];

/** Its author is not known; it is shown as an answer that failed. */
const UNREADABLE: Answer = { role: 'assistant', text: '', status: 'failed', error: UNREADABLE_MESSAGE };

/** Opens a message of a chat; undefined for one that can't be read. */
export function openMessage(
  sealer: ChatReader,
  chatId: string,
  messageId: string,
  row: Row,
): Answer | undefined {
  const place = { chatId, seq: integer(row, 'seq'), id: messageId, kind: 'put' } as const;
  return openEntryOr<Answer | undefined>(
    ...[sealer, place, row],
    // The payload is what putMessage wrote.
    (payload) => payload as Answer,
    () => undefined,
  );
}

function openEntryOr<T>(
  sealer: ChatReader,
  place: EntryPlace,
  row: Row,
  read: (payload: ChatEntry['payload']) => T,
  otherwise: () => T,
): T {
  const about = aboutMessage(place.chatId, place.seq, place.id, place.kind);
  return readOr(sealer, about, () => read(sealer.openEntry(place, sealedEntry(row))), otherwise);
}

export const sealedEntry = (row: Row): SealedEntry => ({
  payload: text(row, 'payload'),
  keyId: text(row, 'key_id'),
  proof: text(row, 'proof'),
});

/** Adds a finished message as the chat's next event. */
export function* putMessage(
  sealer: ChatSealer,
  chatId: string,
  record: Omit<MessageRecord, 'seq' | 'ts'>,
  ts: number,
  opId: string | null = null,
): Tx<void> {
  const { id, ...payload } = record;
  yield* addChatEvent(sealer, { chatId, kind: 'put', id, opId }, payload, ts);
  yield ['UPDATE chats SET updated_at = ? WHERE account_id = :account AND id = ?', ts, chatId];
}

interface NewEntry extends Omit<EntryPlace, 'seq'> {
  readonly opId?: string | null;
}

/** Adds the next event of a chat. */
export function* addChatEvent(
  sealer: ChatSealer,
  { chatId, kind, id, opId = null }: NewEntry,
  payload: ChatEntry['payload'],
  ts: number,
): Tx<void> {
  const [row] = yield [
    'UPDATE chats SET next_seq = next_seq + 1 WHERE account_id = :account AND id = ? RETURNING next_seq',
    chatId,
  ];
  if (row === undefined) throw new Error(`There is no chat ${chatId}.`);
  const seq = integer(row, 'next_seq') - 1;
  const sealed = sealer.sealEntry({ chatId, seq, id, kind }, payload);
  yield [
    `INSERT INTO chat_events (account_id, chat_id, seq, op_id, kind, msg_id, key_id, payload, proof, ts)
     VALUES (:account, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[chatId, seq, opId, kind, id, sealed.keyId, sealed.payload, sealed.proof, ts],
  ];
}
