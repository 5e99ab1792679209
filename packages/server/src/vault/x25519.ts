import { createPrivateKey, createPublicKey, diffieHellman, type KeyObject } from 'node:crypto';
import { isPublicKey, KEY_BYTES } from '@millrace/engine/vault';

// Keys go in and out as JWK: OpenSSL takes ten times as long to read the same bytes as DER.
const CURVE = { kty: 'OKP', crv: 'X25519' } as const;

/** A private key of X25519 and its public half. */
export interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: Uint8Array;
}

/** The pair of 32 bytes. Throws for any other number of them. */
export function pairOf(bytes: Uint8Array): KeyPair {
  if (bytes.length !== KEY_BYTES)
    throw new Error(`A private key has ${KEY_BYTES} bytes, not ${bytes.length}.`);
  const privateKey = privateOf(bytes);
  return { privateKey, publicKey: publicBytes(createPublicKey(privateKey)) };
}

/** The head of a private key of X25519 in PKCS #8. */
const HEAD = Buffer.from('302e020100300506032b656e04220420', 'hex');
/** From this Node on a JWK must have its public half, which nobody knows yet. */
const STRICT_NODE = 25;
const isStrict = Number.parseInt(process.versions.node, 10) >= STRICT_NODE;

function privateOf(bytes: Uint8Array): KeyObject {
  if (isStrict) return createPrivateKey({ key: Buffer.concat([HEAD, bytes]), format: 'der', type: 'pkcs8' });
  // The public half is made of the private one, whatever stands at its place.
  return createPrivateKey({ key: { ...CURVE, d: word(bytes), x: '' }, format: 'jwk' });
}

/** The 32 bytes of a public key. */
export function publicBytes(key: KeyObject): Uint8Array {
  return new Uint8Array(Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url'));
}

/** The secret that both sides get; undefined for a public key that gives everybody the same one. */
export function sharedSecret(privateKey: KeyObject, publicKey: Uint8Array): Buffer | undefined {
  if (!isPublicKey(publicKey)) return undefined;
  const shared = diffieHellman({
    privateKey,
    publicKey: createPublicKey({ key: { ...CURVE, x: word(publicKey) }, format: 'jwk' }),
  });
  return shared.some((byte) => byte !== 0) ? shared : undefined;
}

const word = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
