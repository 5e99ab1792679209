import type { Tx } from './tx.ts';

export function* putToken(hash: string, expiresAt: number): Tx<void> {
  yield ['DELETE FROM start_tokens WHERE hash = ?', hash];
  yield ['INSERT INTO start_tokens (hash, expires_at) VALUES (?, ?)', hash, expiresAt];
}

export function* takeToken(hash: string, now: number): Tx<boolean> {
  const rows = yield ['DELETE FROM start_tokens WHERE hash = ? AND expires_at > ? RETURNING hash', hash, now];
  // Signing in is rare: a good moment to forget what has expired.
  yield ['DELETE FROM start_tokens WHERE expires_at <= ?', now];
  yield ['DELETE FROM sessions WHERE expires_at <= ?', now];
  return rows.length === 1;
}

export function* putSession(hash: string, expiresAt: number): Tx<void> {
  yield ['INSERT INTO sessions (hash, expires_at) VALUES (?, ?)', hash, expiresAt];
}

export function* hasSession(hash: string, now: number): Tx<boolean> {
  const rows = yield ['SELECT hash FROM sessions WHERE hash = ? AND expires_at > ?', hash, now];
  return rows.length === 1;
}

export function* dropSession(hash: string): Tx<void> {
  yield ['DELETE FROM sessions WHERE hash = ?', hash];
}
