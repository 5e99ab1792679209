import { createHmac, generateKeyPairSync } from 'node:crypto';
import {
  checkPublicKey,
  concat,
  type HpkeExchange,
  type HpkeKey,
  hpkeSchedule,
  KEY_BYTES,
  type Opened,
  TAG_BYTES,
} from '@millrace/engine/vault';
import { decryptWith, encryptWith } from './cipher.ts';
import { type KeyPair, publicBytes, sharedSecret } from './x25519.ts';

/** The parts of an HPKE message that both sides know without it. */
export interface HpkeBound {
  readonly info: string;
  readonly aad: Uint8Array;
}

/** Seals to a public key: `enc`, ciphertext and tag. RFC 9180, base mode, single shot. Throws for a public key that `isPublicKey` refuses. */
export function hpkeSeal(
  publicKey: Uint8Array,
  plain: Uint8Array,
  bound: HpkeBound,
): Uint8Array<ArrayBuffer> {
  const ephemeral = generateKeyPairSync('x25519');
  const pair = { privateKey: ephemeral.privateKey, publicKey: publicBytes(ephemeral.publicKey) };
  return sealFrom(pair, publicKey, plain, bound);
}

/** `hpkeSeal` with a pair that is given. A pair must never seal twice: the IV follows from it. */
export function sealFrom(
  { privateKey, publicKey: enc }: KeyPair,
  publicKey: Uint8Array,
  plain: Uint8Array,
  { info, aad }: HpkeBound,
): Uint8Array<ArrayBuffer> {
  checkPublicKey(publicKey);
  const shared = sharedSecret(privateKey, publicKey);
  if (shared === undefined) throw new Error('X25519 gave no secret: the public key is of small order.');
  const { key, iv } = keyOf({ shared, enc, publicKey, info });
  return concat(enc, encryptWith(key, iv, plain, aad));
}

/** Opens what was sealed to the public half of a pair. Never throws for bytes that others made. */
export function hpkeOpen(
  { privateKey, publicKey }: KeyPair,
  sealed: Uint8Array,
  { info, aad }: HpkeBound,
): Opened {
  if (sealed.length < KEY_BYTES + TAG_BYTES) return { problem: 'not_sealed' };
  const enc = sealed.subarray(0, KEY_BYTES);
  const shared = sharedSecret(privateKey, enc);
  if (shared === undefined) return { problem: 'refused' };
  const { key, iv } = keyOf({ shared, enc, publicKey, info });
  return decryptWith(key, iv, sealed.subarray(KEY_BYTES), aad);
}

function keyOf(exchange: HpkeExchange): HpkeKey {
  const schedule = hpkeSchedule(exchange);
  let step = schedule.next();
  while (!step.done) {
    const { key, data } = step.value;
    step = schedule.next(new Uint8Array(createHmac('sha256', key).update(data).digest()));
  }
  return step.value;
}
