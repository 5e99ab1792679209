import type { KeyObject } from 'node:crypto';
import {
  boundToKey,
  KEY_BYTES,
  keyIdOf,
  type Opened,
  packKey,
  SEAL_LABELS,
  SEAL_MODES,
  unpackKey,
  type WrapPlace,
} from '@millrace/engine/vault';
import { decrypt, encrypt } from './cipher.ts';
import { hpkeOpen, hpkeSeal } from './hpke.ts';
import type { NamedPair } from './keys.ts';

/** Wraps a key of 32 bytes with a wrapping key. */
export function wrapKey(wrapping: KeyObject, place: WrapPlace, key: Uint8Array): Uint8Array<ArrayBuffer> {
  check(key);
  const mode = SEAL_MODES.cipher;
  return packKey({ mode, keyId: '', body: encrypt(wrapping, key, boundToKey(place, mode, '')) });
}

/** Wraps a key of 32 bytes to a public key. Throws for one that `isPublicKey` refuses. */
export function wrapKeyTo(publicKey: Uint8Array, place: WrapPlace, key: Uint8Array): Uint8Array<ArrayBuffer> {
  check(key);
  const mode = SEAL_MODES.hpke;
  const keyId = keyIdOf(publicKey);
  const bound = { info: SEAL_LABELS[place.purpose], aad: boundToKey(place, mode, keyId) };
  return packKey({ mode, keyId, body: hpkeSeal(publicKey, key, bound) });
}

/** Opens a wrapped key with the wrapping key or the pair that it was wrapped for. Never throws for bytes that others made. */
export function unwrapKey(by: KeyObject | NamedPair, place: WrapPlace, wrapped: Uint8Array): Opened {
  const sealed = unpackKey(wrapped);
  if (sealed.problem !== undefined) return sealed;
  const { mode, keyId, body } = sealed;
  const aad = boundToKey(place, mode, keyId);
  if ('keyId' in by)
    return mode === SEAL_MODES.hpke && keyId === by.keyId
      ? hpkeOpen(by, body, { info: SEAL_LABELS[place.purpose], aad })
      : { problem: 'other_key' };
  return mode === SEAL_MODES.cipher ? decrypt(by, body, aad) : { problem: 'other_key' };
}

function check(key: Uint8Array): void {
  if (key.length !== KEY_BYTES) throw new Error(`A wrapped key has ${KEY_BYTES} bytes, not ${key.length}.`);
}
