import { createHash, createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { proofText, type RecordPlace } from '@millrace/engine/vault';

/** Proves that this server wrote a record: the HMAC-SHA256 of its place and its bytes. Anybody can seal to a public key; only the server has this key. */
export function proveRecord(proofKey: KeyObject, place: RecordPlace, record: Uint8Array): Uint8Array {
  const hash = createHash('sha256').update(record).digest('hex');
  return new Uint8Array(createHmac('sha256', proofKey).update(proofText(place, hash)).digest());
}

/** Tells whether this server wrote a record, at this place and with these bytes. */
export function checkProof(
  proofKey: KeyObject,
  place: RecordPlace,
  record: Uint8Array,
  proof: Uint8Array,
): boolean {
  const right = proveRecord(proofKey, place, record);
  return proof.length === right.length && timingSafeEqual(proof, right);
}
