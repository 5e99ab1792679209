import {
  boundToRecord,
  keyIdOf,
  type Opened,
  packRecord,
  pad,
  type RecordPlace,
  SEAL_LABELS,
  SEAL_MODES,
  unpackRecord,
  unpad,
} from '@millrace/engine/vault';
import { decrypt, encrypt } from './cipher.ts';
import { hpkeOpen, hpkeSeal } from './hpke.ts';
import type { ChatKeys } from './keys.ts';

/** Seals a record with the AES key of its chat. */
export function sealRecord(
  { cipher, keyId }: ChatKeys,
  place: RecordPlace,
  plain: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const mode = SEAL_MODES.cipher;
  return packRecord({ mode, keyId, body: encrypt(cipher, pad(plain), boundToRecord(place, mode, keyId)) });
}

/** Seals a record to the public key of its chat: whoever does it can't open it. Throws for a public key that `isPublicKey` refuses. */
export function sealRecordTo(
  publicKey: Uint8Array,
  place: RecordPlace,
  plain: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const mode = SEAL_MODES.hpke;
  const keyId = keyIdOf(publicKey);
  const bound = { info: SEAL_LABELS.record, aad: boundToRecord(place, mode, keyId) };
  return packRecord({ mode, keyId, body: hpkeSeal(publicKey, pad(plain), bound) });
}

/** Opens a record of either mode at its place. Never throws for bytes that others made. */
export function openRecord(keys: ChatKeys, place: RecordPlace, record: Uint8Array): Opened {
  const sealed = unpackRecord(record);
  if (sealed.problem !== undefined) return sealed;
  const { mode, keyId, body } = sealed;
  if (keyId !== keys.keyId) return { problem: 'other_key' };
  const aad = boundToRecord(place, mode, keyId);
  const opened =
    mode === SEAL_MODES.cipher
      ? decrypt(keys.cipher, body, aad)
      : hpkeOpen(keys, body, { info: SEAL_LABELS.record, aad });
  if (opened.problem !== undefined) return opened;
  const plain = unpad(opened.plain);
  return plain === undefined ? { problem: 'bad_padding' } : { plain };
}
