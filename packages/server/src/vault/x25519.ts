import { createPrivateKey, createPublicKey, diffieHellman, type KeyObject } from 'node:crypto';
import { isPublicKey, KEY_BYTES } from '@millrace/engine/vault';

// The beginnings of DER in front of the 32 bytes of a key.
const PRIVATE = Buffer.from('302e020100300506032b656e04220420', 'hex');
const PUBLIC = Buffer.from('302a300506032b656e032100', 'hex');

/** A private key of X25519 and its public half. */
export interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: Uint8Array;
}

/** The pair of 32 bytes. Throws for any other number of them. */
export function pairOf(bytes: Uint8Array): KeyPair {
  if (bytes.length !== KEY_BYTES)
    throw new Error(`A private key has ${KEY_BYTES} bytes, not ${bytes.length}.`);
  const key = Buffer.concat([PRIVATE, bytes]);
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  return { privateKey, publicKey: publicBytes(createPublicKey(privateKey)) };
}

/** The 32 bytes of a public key. */
export function publicBytes(key: KeyObject): Uint8Array {
  return new Uint8Array(key.export({ format: 'der', type: 'spki' }).subarray(PUBLIC.length));
}

/** The secret that both sides get; undefined for a public key that gives everybody the same one. */
export function sharedSecret(privateKey: KeyObject, publicKey: Uint8Array): Buffer | undefined {
  if (!isPublicKey(publicKey)) return undefined;
  const key = Buffer.concat([PUBLIC, publicKey]);
  const shared = diffieHellman({
    privateKey,
    publicKey: createPublicKey({ key, format: 'der', type: 'spki' }),
  });
  return shared.some((byte) => byte !== 0) ? shared : undefined;
}
