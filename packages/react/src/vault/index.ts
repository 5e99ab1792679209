export type {
  ChatKeyClaim,
  Opened,
  ReadRecoveryCode,
  RecordPlace,
  VaultProblem,
  WrapPlace,
  WrapPurpose,
} from '@millrace/engine/vault';
export {
  isPublicKey,
  keyIdOf,
  printRecoveryCode,
  readRecoveryCode,
} from '@millrace/engine/vault';
export { checkChatKey, tagChatKey } from './chat-key-tag.ts';
export { createVault, type Vault, type VaultOptions } from './create-vault.ts';
export { checkDevice, signDevice } from './device-link.ts';
export { type HpkeBound, hpkeOpen, hpkeSeal } from './hpke.ts';
export { type KeyStore, openKeyStore } from './key-store.ts';
export {
  type AccountKeys,
  accountKeys,
  type ChatKeys,
  chatKeys,
  credentialPair,
  generateDeviceKey,
  type NamedPair,
  type PassphraseKeys,
  passphraseKeys,
  tokenKeys,
  wrappingKey,
} from './keys.ts';
export { openRecord, sealRecord, sealRecordTo } from './record.ts';
export type { DeviceFacts, VaultStatus, VaultView } from './vault-core.ts';
export { VaultError, type VaultErrorCode } from './vault-error.ts';
export {
  type AskingDevice,
  type LinkEnd,
  type NewDeviceLink,
  readAsk,
  type VaultLinks,
} from './vault-links.ts';
export type { NewRecoveryCode, NewWay, VaultWays } from './vault-ways.ts';
export { unwrapKey, wrapKey, wrapKeyTo } from './wrapped-key.ts';
export type { KeyPair } from './x25519.ts';
