import type { Challenge } from '../../credential.ts';
import { aboutChallenge } from '../../seal/about.ts';
import { isSealed, type Sealer } from '../../seal/sealer.ts';
import { integer, type Tx } from '../../tx.ts';
import { keepNewest } from './keep-newest.ts';

export function* putChallenge(sealer: Sealer, challenge: Challenge, now: number): Tx<void> {
  const { hash, purpose, account, expiresAt } = challenge;
  yield ['DELETE FROM challenges WHERE expires_at <= ?', now];
  yield [
    'INSERT INTO challenges (hash, purpose, account_id, expires_at, seal, key_id) VALUES (?, ?, ?, ?, ?, ?)',
    ...[hash, purpose, account, expiresAt, sealer.seal('', aboutChallenge(challenge)), sealer.keyId],
  ];
  yield* keepNewest('challenges', 'hash');
}

export function* takeChallenge(
  sealer: Sealer,
  { hash, purpose, account }: Omit<Challenge, 'expiresAt'>,
  now: number,
): Tx<boolean> {
  const [row] = yield ['DELETE FROM challenges WHERE hash = ? RETURNING *', hash];
  if (row === undefined) return false;
  const expiresAt = integer(row, 'expires_at');
  // The seal binds the purpose and the account, so it fits no others.
  return expiresAt > now && isSealed(sealer, row, aboutChallenge({ hash, purpose, account, expiresAt }));
}
