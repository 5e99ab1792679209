import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { KEY_BYTES, KEY_LABELS, keyIdOf, utf8 } from '@millrace/engine/vault';
import { type KeyPair, pairOf } from './x25519.ts';

/** A pair and the name of its public half. */
export interface NamedPair extends KeyPair {
  readonly keyId: string;
}

/** The keys of an account. */
export interface AccountKeys extends NamedPair {
  /** Makes the tags by which devices know the chat keys of their account. */
  readonly own: KeyObject;
}

/** The keys of a chat secret. */
export interface ChatKeys extends NamedPair {
  /** Seals the records that devices write. */
  readonly cipher: KeyObject;
}

/** The keys that are made of a vault key of 32 bytes. */
export function accountKeys(vaultKey: Uint8Array): AccountKeys {
  check(vaultKey, 'A vault key');
  return {
    ...pairFrom(vaultKey, KEY_LABELS.accountPair),
    own: createSecretKey(derive(vaultKey, KEY_LABELS.own)),
  };
}

/** The keys that are made of a chat secret of 32 bytes. */
export function chatKeys(secret: Uint8Array): ChatKeys {
  check(secret, 'A chat secret');
  return {
    ...chatPair(secret),
    cipher: createSecretKey(derive(secret, KEY_LABELS.chatCipher)),
  };
}

/** The pair of a chat secret. */
export function chatPair(secret: Uint8Array): NamedPair {
  return pairFrom(secret, KEY_LABELS.chatPair);
}

/** The pair of an API token. The token must be random: everybody can try guesses on the public half. */
export function tokenKeys(token: string): NamedPair {
  return pairFrom(utf8(token), KEY_LABELS.tokenPair);
}

/** The key that wraps another key, made of a recovery code, the secret of a passkey, a home key, a capsule key or a vault key. */
export function wrappingKey(
  secret: Uint8Array,
  of: 'recovery' | 'passkey' | 'home' | 'capsule' | 'chatWrap' | 'former',
): KeyObject {
  return createSecretKey(derive(secret, KEY_LABELS[of]));
}

/** The 32 bytes that seal rows, made of a vault key or of a chat secret. */
export function rowKey(secret: Uint8Array, of: 'accountRows' | 'chatRows'): Uint8Array {
  return derive(secret, KEY_LABELS[of]);
}

/** A key of 32 bytes that servers with one root key make alike, of a word under that key. */
export function sharedKey(word: Uint8Array, of: 'homeKey' | 'capsuleKey'): Uint8Array {
  return derive(word, KEY_LABELS[of]);
}

/** The key of the proofs of a server's records, made of its root key of 32 bytes. */
export function proofKey(rootKey: Uint8Array): KeyObject {
  check(rootKey, 'A root key');
  return createSecretKey(derive(rootKey, KEY_LABELS.proof));
}

/** 32 bytes by HKDF-SHA256 without salt. */
function derive(secret: Uint8Array, label: string): Uint8Array {
  return hkdf(secret, utf8(label), KEY_BYTES);
}

/** HKDF-SHA256 without salt. */
export function hkdf(secret: Uint8Array, info: Uint8Array, length: number): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), info, length));
}

function pairFrom(secret: Uint8Array, label: string): NamedPair {
  const pair = pairOf(derive(secret, label));
  return { ...pair, keyId: keyIdOf(pair.publicKey) };
}

function check(secret: Uint8Array, name: string): void {
  if (secret.length !== KEY_BYTES) throw new Error(`${name} has ${KEY_BYTES} bytes, not ${secret.length}.`);
}
