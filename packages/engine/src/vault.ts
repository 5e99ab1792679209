export {
  boundToKey,
  boundToRecord,
  type ChatKeyClaim,
  linkText,
  proofText,
  type RecordPlace,
  tagText,
  type WrapPlace,
  type WrapPurpose,
} from './vault/bound.ts';
export { type Bytes, concat, utf8 } from './vault/bytes.ts';
export {
  IV_BYTES,
  packKey,
  packRecord,
  SEAL_MODES,
  type SealedKey,
  type SealedRecord,
  type SealMode,
  TAG_BYTES,
  type Unpacked,
  unpackKey,
  unpackRecord,
} from './vault/envelope.ts';
export { type HpkeExchange, type HpkeKey, hpkeSchedule, type MacRequest } from './vault/hpke-schedule.ts';
export { KEY_LABELS, SEAL_LABELS } from './vault/labels.ts';
export { pad, unpad } from './vault/pad.ts';
export { checkPublicKey, isPublicKey, KEY_BYTES, keyIdOf } from './vault/public-key.ts';
export { printRecoveryCode, type ReadRecoveryCode, readRecoveryCode } from './vault/recovery-code.ts';
export type { Opened, VaultProblem } from './vault/vault-problem.ts';
