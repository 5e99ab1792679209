import {
  type Account,
  type NewSession,
  SESSION_IDLE_MS,
  type Session,
  type SignedIn,
  type TakenToken,
} from '../../account.ts';
import { aboutSession, aboutToken } from '../../seal/about.ts';
import { openOr } from '../../seal/open-or.ts';
import { isSealed, type Sealer } from '../../seal/sealer.ts';
import { integer, integerOrNull, type Row, type Tx, text } from '../../tx.ts';
import { countDoors } from './meta-verbs.ts';
import { ACCOUNT_COLUMNS, getAccount, joinedAccount } from './people-verbs.ts';

// A row counts only with its seal: somebody who can write the database and has no key can't let anybody in.

export function* putToken(
  sealer: Sealer,
  hash: string,
  account: string,
  expiresAt: number,
  confirmedAt: number | null = null,
): Tx<void> {
  const seal = sealer.seal('', aboutToken(hash, account, expiresAt, confirmedAt));
  yield ['DELETE FROM start_tokens WHERE hash = ?', hash];
  yield [
    'INSERT INTO start_tokens (hash, account_id, confirmed_at, expires_at, seal, key_id) VALUES (?, ?, ?, ?, ?, ?)',
    ...[hash, account, confirmedAt, expiresAt, seal, sealer.keyId],
  ];
}

export function* takeToken(
  sealer: Sealer,
  hash: string,
  now: number,
  only?: string,
): Tx<TakenToken | undefined> {
  // A token of another account stays: it was only shown to the wrong one.
  const [row] = yield [
    `DELETE FROM start_tokens WHERE hash = ? AND expires_at > ? AND account_id = COALESCE(CAST(? AS text), account_id) RETURNING *`,
    ...[hash, now, only ?? null],
  ];
  yield* forgetExpired(now);
  if (row === undefined) return undefined;
  const account = yield* accountIn(sealer, row);
  return account && { account: account.id, confirmedAt: integerOrNull(row, 'confirmed_at') };
}

export function* accountOfToken(sealer: Sealer, hash: string, now: number): Tx<Account | undefined> {
  const [row] = yield ['SELECT * FROM start_tokens WHERE hash = ? AND expires_at > ?', hash, now];
  return row && (yield* accountIn(sealer, row));
}

/** The active account of a token's row. */
function* accountIn(sealer: Sealer, row: Row): Tx<Account | undefined> {
  const id = text(row, 'account_id');
  const confirmedAt = integerOrNull(row, 'confirmed_at');
  const about = aboutToken(text(row, 'hash'), id, integer(row, 'expires_at'), confirmedAt);
  if (!isSealed(sealer, row, about)) return undefined;
  const account = yield* getAccount(sealer, id);
  return account?.status === 'active' ? account : undefined;
}

/** Signing in is rare: a good moment to forget what has expired. */
function* forgetExpired(now: number): Tx<void> {
  yield ['DELETE FROM start_tokens WHERE expires_at <= ?', now];
  yield ['DELETE FROM sessions WHERE expires_at <= ? OR seen_at <= ?', now, now - SESSION_IDLE_MS];
}

export function* putSession(sealer: Sealer, session: NewSession): Tx<void> {
  const { hash, keyHash, account, name, createdAt, seenAt = createdAt, confirmedAt, expiresAt } = session;
  yield [
    `INSERT INTO sessions (hash, key_hash, account_id, payload, key_id, created_at, seen_at, confirmed_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[hash, keyHash, account, sealer.seal(JSON.stringify({ name }), aboutSession(session)), sealer.keyId],
    ...[createdAt, seenAt, confirmedAt, expiresAt],
  ];
}

export function* confirmSession(sealer: Sealer, hash: string, confirmedAt: number): Tx<void> {
  // Locks the row: of two confirmations at once the later one stays.
  const [row] = yield ['UPDATE sessions SET confirmed_at = confirmed_at WHERE hash = ? RETURNING *', hash];
  const session = row && sessionIn(sealer, row);
  if (session === undefined || session.confirmedAt >= confirmedAt) return;
  const facts = { ...session, confirmedAt, keyHash: text(row ?? {}, 'key_hash') };
  yield [
    'UPDATE sessions SET confirmed_at = ?, payload = ?, key_id = ? WHERE hash = ?',
    ...[confirmedAt, sealer.seal(JSON.stringify({ name: session.name }), aboutSession(facts))],
    ...[sealer.keyId, hash],
  ];
}

export function* replaceSession(hash: string, keyHash: string, account: string): Tx<boolean> {
  const rows = yield [
    'DELETE FROM sessions WHERE hash = ? AND (key_hash = ? OR account_id = ?) RETURNING hash',
    ...[hash, keyHash, account],
  ];
  if (rows.length > 0) yield* countDoors();
  return rows.length > 0;
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
     WHERE s.hash = ? AND s.key_hash = ? AND s.expires_at > ? AND s.seen_at > ?`,
    ...[hash, keyHash, now, now - SESSION_IDLE_MS],
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
    'SELECT * FROM sessions WHERE account_id = ? AND expires_at > ? AND seen_at > ? ORDER BY seen_at DESC, hash',
    ...[account, now, now - SESSION_IDLE_MS],
  ];
  return rows.flatMap((row) => sessionIn(sealer, row) ?? []);
}

export function* dropSession(account: string, hash: string): Tx<boolean> {
  const rows = yield ['DELETE FROM sessions WHERE account_id = ? AND hash = ? RETURNING hash', account, hash];
  if (rows.length === 0) return false;
  yield* dropLinks(account);
  yield* countDoors();
  return true;
}

export function* dropOtherSessions(account: string, hash: string | undefined): Tx<number> {
  const rows = yield [
    'DELETE FROM sessions WHERE account_id = ? AND hash <> ? RETURNING hash',
    account,
    hash ?? '',
  ];
  yield* dropLinks(account);
  if (rows.length > 0) yield* countDoors();
  return rows.length;
}

/** A device that was signed out must not come back by a link that it has made. Those that confirm by themselves come from elsewhere. */
function* dropLinks(account: string): Tx<void> {
  yield ['DELETE FROM start_tokens WHERE account_id = ? AND confirmed_at IS NOT NULL', account];
}

function sessionIn(sealer: Sealer, row: Row): Session | undefined {
  const session = {
    hash: text(row, 'hash'),
    account: text(row, 'account_id'),
    createdAt: integer(row, 'created_at'),
    confirmedAt: integer(row, 'confirmed_at'),
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
