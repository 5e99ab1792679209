import { type Bytes, concat, IV_BYTES, type Opened, TAG_BYTES } from '@millrace/engine/vault';

const AES = 'AES-GCM';

/** IV, ciphertext and tag under an IV that was never used: 12 random bytes. */
export async function encrypt(key: CryptoKey, plain: Bytes, aad: Bytes): Promise<Bytes> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  return concat(iv, await encryptWith(key, iv, plain, aad));
}

/** Ciphertext and tag. The caller sees to it that no IV is used twice with a key. */
export async function encryptWith(key: CryptoKey, iv: Bytes, plain: Bytes, aad: Bytes): Promise<Bytes> {
  const algorithm = { name: AES, iv, additionalData: aad, tagLength: 8 * TAG_BYTES };
  return new Uint8Array(await crypto.subtle.encrypt(algorithm, key, plain));
}

/** Opens IV, ciphertext and tag. Never rejects for bytes that were changed. */
export function decrypt(key: CryptoKey, body: Bytes, aad: Bytes): Promise<Opened> {
  return decryptWith(key, body.subarray(0, IV_BYTES), body.subarray(IV_BYTES), aad);
}

/** Opens ciphertext and tag. Never rejects for bytes that were changed. */
export async function decryptWith(key: CryptoKey, iv: Bytes, sealed: Bytes, aad: Bytes): Promise<Opened> {
  if (iv.length !== IV_BYTES || sealed.length < TAG_BYTES) return { problem: 'not_sealed' };
  const algorithm = { name: AES, iv, additionalData: aad, tagLength: 8 * TAG_BYTES };
  try {
    return { plain: new Uint8Array(await crypto.subtle.decrypt(algorithm, key, sealed)) };
  } catch (error) {
    // Anything else is a mistake of the caller, such as a key for another use.
    if (error instanceof DOMException && error.name === 'OperationError') return { problem: 'refused' };
    throw error;
  }
}

/** Bytes as an AES key that can't be read again. */
export function importCipher(bytes: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, AES, false, ['encrypt', 'decrypt']);
}
