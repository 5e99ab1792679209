import type { TokenScope } from '@millrace/engine/run';
import { aboutApiToken } from '../../seal/about.ts';
import { openOr } from '../../seal/open-or.ts';
import type { Sealer } from '../../seal/sealer.ts';
import { type ApiToken, MOST_TOKENS, type NewApiToken, type TokenOwner } from '../../token-store.ts';
import { integer, integerOrNull, type Row, type Tx, text } from '../../tx.ts';
import { countDoors } from './meta-verbs.ts';
import { ACCOUNT_COLUMNS, getAccount, joinedAccount, lockAccount } from './people-verbs.ts';

/** For how long people see that a token has expired. */
const SHOWN_MS = 30 * 24 * 60 * 60 * 1000;

export function* putApiToken(sealer: Sealer, token: NewApiToken): Tx<'kept' | 'too_many' | 'no_account'> {
  const { id, hash, account, name, scopes, createdAt, expiresAt } = token;
  // Two at once would both be the last one that fits.
  yield* lockAccount(account);
  if ((yield* getAccount(sealer, account)) === undefined) return 'no_account';
  yield ['DELETE FROM api_tokens WHERE expires_at <= ?', createdAt - SHOWN_MS];
  const [row] = yield ['SELECT count(*) AS many FROM api_tokens WHERE account_id = ?', account];
  if (row === undefined || integer(row, 'many') >= MOST_TOKENS) return 'too_many';
  yield [
    `INSERT INTO api_tokens (id, hash, account_id, scopes, payload, key_id, created_at, used_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, NULL, ?)`,
    ...[id, hash, account, scopes.join(' ')],
    ...[sealer.seal(JSON.stringify({ name }), aboutApiToken(token)), sealer.keyId, createdAt, expiresAt],
  ];
  return 'kept';
}

export function* findApiToken(sealer: Sealer, hash: string, now: number): Tx<TokenOwner | undefined> {
  // Every request with a token asks this, so it is one query.
  const [row] = yield [
    `SELECT t.*, ${ACCOUNT_COLUMNS} FROM api_tokens t JOIN accounts a ON a.id = t.account_id
     WHERE t.hash = ? AND (t.expires_at IS NULL OR t.expires_at > ?)`,
    hash,
    now,
  ];
  if (row === undefined) return undefined;
  const token = tokenIn(sealer, row);
  const account = joinedAccount(sealer, row);
  return token !== undefined && account?.status === 'active' ? { token, account } : undefined;
}

export function* touchApiToken(id: string, now: number): Tx<void> {
  yield [
    'UPDATE api_tokens SET used_at = ? WHERE id = ? AND (used_at IS NULL OR used_at < ?)',
    ...[now, id, now],
  ];
}

export function* listApiTokens(sealer: Sealer, account: string): Tx<ApiToken[]> {
  const rows = yield ['SELECT * FROM api_tokens WHERE account_id = ? ORDER BY created_at DESC, id', account];
  return rows.flatMap((row) => tokenIn(sealer, row) ?? []);
}

export function* dropApiToken(account: string, id: string): Tx<boolean> {
  const rows = yield ['DELETE FROM api_tokens WHERE account_id = ? AND id = ? RETURNING id', account, id];
  if (rows.length > 0) yield* countDoors();
  return rows.length > 0;
}

function tokenIn(sealer: Sealer, row: Row): ApiToken | undefined {
  // Only putApiToken writes the columns, and the seal binds them, but for the time of the last use.
  const facts = {
    id: text(row, 'id'),
    hash: text(row, 'hash'),
    account: text(row, 'account_id'),
    scopes: text(row, 'scopes').split(' ') as TokenScope[],
    createdAt: integer(row, 'created_at'),
    expiresAt: integerOrNull(row, 'expires_at'),
  };
  return openOr<ApiToken | undefined>(
    sealer,
    { text: text(row, 'payload'), keyId: text(row, 'key_id'), about: aboutApiToken(facts) },
    (json) => ({
      ...facts,
      usedAt: integerOrNull(row, 'used_at'),
      ...(JSON.parse(json) as { name: string }),
    }),
    () => undefined,
  );
}
