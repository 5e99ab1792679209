import type { Let, Passkey } from '../../credential.ts';
import type { Sealer } from '../../seal/sealer.ts';
import type { Tx } from '../../tx.ts';
import {
  findByLookup,
  insertCredential,
  type Kept,
  keptIn,
  lockAccount,
  writeWords,
} from './credential-rows.ts';

const MOST_PASSKEYS = 20;

/** The sealed part of a passkey. */
type Words = Pick<Passkey, 'name' | 'credential' | 'publicKey' | 'counter' | 'host' | 'transports' | 'prf'>;

const lookupOf = (sealer: Sealer, credential: string): string =>
  sealer.mac(credential, 'credentials:passkey');

export function* putPasskey(sealer: Sealer, passkey: Passkey): Tx<'kept' | 'known' | 'too_many'> {
  const { id, account, createdAt, usedAt: _, ...words } = passkey;
  yield* lockAccount(account);
  if ((yield* listPasskeys(sealer, account)).length >= MOST_PASSKEYS) return 'too_many';
  const row = { id, account, createdAt, lookup: lookupOf(sealer, passkey.credential) };
  return (yield* insertCredential(sealer, 'passkey', row, words satisfies Words)) ? 'kept' : 'known';
}

export function* findPasskey(sealer: Sealer, credential: string): Tx<Let<Passkey> | undefined> {
  const found = yield* findByLookup<Words>(sealer, 'passkey', lookupOf(sealer, credential));
  return found && { ...found, credential: passkeyOf(found.credential) };
}

export function* listPasskeys(sealer: Sealer, account: string): Tx<Passkey[]> {
  const rows = yield [
    "SELECT * FROM credentials WHERE account_id = ? AND kind = 'passkey' ORDER BY created_at, id",
    account,
  ];
  return rows.flatMap((row) => {
    const kept = keptIn<Words>(sealer, 'passkey', row);
    return kept === undefined ? [] : [passkeyOf(kept)];
  });
}

/** Locks a passkey until the end of the transaction. */
function* holdPasskey(sealer: Sealer, id: string): Tx<Kept<Words> | undefined> {
  const [row] = yield ['UPDATE credentials SET used_at = used_at WHERE id = ? RETURNING *', id];
  return row && keptIn<Words>(sealer, 'passkey', row);
}

export function* renamePasskey(sealer: Sealer, account: string, id: string, name: string): Tx<boolean> {
  const kept = yield* holdPasskey(sealer, id);
  if (kept === undefined || kept.account !== account) return false;
  yield* writeWords(sealer, 'passkey', kept, { ...kept.words, name });
  return true;
}

export function* notePasskeyUse(
  sealer: Sealer,
  id: string,
  use: { readonly counter: number; readonly prf: boolean; readonly now: number },
): Tx<boolean> {
  const { counter, prf, now } = use;
  const kept = yield* holdPasskey(sealer, id);
  if (kept === undefined) return false;
  const { words } = kept;
  // A device that counts has counted on since the last time; otherwise there are two of it.
  if ((counter > 0 || words.counter > 0) && counter <= words.counter) return false;
  yield* writeWords(sealer, 'passkey', kept, { ...words, counter, prf: words.prf || prf });
  yield ['UPDATE credentials SET used_at = ? WHERE id = ?', now, id];
  return true;
}

export function* dropPasskey(account: string, id: string): Tx<boolean> {
  const rows = yield [
    "DELETE FROM credentials WHERE account_id = ? AND id = ? AND kind = 'passkey' RETURNING id",
    ...[account, id],
  ];
  return rows.length > 0;
}

function passkeyOf({ words, lookup: _, ...facts }: Kept<Words>): Passkey {
  return { ...facts, ...words };
}
