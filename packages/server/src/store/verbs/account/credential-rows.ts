import type { CredentialRow, Let } from '../../credential.ts';
import { aboutCredential } from '../../seal/about.ts';
import { openOr } from '../../seal/open-or.ts';
import type { Sealer } from '../../seal/sealer.ts';
import { integer, type Row, type Tx, text } from '../../tx.ts';
import { ACCOUNT_COLUMNS, joinedAccount } from './people-verbs.ts';

export type CredentialKind = 'passkey' | 'passphrase';

/** A credential as a database keeps it: its facts, and the sealed rest. */
export interface Kept<Words> extends CredentialRow {
  readonly usedAt: number;
  readonly words: Words;
}

/** The credential in a row. Undefined when the row was changed without the key, or is one of another kind. */
export function keptIn<Words>(sealer: Sealer, kind: CredentialKind, row: Row): Kept<Words> | undefined {
  const facts = {
    id: text(row, 'id'),
    lookup: text(row, 'lookup'),
    account: text(row, 'account_id'),
    createdAt: integer(row, 'created_at'),
  };
  if (text(row, 'kind') !== kind) return undefined;
  return openOr<Kept<Words> | undefined>(
    sealer,
    { text: text(row, 'payload'), keyId: text(row, 'key_id'), about: aboutCredential(kind, facts) },
    // The payload is what writeWords or insertCredential wrote.
    (json) => ({ ...facts, usedAt: integer(row, 'used_at'), words: JSON.parse(json) as Words }),
    () => undefined,
  );
}

/** Adds a row. False when another one has its lookup. */
export function* insertCredential(
  sealer: Sealer,
  kind: CredentialKind,
  row: CredentialRow,
  words: object,
): Tx<boolean> {
  const { id, lookup, account, createdAt } = row;
  const rows = yield [
    `INSERT INTO credentials (id, account_id, kind, lookup, payload, key_id, created_at, used_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT (lookup) DO NOTHING RETURNING id`,
    ...[id, account, kind, lookup, sealer.seal(JSON.stringify(words), aboutCredential(kind, row))],
    ...[sealer.keyId, createdAt],
  ];
  return rows.length > 0;
}

/** Seals other words into a row. */
export function* writeWords(
  sealer: Sealer,
  kind: CredentialKind,
  row: CredentialRow,
  words: object,
): Tx<void> {
  yield [
    'UPDATE credentials SET payload = ?, key_id = ? WHERE id = ?',
    ...[sealer.seal(JSON.stringify(words), aboutCredential(kind, row)), sealer.keyId, row.id],
  ];
}

/** The credential that a lookup names, with its account if that is active. One query, whatever it finds. */
export function* findByLookup<Words>(
  sealer: Sealer,
  kind: CredentialKind,
  lookup: string,
): Tx<Let<Kept<Words>> | undefined> {
  const [row] = yield [
    `SELECT c.*, ${ACCOUNT_COLUMNS} FROM credentials c JOIN accounts a ON a.id = c.account_id WHERE c.lookup = ?`,
    lookup,
  ];
  const credential = row && keptIn<Words>(sealer, kind, row);
  const account = row && joinedAccount(sealer, row);
  return credential !== undefined && account?.status === 'active' ? { credential, account } : undefined;
}

/** Lets one change of an account's credentials wait for another. False when there is no such account. */
export function* lockAccount(account: string): Tx<boolean> {
  const rows = yield ['UPDATE accounts SET created_at = created_at WHERE id = ? RETURNING id', account];
  return rows.length > 0;
}
