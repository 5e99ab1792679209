import * as webTags from '../../packages/react/src/vault/chat-key-tag.ts';
import * as webCipher from '../../packages/react/src/vault/cipher.ts';
import * as webHpke from '../../packages/react/src/vault/hpke.ts';
import * as webKeys from '../../packages/react/src/vault/keys.ts';
import * as webRecords from '../../packages/react/src/vault/record.ts';
import * as webWraps from '../../packages/react/src/vault/wrapped-key.ts';
import * as webPairs from '../../packages/react/src/vault/x25519.ts';
import * as nodeTags from '../../packages/server/src/vault/chat-key-tag.ts';
import * as nodeCipher from '../../packages/server/src/vault/cipher.ts';
import * as nodeHpke from '../../packages/server/src/vault/hpke.ts';
import * as nodeKeys from '../../packages/server/src/vault/keys.ts';
import * as nodeRecords from '../../packages/server/src/vault/record.ts';
import * as nodeWraps from '../../packages/server/src/vault/wrapped-key.ts';
import * as nodePairs from '../../packages/server/src/vault/x25519.ts';

/** The half of the vault that runs in a browser. */
export const web = {
  decrypt: webCipher.decrypt,
  decryptWith: webCipher.decryptWith,
  encrypt: webCipher.encrypt,
  encryptWith: webCipher.encryptWith,
  hpkeOpen: webHpke.hpkeOpen,
  hpkeSeal: webHpke.hpkeSeal,
  sealFrom: webHpke.sealFrom,
  accountKeys: webKeys.accountKeys,
  chatKeys: webKeys.chatKeys,
  hkdf: webKeys.hkdf,
  tokenKeys: webKeys.tokenKeys,
  wrappingKey: webKeys.wrappingKey,
  openRecord: webRecords.openRecord,
  sealRecord: webRecords.sealRecord,
  sealRecordTo: webRecords.sealRecordTo,
  checkChatKey: webTags.checkChatKey,
  tagChatKey: webTags.tagChatKey,
  unwrapKey: webWraps.unwrapKey,
  wrapKey: webWraps.wrapKey,
  wrapKeyTo: webWraps.wrapKeyTo,
  pairOf: webPairs.pairOf,
  sharedSecret: webPairs.sharedSecret,
  /** Raw bytes as a key of AES. */
  cipherKey: webCipher.importCipher,
};

/** The half of the vault that runs in Node. */
export const node = {
  decrypt: nodeCipher.decrypt,
  decryptWith: nodeCipher.decryptWith,
  encrypt: nodeCipher.encrypt,
  encryptWith: nodeCipher.encryptWith,
  hpkeOpen: nodeHpke.hpkeOpen,
  hpkeSeal: nodeHpke.hpkeSeal,
  sealFrom: nodeHpke.sealFrom,
  accountKeys: nodeKeys.accountKeys,
  chatKeys: nodeKeys.chatKeys,
  hkdf: nodeKeys.hkdf,
  tokenKeys: nodeKeys.tokenKeys,
  wrappingKey: nodeKeys.wrappingKey,
  openRecord: nodeRecords.openRecord,
  sealRecord: nodeRecords.sealRecord,
  sealRecordTo: nodeRecords.sealRecordTo,
  checkChatKey: nodeTags.checkChatKey,
  tagChatKey: nodeTags.tagChatKey,
  unwrapKey: nodeWraps.unwrapKey,
  wrapKey: nodeWraps.wrapKey,
  wrapKeyTo: nodeWraps.wrapKeyTo,
  pairOf: nodePairs.pairOf,
  sharedSecret: nodePairs.sharedSecret,
  cipherKey: (bytes: Uint8Array) => bytes,
};

/** A half of the vault, as the tests of both use it. */
export type Half = typeof web;

/** Both halves under one type: what one answers at once the other answers later, and the keys of a half never leave it. */
export const HALVES: readonly (readonly [string, Half])[] = [
  ['Node', node as unknown as Half],
  ['web', web],
];

/** Each half with each half: the first one seals, the second one opens. */
export const PAIRS = HALVES.flatMap(([from, sealer]) =>
  HALVES.map(([to, opener]) => [`${from} to ${to}`, sealer, opener] as const),
);

export const hex = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'hex'));
export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
