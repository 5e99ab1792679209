import { randomBytes } from 'node:crypto';
import { FILE_PIECE, type FileProgress, type MessageFile, type SentFile } from '@millrace/engine/run';
import { fileKey, openPiece, sealPiece } from '../../vault/file-piece.ts';
import {
  type BeginFileResult,
  type MadeFile,
  type NewFile,
  type NewPiece,
  type PutPieceResult,
  UNSENT_MS,
  type WholeFile,
} from '../file-store.ts';
import type { Keyring } from '../keyring/keyring.ts';
import type { Sealer } from '../seal/sealer.ts';
import { bytes, integer, type Tx, text } from '../tx.ts';
import { type FileRow, findRow, holdRow, lengthOf, messageFileOf, piecesOf, sealFacts } from './file-rows.ts';

const KEY_BYTES = 32;

export function* beginFile(keys: Keyring, file: NewFile): Tx<BeginFileResult> {
  const { id, name, type, size, width, height, all, ts } = file;
  // Uploads of one account that begin at the same time wait for each other, so that together they keep to the quota.
  yield ['UPDATE vaults SET created_at = created_at WHERE account_id = :account'];
  const known = yield* holdRow(keys, id, ts);
  if (known !== undefined) {
    const isSame = known.size === size && known.facts.name === name && known.chatId === null;
    return isSame ? { type: 'open', progress: yield* progressOf(known) } : { type: 'other_file' };
  }
  const [taken] = yield ['SELECT id FROM files WHERE account_id = :account AND id = ?', id];
  if (taken !== undefined) return { type: 'other_file' };
  const used = yield* fileUse();
  if (used + size > all) return { type: 'over_quota', used };
  const key = randomBytes(KEY_BYTES).toString('base64');
  const pixels = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
  const row: FileRow = { id, chatId: null, status: 'open', size, facts: { key, name, type, ...pixels } };
  yield [
    `INSERT INTO files (account_id, id, chat_id, status, size, word, facts, key_id, touched_at) VALUES (:account, ?, NULL, ?, ?, '', ?, ?, ?)`,
    ...[id, row.status, size, sealFacts(keys.account, row), keys.account.keyId, ts],
  ];
  return { type: 'open', progress: yield* progressOf(row) };
}

export function* putPiece(keys: Keyring, { id, index, bytes: plain, ts }: NewPiece): Tx<PutPieceResult> {
  const row = yield* holdRow(keys, id, ts);
  if (row === undefined || row.chatId !== null) return { type: 'no_file' };
  const pieces = yield* countPieces(id);
  const length = lengthOf(row.size, pieces);
  if (index < pieces) return { type: 'kept', pieces };
  if (index > pieces || row.status !== 'open' || plain.length !== length)
    return { type: 'other_piece', pieces, length };
  yield [
    'INSERT INTO file_pieces (account_id, file_id, place, payload) VALUES (:account, ?, ?, ?)',
    ...[id, index, sealPiece(keyOf(row), placeOf(row, index), plain)],
  ];
  return { type: 'kept', pieces: pieces + 1 };
}

export function* finishFile(keys: Keyring, { id, hash, type, ts }: WholeFile): Tx<MessageFile | undefined> {
  const row = yield* holdRow(keys, id, ts);
  if (row === undefined || (yield* countPieces(id)) < piecesOf(row.size)) return undefined;
  if (row.status === 'whole') return messageFileOf(row);
  const whole: FileRow = { ...row, status: 'whole', facts: { ...row.facts, hash, type } };
  yield [
    'UPDATE files SET status = ?, facts = ?, key_id = ? WHERE account_id = :account AND id = ?',
    ...[whole.status, sealFacts(keys.account, whole), keys.account.keyId, id],
  ];
  return messageFileOf(whole);
}

export function* fileProgress(keys: Keyring, id: string): Tx<FileProgress | undefined> {
  const row = yield* findRow(keys, id);
  return row && (yield* progressOf(row));
}

export function* findFile(keys: Keyring, id: string): Tx<MessageFile | undefined> {
  const row = yield* findRow(keys, id);
  return row?.status === 'whole' ? messageFileOf(row) : undefined;
}

export function* readPiece(keys: Keyring, id: string, index: number): Tx<Uint8Array | 'damaged' | undefined> {
  const row = yield* findRow(keys, id);
  if (row === undefined || index >= piecesOf(row.size)) return undefined;
  const [piece] = yield [
    'SELECT payload FROM file_pieces WHERE account_id = :account AND file_id = ? AND place = ?',
    ...[id, index],
  ];
  if (piece === undefined && row.status === 'open') return undefined;
  const opened = piece && openPiece(keyOf(row), placeOf(row, index), bytes(piece, 'payload'));
  return opened?.plain?.length === lengthOf(row.size, index) ? opened.plain : 'damaged';
}

