import { type Bytes, concat, isPublicKey, KEY_BYTES } from '@millrace/engine/vault';

const X25519 = { name: 'X25519' };
const BITS = 8 * KEY_BYTES;
// The beginning of PKCS #8 in front of the 32 bytes of a private key: WebCrypto takes no others.
const PRIVATE = Uint8Array.of(48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 110, 4, 34, 4, 32);
/** The point that all public keys are multiples of. */
const BASE = new Uint8Array(KEY_BYTES);
BASE[0] = 9;

/** A private key of X25519, which can't be read, and its public half. */
export interface KeyPair {
  readonly privateKey: CryptoKey;
  readonly publicKey: Bytes;
}

/** A fresh pair. The private key can't be read; IndexedDB can keep it. */
export async function generatePair(): Promise<KeyPair> {
  // The types don't know that this algorithm gives pairs.
  const pair = (await crypto.subtle.generateKey(X25519, false, ['deriveBits'])) as CryptoKeyPair;
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  return { privateKey: pair.privateKey, publicKey };
}

/** The pair of 32 bytes. Rejects for any other number of them. */
export async function pairOf(bytes: Uint8Array): Promise<KeyPair> {
  if (bytes.length !== KEY_BYTES)
    throw new Error(`A private key has ${KEY_BYTES} bytes, not ${bytes.length}.`);
  const key = concat(PRIVATE, bytes);
  const privateKey = await crypto.subtle.importKey('pkcs8', key, X25519, false, ['deriveBits']);
  return { privateKey, publicKey: await multiply(privateKey, BASE) };
}

/** The secret that both sides get; undefined for a public key that gives everybody the same one. */
export async function sharedSecret(privateKey: CryptoKey, publicKey: Uint8Array): Promise<Bytes | undefined> {
  if (!isPublicKey(publicKey)) return undefined;
  const shared = await multiply(privateKey, concat(publicKey));
  return shared.some((byte) => byte !== 0) ? shared : undefined;
}

async function multiply(privateKey: CryptoKey, point: Bytes): Promise<Bytes> {
  const other = await crypto.subtle.importKey('raw', point, X25519, true, []);
  return new Uint8Array(await crypto.subtle.deriveBits({ ...X25519, public: other }, privateKey, BITS));
}
