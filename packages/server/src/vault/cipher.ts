import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { concat, IV_BYTES, type Opened, TAG_BYTES } from '@millrace/engine/vault';

const ALGORITHM = 'aes-256-gcm';
type Key = KeyObject | Uint8Array;

/** IV, ciphertext and tag under an IV that was never used: 12 random bytes. */
export function encrypt(key: Key, plain: Uint8Array, aad: Uint8Array): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(IV_BYTES);
  return concat(iv, encryptWith(key, iv, plain, aad));
}

/** Ciphertext and tag. The caller sees to it that no IV is used twice with a key. */
export function encryptWith(
  key: Key,
  iv: Uint8Array,
  plain: Uint8Array,
  aad: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES }).setAAD(aad);
  const body = [cipher.update(plain), cipher.final()];
  return concat(...body, cipher.getAuthTag());
}

/** Opens IV, ciphertext and tag. Never throws for bytes that were changed. */
export function decrypt(key: Key, body: Uint8Array, aad: Uint8Array): Opened {
  return decryptWith(key, body.subarray(0, IV_BYTES), body.subarray(IV_BYTES), aad);
}

/** Opens ciphertext and tag. Never throws for bytes that were changed. */
export function decryptWith(key: Key, iv: Uint8Array, sealed: Uint8Array, aad: Uint8Array): Opened {
  if (iv.length !== IV_BYTES || sealed.length < TAG_BYTES) return { problem: 'not_sealed' };
  const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(aad).setAuthTag(sealed.subarray(-TAG_BYTES));
  const first = decipher.update(sealed.subarray(0, -TAG_BYTES));
  try {
    return { plain: concat(first, decipher.final()) };
  } catch {
    return { problem: 'refused' };
  }
}
