import { ACCOUNT_TABLES, FIRST_ACCOUNT } from '../account.ts';
import { aboutTrust } from '../seal/about.ts';
import { isSealed, type Sealer } from '../seal/sealer.ts';
import { integer, type Row, type Tx, text } from '../tx.ts';
import { putFirstAccount } from '../verbs/account/people-verbs.ts';
import { putSession, putToken } from '../verbs/account/session-verbs.ts';
import { SCHEMA } from './schema.ts';

const NEW_TABLES = [
  ...['accounts', 'invitations', 'start_tokens', 'sessions', 'api_tokens', 'trusted_files'],
  ...['credentials', 'challenges', 'attempts'],
] as const;

/** Tables of accounts that were not there before. */
const LATER_TABLES: ReadonlySet<string> = new Set([
  ...['trusted_files', 'vaults', 'vault_wraps', 'chat_keys', 'run_keys', 'chat_capsules', 'sealed_chats'],
  ...['files', 'file_pieces', 'file_refs', 'queued_messages'],
]);

/** Columns of those that were there. */
const LATER_COLUMNS: ReadonlySet<string> = new Set(['account_id', 'proof']);

/** Gives every row to the first account, which becomes the owner. Whoever is signed in stays so, and is not fresh. */
export function* addAccounts(sealer: Sealer): Tx<void> {
  const tokens = yield ['SELECT * FROM start_tokens'];
  const sessions = yield ['SELECT * FROM sessions'];
  for (const table of ['start_tokens', 'sessions']) yield [`DROP TABLE ${table}`];
  for (const table of ACCOUNT_TABLES) if (!LATER_TABLES.has(table)) yield* giveRows(table);
  for (const table of NEW_TABLES) for (const statement of statementsOf(table)) yield [statement];
  yield* putFirstAccount(sealer, Date.now());
  for (const row of tokens) yield* keepToken(sealer, row);
  for (const row of sessions) yield* keepSession(sealer, row);
  yield* moveTrust();
}

/** Makes a table again with the account in its key, and copies its rows. */
function* giveRows(table: string): Tx<void> {
  const [create = '', ...indexes] = statementsOf(table);
  const columns = columnsOf(create).filter((column) => !LATER_COLUMNS.has(column));
  yield [`ALTER TABLE ${table} RENAME TO old_${table}`];
  yield [create];
  yield [
    `INSERT INTO ${table} (account_id, ${columns.join(', ')}) SELECT CAST(? AS text), ${columns.join(', ')} FROM old_${table}`,
    FIRST_ACCOUNT,
  ];
  // With the table go its indexes, whose names the new ones have.
  yield [`DROP TABLE old_${table}`];
  for (const index of indexes) yield [index];
}

/** The statements of the schema that make a table and its indexes, in order. */
export function statementsOf(table: string): readonly string[] {
  return SCHEMA.filter(
    (statement) => statement.startsWith(`CREATE TABLE ${table} (`) || statement.includes(` ON ${table} (`),
  );
}

/** The names of the columns that a statement makes. */
function columnsOf(create: string): readonly string[] {
  const body = create.slice(create.indexOf('(') + 1);
  return [...body.matchAll(/(?:^|,)\s*([a-z_]+) (?:text|bigint)/g)].map(([, name = '']) => name);
}

function* keepToken(sealer: Sealer, row: Row): Tx<void> {
  const [hash, expiresAt] = [text(row, 'hash'), integer(row, 'expires_at')];
  if (isSealed(sealer, row, `start_tokens:${JSON.stringify([hash, expiresAt])}`))
    yield* putToken(sealer, hash, FIRST_ACCOUNT, expiresAt, 0);
}

function* keepSession(sealer: Sealer, row: Row): Tx<void> {
  const [hash, keyHash] = [text(row, 'hash'), text(row, 'key_hash')];
  const expiresAt = integer(row, 'expires_at');
  if (isSealed(sealer, row, `sessions:${JSON.stringify([hash, keyHash, expiresAt])}`))
    yield* putSession(sealer, {
      ...{ hash, keyHash, account: FIRST_ACCOUNT, name: '', createdAt: 0, confirmedAt: 0, expiresAt },
      // Nobody knows when it was last here, so it begins anew.
      seenAt: Date.now(),
    });
}

/** Trusted files were facts of the store about itself. */
function* moveTrust(): Tx<void> {
  const rows = yield ["SELECT name, value FROM meta WHERE name LIKE 'trust:%'"];
  for (const row of rows) {
    const [name, value] = [text(row, 'name'), text(row, 'value')];
    const [keyId = '', sealed = ''] = value.split(' ');
    yield [
      'INSERT INTO trusted_files (account_id, workspace, payload, key_id) VALUES (?, ?, ?, ?)',
      ...[FIRST_ACCOUNT, name.slice(aboutTrust('').length), sealed, keyId],
    ];
    yield ['DELETE FROM meta WHERE name = ?', name];
  }
}
