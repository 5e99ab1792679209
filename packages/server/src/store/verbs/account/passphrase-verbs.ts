import type { KnownWays, Let, Passphrase } from '../../credential.ts';
import type { Sealer } from '../../seal/sealer.ts';
import { type Tx, text } from '../../tx.ts';
import { findByLookup, insertCredential, type Kept, keptIn, lockAccount } from './credential-rows.ts';
import { plainName } from './plain-name.ts';

/** The sealed part of a passphrase. */
type Words = Pick<Passphrase, 'name' | 'secretHash'>;

/** As many as 16 bytes take. */
const SALT_LENGTH = 22;

const lookupOf = (sealer: Sealer, name: string): string => sealer.mac(plainName(name), 'credentials:name');

/** Made of the name alone, so nobody sees by it whether there is such a person, or since when. */
export const saltOf = (sealer: Sealer, name: string): string =>
  sealer.mac(plainName(name), 'credentials:salt').slice(0, SALT_LENGTH);

export const handleOf = (sealer: Sealer, account: string): string =>
  sealer.mac(account, 'credentials:handle');

export function* putPassphrase(sealer: Sealer, passphrase: Passphrase): Tx<boolean> {
  const { id, account, name, secretHash, createdAt } = passphrase;
  const lookup = lookupOf(sealer, name);
  if (!(yield* lockAccount(account))) return false;
  const [taken] = yield ['SELECT * FROM credentials WHERE lookup = ?', lookup];
  const other = taken && keptIn(sealer, 'passphrase', taken);
  if (other !== undefined && other.account !== account) return false;
  yield [
    "DELETE FROM credentials WHERE lookup = ? OR (account_id = ? AND kind = 'passphrase')",
    lookup,
    account,
  ];
  const words: Words = { name, secretHash };
  return yield* insertCredential(sealer, 'passphrase', { id, account, createdAt, lookup }, words);
}

export function* findPassphrase(sealer: Sealer, name: string): Tx<Let<Passphrase> | undefined> {
  const found = yield* findByLookup<Words>(sealer, 'passphrase', lookupOf(sealer, name));
  return found && { ...found, credential: passphraseIn(found.credential) };
}

export function* passphraseOf(sealer: Sealer, account: string): Tx<Passphrase | undefined> {
  const rows = yield ["SELECT * FROM credentials WHERE account_id = ? AND kind = 'passphrase'", account];
  const [kept] = rows.flatMap((row) => keptIn<Words>(sealer, 'passphrase', row) ?? []);
  return kept && passphraseIn(kept);
}

export function* dropPassphrase(account: string): Tx<boolean> {
  const rows = yield [
    "DELETE FROM credentials WHERE account_id = ? AND kind = 'passphrase' RETURNING id",
    account,
  ];
  return rows.length > 0;
}

export function* signInWays(): Tx<KnownWays> {
  const rows = yield ['SELECT DISTINCT kind FROM credentials'];
  const kinds = rows.map((row) => text(row, 'kind'));
  return { passkey: kinds.includes('passkey'), passphrase: kinds.includes('passphrase') };
}

function passphraseIn({ id, account, createdAt, words }: Kept<Words>): Passphrase {
  return { id, account, createdAt, ...words };
}
