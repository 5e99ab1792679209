import { type Bytes, concat, KEY_BYTES, KEY_LABELS, keyIdOf, utf8 } from '@millrace/engine/vault';
import { importCipher } from './cipher.ts';
import { generatePair, type KeyPair, pairOf } from './x25519.ts';

const HMAC = { name: 'HMAC', hash: 'SHA-256' };

/** A pair and the name of its public half. */
export interface NamedPair extends KeyPair {
  readonly keyId: string;
}

/** The keys of an account. None of them can be read. */
export interface AccountKeys extends NamedPair {
  /** Makes the tags by which devices know the chat keys of their account. */
  readonly own: CryptoKey;
}

/** The keys of a chat secret. None of them can be read. */
export interface ChatKeys extends NamedPair {
  /** Seals the records that devices write. */
  readonly cipher: CryptoKey;
}

/** All that is made of a passphrase. */
export interface PassphraseKeys {
  /** Shows the server that somebody knows the passphrase: 32 bytes. The server keeps a hash of them. */
  readonly secret: Bytes;
  /** Wraps the vault key. It never leaves the page and can't be read. */
  readonly wrapping: CryptoKey;
}

/** The pair of this device: made here, and nobody can read its private half. IndexedDB can keep it. */
export async function generateDeviceKey(): Promise<NamedPair> {
  return named(await generatePair());
}

/** The keys that are made of a vault key of 32 bytes. */
export async function accountKeys(vaultKey: Uint8Array): Promise<AccountKeys> {
  check(vaultKey, 'A vault key');
  const pair = await pairFrom(vaultKey, KEY_LABELS.accountPair);
  const own = await derive(vaultKey, KEY_LABELS.own);
  return {
    ...pair,
    own: await crypto.subtle.importKey('raw', own, HMAC, false, ['sign', 'verify']),
  };
}

/** The keys that are made of a chat secret of 32 bytes. */
export async function chatKeys(secret: Uint8Array): Promise<ChatKeys> {
  check(secret, 'A chat secret');
  const pair = await pairFrom(secret, KEY_LABELS.chatPair);
  return { ...pair, cipher: await importCipher(await derive(secret, KEY_LABELS.chatCipher)) };
}

/** The pair of an API token. The token must be random: everybody can try guesses on the public half. */
export function tokenKeys(token: string): Promise<NamedPair> {
  return pairFrom(utf8(token), KEY_LABELS.tokenPair);
}

const PAIRS = { recovery: 'recoveryPair', passkey: 'passkeyPair', passphrase: 'passphrasePair' } as const;

/** The pair that the vault key is sealed to, made of the bytes of a recovery code, the secret of a passkey or a stretched passphrase. */
export function credentialPair(secret: Uint8Array, of: keyof typeof PAIRS): Promise<NamedPair> {
  return pairFrom(secret, KEY_LABELS[PAIRS[of]]);
}

/** The key that wraps the vault key, made of a recovery code or of the secret of a passkey. */
export async function wrappingKey(secret: Uint8Array, of: 'recovery' | 'passkey'): Promise<CryptoKey> {
  return importCipher(await derive(secret, KEY_LABELS[of]));
}

/** The secret for the server and the key for the page of a passphrase that Argon2id has stretched. Neither gives the other. */
export async function passphraseKeys(stretched: Uint8Array): Promise<PassphraseKeys> {
  return {
    secret: await derive(stretched, KEY_LABELS.passphraseSignIn),
    wrapping: await importCipher(await derive(stretched, KEY_LABELS.passphraseWrap)),
  };
}

/** HKDF-SHA256 without salt. */
export async function hkdf(secret: Uint8Array, info: Bytes, length: number): Promise<Bytes> {
  const key = await crypto.subtle.importKey('raw', concat(secret), 'HKDF', false, ['deriveBits']);
  const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info };
  return new Uint8Array(await crypto.subtle.deriveBits(algorithm, key, 8 * length));
}

function derive(secret: Uint8Array, label: string): Promise<Bytes> {
  return hkdf(secret, utf8(label), KEY_BYTES);
}

async function pairFrom(secret: Uint8Array, label: string): Promise<NamedPair> {
  return named(await pairOf(await derive(secret, label)));
}

function named(pair: KeyPair): NamedPair {
  return { ...pair, keyId: keyIdOf(pair.publicKey) };
}

function check(secret: Uint8Array, name: string): void {
  if (secret.length !== KEY_BYTES) throw new Error(`${name} has ${KEY_BYTES} bytes, not ${secret.length}.`);
}
