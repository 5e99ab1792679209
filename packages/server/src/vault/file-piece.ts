import { createSecretKey, type KeyObject } from 'node:crypto';
import { concat, type Opened, utf8 } from '@millrace/engine/vault';
import { decrypt, encrypt } from './cipher.ts';

/** The place of a piece in its file. A piece that was moved, or is one of a longer or shorter file, can't be opened. */
export interface PiecePlace {
  /** The id of the file. */
  readonly file: string;
  readonly index: number;
  /** How many pieces the file has: its end can't be cut off. */
  readonly count: number;
}

/** The key of a file: 32 bytes that no other file has. */
export const fileKey = (bytes: Uint8Array): KeyObject => createSecretKey(bytes);

const VERSION = 1;

/** Seals a piece of a file: version, IV, ciphertext and tag. */
export function sealPiece(key: KeyObject, place: PiecePlace, plain: Uint8Array): Uint8Array<ArrayBuffer> {
  return concat(Uint8Array.of(VERSION), encrypt(key, plain, boundToPiece(place)));
}

/** Opens a piece. Never throws for bytes that were changed. */
export function openPiece(key: KeyObject, place: PiecePlace, sealed: Uint8Array): Opened {
  if (sealed[0] !== VERSION) return { problem: 'not_sealed' };
  return decrypt(key, sealed.subarray(1), boundToPiece(place));
}

/** JSON keeps apart what a plain joining would not. */
function boundToPiece({ file, index, count }: PiecePlace): Uint8Array {
  return utf8(JSON.stringify(['millrace file', VERSION, file, index, count]));
}
