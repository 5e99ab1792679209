import { aboutSession, aboutToken } from '../../seal/about.ts';
import { isSealed, type Sealer } from '../../seal/sealer.ts';
import type { NewSession } from '../../store.ts';
import { integer, type Tx, text } from '../../tx.ts';

// A row counts only with its seal: somebody who can write the database and has no key can't let anybody in.

export function* putToken(sealer: Sealer, hash: string, expiresAt: number): Tx<void> {
  yield ['DELETE FROM start_tokens WHERE hash = ?', hash];
  yield [
    'INSERT INTO start_tokens (hash, expires_at, seal, key_id) VALUES (?, ?, ?, ?)',
    hash,
    expiresAt,
    sealer.seal('', aboutToken(hash, expiresAt)),
    sealer.keyId,
  ];
}

export function* takeToken(sealer: Sealer, hash: string, now: number): Tx<boolean> {
  const [row] = yield ['DELETE FROM start_tokens WHERE hash = ? AND expires_at > ? RETURNING *', hash, now];
  // Signing in is rare: a good moment to forget what has expired.
  yield ['DELETE FROM start_tokens WHERE expires_at <= ?', now];
  yield ['DELETE FROM sessions WHERE expires_at <= ?', now];
  return row !== undefined && isSealed(sealer, row, aboutToken(hash, integer(row, 'expires_at')));
}

export function* putSession(sealer: Sealer, session: NewSession): Tx<void> {
  const { hash, keyHash, expiresAt } = session;
  yield [
    'INSERT INTO sessions (hash, key_hash, expires_at, seal, key_id) VALUES (?, ?, ?, ?, ?)',
    hash,
    keyHash,
    expiresAt,
    sealer.seal('', aboutSession(session)),
    sealer.keyId,
  ];
}

export function* hasSession(sealer: Sealer, hash: string, keyHash: string, now: number): Tx<boolean> {
  const [row] = yield [
    'SELECT * FROM sessions WHERE hash = ? AND key_hash = ? AND expires_at > ?',
    ...[hash, keyHash, now],
  ];
  if (row === undefined) return false;
  const found = { hash: text(row, 'hash'), keyHash: text(row, 'key_hash') };
  return isSealed(sealer, row, aboutSession({ ...found, expiresAt: integer(row, 'expires_at') }));
}

export function* dropSession(hash: string): Tx<void> {
  yield ['DELETE FROM sessions WHERE hash = ?', hash];
}
