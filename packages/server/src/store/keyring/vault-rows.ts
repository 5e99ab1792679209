import { type KeyObject, randomBytes } from 'node:crypto';
import { type AccountKeys, accountKeys, rowKey, wrappingKey } from '../../vault/keys.ts';
import { unwrapKey, wrapKey } from '../../vault/wrapped-key.ts';
import { createSealer, type Sealer } from '../seal/sealer.ts';
import { StoreError } from '../store-error.ts';
import { type Row, type Tx, text, textOrNull } from '../tx.ts';
import type { PersonalKeys } from './personal-keys.ts';

/** The keys that the vault key of an account opens. */
export interface Vault {
  readonly keys: AccountKeys;
  /** Wraps the secrets of chats. */
  readonly chatWrap: KeyObject;
  /** Seals what belongs to no chat. */
  readonly rows: Sealer;
}

const KEY_BYTES = 32;
const HOME = 'home';

/** The vault of an account; undefined where there is none. Throws with the way back when its home key is not there or another one. */
export function* findVault(account: string, personal: PersonalKeys): Tx<Vault | undefined> {
  const [row] = yield [
    `SELECT v.public, w.payload FROM vaults v LEFT JOIN vault_wraps w ON w.account_id = :account AND w.kind = '${HOME}'
     WHERE v.account_id = :account`,
  ];
  return row && openVault(account, personal, row);
}

/** The same; makes the vault, with the home key of the account, where there is none. */
export function* makeVault(account: string, personal: PersonalKeys): Tx<Vault> {
  const found = yield* findVault(account, personal);
  if (found !== undefined) return found;
  const vaultKey = randomBytes(KEY_BYTES);
  const vault = vaultOf(vaultKey);
  // The file is on disk before the row: a crash between them leaves a key that the next call uses.
  const wrapping = wrappingKey(personal.makeHome(account), 'home');
  const now = Date.now();
  yield [
    'INSERT INTO vaults (account_id, public, created_at) VALUES (:account, ?, ?)',
    ...[base64(vault.keys.publicKey), now],
  ];
  yield [
    'INSERT INTO vault_wraps (account_id, id, kind, payload, created_at) VALUES (:account, ?, ?, ?, ?)',
    ...[HOME, HOME, base64(wrapKey(wrapping, placeOf(account), vaultKey)), now],
  ];
  return vault;
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

function openVault(account: string, personal: PersonalKeys, row: Row): Vault {
  const wrapped = textOrNull(row, 'payload');
  const vault = wrapped === null ? undefined : vaultOf(openHomeWrap(account, personal, wrapped));
  if (vault === undefined || base64(vault.keys.publicKey) !== text(row, 'public'))
    throw notOpened(personal.homePlace(account));
  return vault;
}

const placeOf = (account: string) => ({ account, purpose: 'vault_key', id: HOME }) as const;

function vaultOf(vaultKey: Uint8Array): Vault {
  const keys = accountKeys(vaultKey);
  return {
    keys,
    chatWrap: wrappingKey(vaultKey, 'chatWrap'),
    rows: createSealer(rowKey(vaultKey, 'accountRows')),
  };
}

/** The bytes of a text in base64. */
export const bytesOf = (sealed: string): Uint8Array => new Uint8Array(Buffer.from(sealed, 'base64'));

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
