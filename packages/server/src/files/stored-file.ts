import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MessageFile } from '@millrace/engine/run';
import type { FileStore } from '../store/file-store.ts';
import { fileTypeReader } from './file-type.ts';

/** A file whose bytes can't be read: a row of the database was changed or damaged. */
export class DamagedFile extends Error {
  constructor(id: string) {
    super(`A part of the file ${id} was changed or damaged in the database. Send the file again.`);
    this.name = 'DamagedFile';
  }
}

/** The bytes of a file or of an upload, piece by piece. Throws DamagedFile. */
export async function* filePieces(
  store: Pick<FileStore, 'readPiece'>,
  id: string,
): AsyncGenerator<Uint8Array> {
  for (let index = 0; ; index += 1) {
    // Others are answered between two pieces.
    if (index > 0) await nextTurn();
    const piece = await store.readPiece(id, index);
    if (piece === 'damaged') throw new DamagedFile(id);
    if (piece === undefined) return;
    yield piece;
  }
}

/** All bytes of a file. Throws DamagedFile. */
export async function wholeFile(store: Pick<FileStore, 'readPiece'>, id: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of filePieces(store, id)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Ends an upload: reads it once for its type and its hash. Undefined while pieces are missing. */
export async function finishUpload(
  store: Pick<FileStore, 'readPiece' | 'finishFile'>,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<MessageFile | undefined> {
  const hash = createHash('sha256');
  const type = fileTypeReader(name);
  for await (const piece of filePieces(store, id)) {
    hash.update(piece);
    type.read(piece);
  }
  return store.finishFile({ id, hash: hash.digest('hex'), type: type.end(), ts: Date.now() });
}
