import { FILE_PIECE, type MessageFile } from '@millrace/engine/run';
import type { Keyring } from '../keyring/keyring.ts';
import { aboutFile } from '../seal/about.ts';
import { openOr } from '../seal/open-or.ts';
import type { Sealer } from '../seal/sealer.ts';
import { integer, type Row, type Tx, text, textOrNull } from '../tx.ts';

/** `open` while it comes, `whole` when all of it is there, `dropped` when nobody can have it any more. */
export type FileStatus = 'open' | 'whole' | 'dropped';

/** The part of a file that its row seals. */
export interface FileFacts {
  /** The key of its pieces, in base64. */
  readonly key: string;
  readonly name: string;
  readonly type: string;
  readonly width?: number;
  readonly height?: number;
  /** The SHA-256 of its bytes, once it is whole. */
  readonly hash?: string;
}

/** A file as its row has it. */
export interface FileRow {
  readonly id: string;
  /** The chat that it belongs to; null while no message has taken it. */
  readonly chatId: string | null;
  readonly status: FileStatus;
  readonly size: number;
  readonly facts: FileFacts;
}

/** The number of pieces of a file. */
export const piecesOf = (size: number): number => Math.ceil(size / FILE_PIECE);

/** The length of a piece. */
export const lengthOf = (size: number, index: number): number =>
  Math.max(0, Math.min(FILE_PIECE, size - index * FILE_PIECE));

/** A file as messages have it. */
export function messageFileOf({ id, size, facts }: FileRow): MessageFile {
  const { name, type, width, height } = facts;
  return { id, name, type, size, ...(width !== undefined && height !== undefined && { width, height }) };
}

/** A file of which nothing is dropped, unless its chat was deleted. */
export function* findRow(keys: Keyring, id: string): Tx<FileRow | undefined> {
  const [row] = yield [
    `SELECT * FROM files WHERE account_id = :account AND id = ? AND status <> 'dropped' AND (chat_id IS NULL OR EXISTS (
       SELECT id FROM chats WHERE chats.account_id = :account AND chats.id = files.chat_id AND chats.deleted_at IS NULL))`,
    id,
  ];
  return row && (yield* fileRow(keys, row));
}

/** The same, for a transaction that changes it or adds to it: others that want to do so wait, or are run again. */
export function* holdRow(keys: Keyring, id: string, ts: number): Tx<FileRow | undefined> {
  const [row] = yield [
    `UPDATE files SET touched_at = ? WHERE account_id = :account AND id = ? AND status <> 'dropped' RETURNING *`,
    ...[ts, id],
  ];
  return row && (yield* fileRow(keys, row));
}

/** A row that was planted, changed or moved counts as none. */
function* fileRow(keys: Keyring, row: Row): Tx<FileRow | undefined> {
  const [id, chatId, size] = [text(row, 'id'), textOrNull(row, 'chat_id'), integer(row, 'size')];
  // Only the verbs write the column, with these words, and the seal binds it.
  const status = text(row, 'status') as FileStatus;
  const sealer = chatId === null ? keys.account : yield* keys.openChat(chatId);
  const about = aboutFile(id, chatId, status, size);
  const facts = openOr<FileFacts | undefined>(
    sealer,
    { text: text(row, 'facts'), keyId: text(row, 'key_id'), about },
    // The facts are what sealFacts wrote.
    (json) => JSON.parse(json) as FileFacts,
    () => undefined,
  );
  return facts && { id, chatId, status, size, facts };
}

/** The facts of a file under the key of those who have it. */
export function sealFacts(sealer: Sealer, { id, chatId, status, size, facts }: FileRow): string {
  return sealer.seal(JSON.stringify(facts), aboutFile(id, chatId, status, size));
}
