import {
  type Bytes,
  checkPublicKey,
  concat,
  type HpkeExchange,
  hpkeSchedule,
  KEY_BYTES,
  type Opened,
  TAG_BYTES,
} from '@millrace/engine/vault';
import { decryptWith, encryptWith, importCipher } from './cipher.ts';
import { generatePair, type KeyPair, sharedSecret } from './x25519.ts';

const HMAC = { name: 'HMAC', hash: 'SHA-256' };

/** The parts of an HPKE message that both sides know without it. */
export interface HpkeBound {
  readonly info: string;
  readonly aad: Uint8Array;
}

/** Seals to a public key: `enc`, ciphertext and tag. RFC 9180, base mode, single shot. Rejects for a public key that `isPublicKey` refuses. */
export async function hpkeSeal(publicKey: Uint8Array, plain: Uint8Array, bound: HpkeBound): Promise<Bytes> {
  return sealFrom(await generatePair(), publicKey, plain, bound);
}

/** `hpkeSeal` with a pair that is given. A pair must never seal twice: the IV follows from it. */
export async function sealFrom(
  { privateKey, publicKey: enc }: KeyPair,
  publicKey: Uint8Array,
  plain: Uint8Array,
  { info, aad }: HpkeBound,
): Promise<Bytes> {
  checkPublicKey(publicKey);
  const shared = await sharedSecret(privateKey, publicKey);
  if (shared === undefined) throw new Error('X25519 gave no secret: the public key is of small order.');
  const { key, iv } = await keyOf({ shared, enc, publicKey, info });
  return concat(enc, await encryptWith(key, iv, concat(plain), concat(aad)));
}

/** Opens what was sealed to the public half of a pair. Never rejects for bytes that others made. */
export async function hpkeOpen(
  { privateKey, publicKey }: KeyPair,
  sealed: Uint8Array,
  { info, aad }: HpkeBound,
): Promise<Opened> {
  if (sealed.length < KEY_BYTES + TAG_BYTES) return { problem: 'not_sealed' };
  const enc = sealed.subarray(0, KEY_BYTES);
  const shared = await sharedSecret(privateKey, enc);
  if (shared === undefined) return { problem: 'refused' };
  const { key, iv } = await keyOf({ shared, enc, publicKey, info });
  return decryptWith(key, iv, sealed.slice(KEY_BYTES), concat(aad));
}

async function keyOf(exchange: HpkeExchange): Promise<{ readonly key: CryptoKey; readonly iv: Bytes }> {
  const schedule = hpkeSchedule(exchange);
  let step = schedule.next();
  while (!step.done) {
    const { key, data } = step.value;
    const hmac = await crypto.subtle.importKey('raw', key, HMAC, false, ['sign']);
    step = schedule.next(new Uint8Array(await crypto.subtle.sign(HMAC.name, hmac, data)));
  }
  return { key: await importCipher(step.value.key), iv: step.value.iv };
}
