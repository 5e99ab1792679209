import { type KeyObject, randomBytes } from 'node:crypto';
import { type AccountKeys, accountKeys, rowKey, wrappingKey } from '../../vault/keys.ts';
import { unwrapKey, wrapKey } from '../../vault/wrapped-key.ts';
import { createSealer, type Sealer } from '../seal/sealer.ts';
import { StoreError } from '../store-error.ts';
import { type Row, type Tx, text } from '../tx.ts';
import type { PersonalKeys } from './personal-keys.ts';

/** A vault key, with the keys that are made of it. */
export interface VaultKeys {
  readonly secret: Uint8Array;
  readonly keys: AccountKeys;
  /** Wraps the secrets of chats. */
  readonly chatWrap: KeyObject;
  /** Seals what belongs to no chat. */
  readonly rows: Sealer;
}

/** The opened vault of an account. */
export interface Vault extends VaultKeys {
  /** The vault keys before this one, newest first, while something is still sealed with them. */
  readonly formers: readonly VaultKeys[];
}

/** The vault of an account, as its rows tell. */
export interface FoundVault {
  /** Undefined where only a credential of a person opens it. */
  readonly vault: Vault | undefined;
  /** True while the home key opens it. */
  readonly home: boolean;
}

export const KEY_BYTES = 32;
const HOME = 'home';

/** The vault of an account; undefined where there is none. Throws with the way back when its home key is not there or another one. */
export function* findVault(account: string, personal: PersonalKeys): Tx<FoundVault | undefined> {
  const publicKey = yield* publicKeyOf();
  if (publicKey === undefined) return undefined;
  const rows = yield* ownWraps();
  const home = rows.find((row) => text(row, 'kind') === HOME);
  if (home === undefined) return { vault: undefined, home: false };
  const vault = openVault(account, openHomeWrap(account, personal, text(home, 'payload')), publicKey, rows);
  if (vault === undefined) throw notOpened(personal.homePlace(account));
  return { vault, home: true };
}

/** The vault that a key opens; undefined for another key. */
export function* unlockVault(account: string, vaultKey: Uint8Array): Tx<Vault | undefined> {
  const publicKey = yield* publicKeyOf();
  return publicKey === undefined ? undefined : openVault(account, vaultKey, publicKey, yield* ownWraps());
}

/** As `findVault`; makes the vault, with the home key of the account, where there is none and the server keeps home keys. */
export function* makeVault(account: string, personal: PersonalKeys): Tx<FoundVault> {
  const found = yield* findVault(account, personal);
  if (found !== undefined) return found;
  if (!personal.keepsHome) return { vault: undefined, home: false };
  const vault = { ...vaultKeysOf(randomBytes(KEY_BYTES)), formers: [] };
  const now = Date.now();
  // The file is on disk before the row: a crash between them leaves a key that the next call uses.
  const home = wrapHome(account, personal, vault.secret);
  yield* putVault(vault, now);
  yield* putHomeWrap(home, now);
  return { vault, home: true };
}

/** Keeps the public half of a new vault. */
export function* putVault({ keys }: VaultKeys, now: number): Tx<void> {
  yield [
    'INSERT INTO vaults (account_id, public, created_at) VALUES (:account, ?, ?)',
    ...[base64(keys.publicKey), now],
  ];
}

/** A vault key under the home key of the account, which is on disk when this returns. */
export function wrapHome(account: string, personal: PersonalKeys, vaultKey: Uint8Array): string {
  return base64(wrapKey(wrappingKey(personal.makeHome(account), 'home'), placeOf(account), vaultKey));
}

export function* putHomeWrap(wrapped: string, now: number): Tx<void> {
  yield [
    `INSERT INTO vault_wraps (account_id, id, kind, payload, created_at) VALUES (:account, ?, ?, ?, ?)
     ON CONFLICT (account_id, id) DO UPDATE SET payload = excluded.payload`,
    ...[HOME, HOME, wrapped, now],
  ];
}

/** The home key opens nothing any more. */
export function* dropHomeWrap(): Tx<void> {
  yield [`DELETE FROM vault_wraps WHERE account_id = :account AND kind = '${HOME}'`];
}

export function* publicKeyOf(): Tx<string | undefined> {
  const [row] = yield ['SELECT public FROM vaults WHERE account_id = :account'];
  return row && text(row, 'public');
}

/** The wraps that the server itself opens. */
function* ownWraps(): Tx<Row[]> {
  return yield [
    `SELECT id, kind, payload FROM vault_wraps WHERE account_id = :account AND kind IN ('${HOME}', 'former')
     ORDER BY created_at DESC, id`,
  ];
}

/** The vault key that a home key has wrapped. Throws with the way back when that home key is not there, or is another one. */
export function openHomeWrap(account: string, personal: PersonalKeys, wrapped: string): Uint8Array {
  const place = personal.homePlace(account);
  const home = personal.findHome(account);
  if (home === undefined)
    throw new StoreError(
      'store_corrupt',
      `What an account keeps is encrypted with a key that is not there: ${place}. Restore that file from a copy of the key folder, or set MILLRACE_KEYS to the folder that has it, or MILLRACE_KEY if it was set when the account was first used. No other key is made.`,
    );
  const opened = unwrapKey(wrappingKey(home, 'home'), placeOf(account), bytesOf(wrapped));
  if (opened.problem === undefined) return opened.plain;
  throw notOpened(place);
}

const notOpened = (place: string): StoreError =>
  new StoreError(
    'store_corrupt',
    `${place} does not open what its account keeps. Restore the key that belongs there, or a backup of the database.`,
  );

function openVault(
  account: string,
  vaultKey: Uint8Array,
  publicKey: string,
  rows: readonly Row[],
): Vault | undefined {
  const own = vaultKeysOf(vaultKey);
  if (base64(own.keys.publicKey) !== publicKey) return undefined;
  const formers = rows.flatMap((row) => {
    if (text(row, 'kind') !== 'former') return [];
    const former = openFormer(account, own, text(row, 'id'), text(row, 'payload'));
    return former === undefined ? [] : [former];
  });
  return { ...own, formers };
}

/** The vault key before another one, which opens it: what an older key has sealed stays readable until it is sealed again. */
export function wrapFormer(
  account: string,
  by: VaultKeys,
  former: VaultKeys,
): { readonly id: string; readonly wrapped: string } {
  const id = formerId(former);
  return {
    id,
    wrapped: base64(wrapKey(wrappingKey(by.secret, 'former'), formerPlace(account, id), former.secret)),
  };
}

const formerId = ({ keys }: VaultKeys): string => `former ${keys.keyId}`;

function openFormer(account: string, by: VaultKeys, id: string, wrapped: string): VaultKeys | undefined {
  const opened = unwrapKey(wrappingKey(by.secret, 'former'), formerPlace(account, id), bytesOf(wrapped));
  return opened.problem === undefined ? vaultKeysOf(opened.plain) : undefined;
}

const formerPlace = (account: string, id: string) => ({ account, purpose: 'vault_key', id }) as const;

const placeOf = (account: string) => formerPlace(account, HOME);

export function vaultKeysOf(vaultKey: Uint8Array): VaultKeys {
  return {
    secret: Uint8Array.from(vaultKey),
    keys: accountKeys(vaultKey),
    chatWrap: wrappingKey(vaultKey, 'chatWrap'),
    rows: createSealer(rowKey(vaultKey, 'accountRows')),
  };
}

/** The bytes of a text in base64. */
export const bytesOf = (sealed: string): Uint8Array => new Uint8Array(Buffer.from(sealed, 'base64'));

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