export function* dropFile(id: string): Tx<boolean> {
  const dropped = yield [
    `UPDATE files SET status = 'dropped', facts = '' WHERE account_id = :account AND id = ? AND chat_id IS NULL AND status <> 'dropped' RETURNING id`,
    id,
  ];
  return dropped.length > 0;
}

export function* fileUse(): Tx<number> {
  const [row] = yield [
    "SELECT SUM(size) AS used FROM files WHERE account_id = :account AND status <> 'dropped'",
  ];
  return row?.['used'] == null ? 0 : integer(row, 'used');
}

export function* addFile(keys: Keyring, file: MadeFile): Tx<MessageFile | undefined> {
  const { chatId, messageId, id, name, type, hash, bytes: plain, width, height, all, ts } = file;
  const { length: size } = plain;
  // Others that erase the chat or begin uploads wait, and then see this file.
  yield ['UPDATE vaults SET created_at = created_at WHERE account_id = :account'];
  const [chat] = yield [
    'UPDATE chats SET next_seq = next_seq WHERE account_id = :account AND id = ? AND deleted_at IS NULL RETURNING id',
    chatId,
  ];
  if (chat === undefined || (yield* fileUse()) + size > all) return undefined;
  const key = randomBytes(KEY_BYTES).toString('base64');
  const pixels = { ...(width !== undefined && { width }), ...(height !== undefined && { height }) };
  const row: FileRow = {
    id,
    chatId: null,
    status: 'whole',
    size,
    facts: { key, name, type, hash, ...pixels },
  };
  const taker: Taker = { chatId, messageId, sealer: yield* keys.chat(chatId, ts), ts };
  const same = yield* sameFile(taker, row);
  if (same === undefined) {
    const sealed: FileRow = { ...row, chatId };
    yield [
      `INSERT INTO files (account_id, id, chat_id, status, size, word, facts, key_id, touched_at) VALUES (:account, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[
        id,
        chatId,
        row.status,
        size,
        wordOf(taker, row),
        sealFacts(taker.sealer, sealed),
        taker.sealer.keyId,
        ts,
      ],
    ];
    for (let index = 0; index < piecesOf(size); index += 1)
      yield [
        'INSERT INTO file_pieces (account_id, file_id, place, payload) VALUES (:account, ?, ?, ?)',
        ...[
          id,
          index,
          sealPiece(
            keyOf(row),
            placeOf(row, index),
            plain.subarray(index * FILE_PIECE, (index + 1) * FILE_PIECE),
          ),
        ],
      ];
  }
  yield* refer(taker, same ?? id);
  return { ...messageFileOf(row), id: same ?? id };
}

export function* filesOf(keys: Keyring, chatId: string): Tx<MessageFile[]> {
  const rows = yield [
    "SELECT * FROM files WHERE account_id = :account AND chat_id = ? AND status = 'whole' ORDER BY touched_at DESC, id",
    chatId,
  ];
  const files: MessageFile[] = [];
  for (const row of rows) {
    const file = yield* findRow(keys, text(row, 'id'));
    if (file !== undefined) files.push(messageFileOf(file));
  }
  return files;
}

/** The message that takes files. */
interface Taker {
  readonly chatId: string;
  readonly messageId: string;
  /** Seals for the chat. */
  readonly sealer: Sealer;
  readonly ts: number;
}

/** The id of a file that a message of the chat can't take: it is not there, not whole, or belongs to another chat. */
export function* missingFile(
  keys: Keyring,
  { chatId, ts }: Pick<Taker, 'chatId' | 'ts'>,
  files: readonly SentFile[],
): Tx<string | undefined> {
  for (const { id } of files) if (!mayTake(yield* holdRow(keys, id, ts), chatId)) return id;
  return undefined;
}

const mayTake = (row: FileRow | undefined, chatId: string): row is FileRow =>
  row?.status === 'whole' && (row.chatId === null || row.chatId === chatId);

/** Gives files to a message: uploads become files of its chat, one for each content. Returns them as the message keeps them. */
export function* takeFiles(keys: Keyring, taker: Taker, files: readonly SentFile[]): Tx<MessageFile[]> {
  const taken: MessageFile[] = [];
  for (const { id, alt, text: part } of files) {
    const row = yield* holdRow(keys, id, taker.ts);
    // A message that is sent again with its files may name one that was damaged since.
    if (!mayTake(row, taker.chatId)) continue;
    const kept = row.chatId === null ? yield* moveIn(taker, row) : id;
    yield* refer(taker, kept);
    taken.push({
      ...messageFileOf(row),
      id: kept,
      ...(alt !== undefined && { alt }),
      ...(part !== undefined && { text: part }),
    });
  }
  return taken;
}

/** Makes an upload a file of the chat. Returns its id, or that of the file there that has the same content. */
function* moveIn(taker: Taker, row: FileRow): Tx<string> {
  const { sealer, chatId } = taker;
  const same = yield* sameFile(taker, row);
  if (same !== undefined) {
    yield* dropFile(row.id);
    return same;
  }
  const moved: FileRow = { ...row, chatId };
  yield [
    'UPDATE files SET chat_id = ?, word = ?, facts = ?, key_id = ? WHERE account_id = :account AND id = ?',
    ...[chatId, wordOf(taker, row), sealFacts(sealer, moved), sealer.keyId, row.id],
  ];
  return row.id;
}

/** The file of the chat that has the same content. */
function* sameFile(taker: Taker, row: FileRow): Tx<string | undefined> {
  const [same] = yield [
    "UPDATE files SET touched_at = ? WHERE account_id = :account AND chat_id = ? AND word = ? AND status = 'whole' RETURNING id",
    ...[taker.ts, taker.chatId, wordOf(taker, row)],
  ];
  return same && text(same, 'id');
}

const wordOf = ({ sealer }: Taker, { id, facts }: FileRow): string =>
  sealer.mac(facts.hash ?? id, 'files:content');

/** Notes that a message has a file. */
function* refer({ chatId, messageId }: Taker, id: string): Tx<void> {
  yield [
    `INSERT INTO file_refs (account_id, chat_id, msg_id, file_id) VALUES (:account, ?, ?, ?)
     ON CONFLICT (account_id, chat_id, msg_id, file_id) DO NOTHING`,
    ...[chatId, messageId, id],
  ];
}

/** The files of a chat can't be opened from now on; `sweepFiles` erases their pieces. */
export function* dropFilesOf(chatId: string): Tx<void> {
  yield ['DELETE FROM file_refs WHERE account_id = :account AND chat_id = ?', chatId];
  yield [
    "UPDATE files SET status = 'dropped', facts = '', word = '' WHERE account_id = :account AND chat_id = ?",
    chatId,
  ];
}

/** A transaction is short: others wait for it. */
const FILES_AT_ONCE = 20;
const PIECES_AT_ONCE = 16;

export function* sweepFiles(before: number): Tx<number> {
  // A file of a chat that no message names can't be, but would never be erased.
  const stale = yield [
    `UPDATE files SET status = 'dropped', facts = '', word = '' WHERE account_id = :account AND status <> 'dropped' AND touched_at <= ?
     AND NOT EXISTS (SELECT file_id FROM file_refs WHERE file_refs.account_id = :account AND file_refs.file_id = files.id) RETURNING id`,
    before - UNSENT_MS,
  ];
  const dropped = yield [
    `SELECT id FROM files WHERE account_id = :account AND status = 'dropped' ORDER BY id LIMIT ${FILES_AT_ONCE}`,
  ];
  let [erased, pieces] = [stale.length, 0];
  for (const row of dropped) {
    if (pieces >= PIECES_AT_ONCE) break;
    const id = text(row, 'id');
    const gone = yield [
      `DELETE FROM file_pieces WHERE account_id = :account AND file_id = ? AND place IN (
         SELECT place FROM file_pieces WHERE account_id = :account AND file_id = ? ORDER BY place LIMIT ${PIECES_AT_ONCE}) RETURNING place`,
      ...[id, id],
    ];
    pieces += gone.length;
    // The row goes last: as long as it is there, its pieces are found.
    const isEmpty = (yield* countPieces(id)) === 0;
    if (isEmpty)
      yield ["DELETE FROM files WHERE account_id = :account AND id = ? AND status = 'dropped'", id];
    erased += gone.length + (isEmpty ? 1 : 0);
  }
  return erased;
}

function* progressOf(row: FileRow): Tx<FileProgress> {
  const { id, size, status, facts } = row;
  const pieces = yield* countPieces(id);
  const whole = status === 'whole' ? { file: messageFileOf(row) } : {};
  return { id, name: facts.name, size, piece: FILE_PIECE, pieces, ...whole };
}

function* countPieces(id: string): Tx<number> {
  const [row] = yield [
    'SELECT COUNT(*) AS count FROM file_pieces WHERE account_id = :account AND file_id = ?',
    id,
  ];
  return row === undefined ? 0 : integer(row, 'count');
}

const keyOf = ({ facts }: FileRow) => fileKey(Buffer.from(facts.key, 'base64'));

const placeOf = ({ id, size }: FileRow, index: number) => ({ file: id, index, count: piecesOf(size) });
