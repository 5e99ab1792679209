import { sha256 } from '@noble/hashes/sha2.js';
import { fromHex, toHex } from './bytes.ts';

/** The bytes of a key of X25519, private or public, and of every secret of the vault but the recovery code. */
export const KEY_BYTES = 32;
export const KEY_ID_BYTES = 8;

/** The points of small order and their other spellings, without the top bit, which X25519 ignores. Whatever is multiplied by them is zero. */
const LOW_ORDER: ReadonlySet<string> = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
  '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]);

/** Names a public key: the first 8 bytes of its SHA-256 in hex. Pure. */
export function keyIdOf(publicKey: Uint8Array): string {
  return toHex(sha256(publicKey).subarray(0, KEY_ID_BYTES));
}

/** Tells whether something can be sealed to a public key: it has 32 bytes and is no point of small order, which would give everybody the same secret. Pure. */
export function isPublicKey(bytes: Uint8Array): boolean {
  if (bytes.length !== KEY_BYTES) return false;
  const point = Uint8Array.from(bytes);
  point[31] = (point[31] ?? 0) & 0x7f;
  return !LOW_ORDER.has(toHex(point));
}

/** Throws for a public key to which nothing can be sealed. Ask `isPublicKey` before, of a key that others sent. */
export function checkPublicKey(bytes: Uint8Array): void {
  if (!isPublicKey(bytes))
    throw new Error(
      'This is no public key of X25519. Ask isPublicKey before you seal to a key that others sent.',
    );
}

/** The bytes of a key id; undefined for a text that is none. */
export function keyIdBytes(keyId: string): Uint8Array | undefined {
  return /^[0-9a-f]{16}$/.test(keyId) ? fromHex(keyId) : undefined;
}
