import type { NewSession, Session, SignedIn } from '../../account.ts';
import { aboutSession, aboutToken } from '../../seal/about.ts';
import { openOr } from '../../seal/open-or.ts';
import { isSealed, type Sealer } from '../../seal/sealer.ts';
import { integer, type Row, type Tx, text } from '../../tx.ts';
import { countDoors } from './meta-verbs.ts';
import { ACCOUNT_COLUMNS, getAccount, joinedAccount } from './people-verbs.ts';

// A row counts only with its seal: somebody who can write the database and has no key can't let anybody in.

export function* putToken(sealer: Sealer, hash: string, account: string, expiresAt: number): Tx<void> {
  yield ['DELETE FROM start_tokens WHERE hash = ?', hash];
  yield [
    'INSERT INTO start_tokens (hash, account_id, expires_at, seal, key_id) VALUES (?, ?, ?, ?, ?)',
    ...[hash, account, expiresAt, sealer.seal('', aboutToken(hash, account, expiresAt)), sealer.keyId],
  ];
}

export function* takeToken(sealer: Sealer, hash: string, now: number): Tx<string | undefined> {
  const [row] = yield ['DELETE FROM start_tokens WHERE hash = ? AND expires_at > ? RETURNING *', hash, now];
  // Signing in is rare: a good moment to forget what has expired.
  yield ['DELETE FROM start_tokens WHERE expires_at <= ?', now];
  yield ['DELETE FROM sessions WHERE expires_at <= ?', now];
  if (row === undefined) return undefined;
  const account = text(row, 'account_id');
  if (!isSealed(sealer, row, aboutToken(hash, account, integer(row, 'expires_at')))) return undefined;
  return (yield* isActive(sealer, account)) ? account : undefined;
}

export function* putSession(sealer: Sealer, session: NewSession): Tx<void> {
  const { hash, keyHash, account, name, createdAt, expiresAt } = session;
  yield [
    `INSERT INTO sessions (hash, key_hash, account_id, payload, key_id, created_at, seen_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[hash, keyHash, account, sealer.seal(JSON.stringify({ name }), aboutSession(session)), sealer.keyId],
    ...[createdAt, createdAt, expiresAt],
  ];
}

export function* findSession(
  sealer: Sealer,
  hash: string,
  keyHash: string,
  now: number,
): Tx<SignedIn | undefined> {
  // Every request asks this, so it is one query.
  const [row] = yield [
    `SELECT s.*, ${ACCOUNT_COLUMNS} FROM sessions s JOIN accounts a ON a.id = s.account_id
     WHERE s.hash = ? AND s.key_hash = ? AND s.expires_at > ?`,
    ...[hash, keyHash, now],
  ];
  if (row === undefined) return undefined;
  const session = sessionIn(sealer, row);
  const account = joinedAccount(sealer, row);
  return session !== undefined && account?.status === 'active' ? { session, account } : undefined;
}

export function* touchSession(hash: string, now: number): Tx<void> {
  yield ['UPDATE sessions SET seen_at = ? WHERE hash = ? AND seen_at < ?', now, hash, now];
}

export function* listSessions(sealer: Sealer, account: string, now: number): Tx<Session[]> {
  const rows = yield [
    'SELECT * FROM sessions WHERE account_id = ? AND expires_at > ? ORDER BY seen_at DESC, hash',
    account,
    now,
  ];
  return rows.flatMap((row) => sessionIn(sealer, row) ?? []);
}

export function* dropSession(account: string, hash: string): Tx<boolean> {
  const rows = yield ['DELETE FROM sessions WHERE account_id = ? AND hash = ? RETURNING hash', account, hash];
  if (rows.length > 0) yield* countDoors();
  return rows.length > 0;
}

export function* dropOtherSessions(account: string, hash: string | undefined): Tx<number> {
  const rows = yield [
    'DELETE FROM sessions WHERE account_id = ? AND hash <> ? RETURNING hash',
    account,
    hash ?? '',
  ];
  if (rows.length > 0) yield* countDoors();
  return rows.length;
}

function* isActive(sealer: Sealer, account: string): Tx<boolean> {
  return (yield* getAccount(sealer, account))?.status === 'active';
}

function sessionIn(sealer: Sealer, row: Row): Session | undefined {
  const session = {
    hash: text(row, 'hash'),
    account: text(row, 'account_id'),
    createdAt: integer(row, 'created_at'),
    expiresAt: integer(row, 'expires_at'),
  };
  const about = aboutSession({ ...session, keyHash: text(row, 'key_hash') });
  return openOr<Session | undefined>(
    sealer,
    { text: text(row, 'payload'), keyId: text(row, 'key_id'), about },
    // The payload is what putSession wrote.
    (json) => ({ ...session, seenAt: integer(row, 'seen_at'), ...(JSON.parse(json) as { name: string }) }),
    () => undefined,
  );
}
