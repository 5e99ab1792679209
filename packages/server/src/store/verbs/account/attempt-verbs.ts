import type { Attempt, Attempter } from '../../credential.ts';
import type { Sealer } from '../../seal/sealer.ts';
import { integer, type Row, type Tx } from '../../tx.ts';
import { keepNewest } from './keep-newest.ts';
import { plainName } from './plain-name.ts';

/** The time in which wrong ones are counted together. */
const WINDOW_MS = 15 * 60 * 1000;
const FIRST_HOLD_MS = 30_000;
const LONGEST_HOLD_MS = 60 * 60 * 1000;

/** How long one must wait who was wrong so often: nothing below the limit, then twice as long each time. Pure. */
function holdMs(tries: number, limit: number): number {
  return tries < limit ? 0 : Math.min(LONGEST_HOLD_MS, FIRST_HOLD_MS * 2 ** (tries - limit));
}

// Neither a name nor an address is readable in the database.
const idOf = (sealer: Sealer, { kind, value }: Attempter): string =>
  sealer.mac(kind === 'name' ? plainName(value) : value, `attempts:${kind}`);

export function* heldUntil(sealer: Sealer, who: readonly Attempter[]): Tx<number> {
  let until = 0;
  for (const each of who) {
    const [row] = yield ['SELECT held_until FROM attempts WHERE id = ?', idOf(sealer, each)];
    if (row !== undefined) until = Math.max(until, integer(row, 'held_until'));
  }
  return until;
}

export function* takeAttempt(
  sealer: Sealer,
  who: readonly Attempter[],
  limit: number,
  now: number,
): Tx<Attempt> {
  const until = yield* heldUntil(sealer, who);
  if (until > now) return { type: 'held', until };
  yield ['DELETE FROM attempts WHERE expires_at <= ?', now];
  const holds: (Attempter & { readonly until: number })[] = [];
  for (const each of who) {
    const id = idOf(sealer, each);
    const [row] = yield ['SELECT * FROM attempts WHERE id = ?', id];
    const next = counted(row, limit, now);
    yield [
      `INSERT INTO attempts (id, tries, since, held_until, expires_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE
       SET tries = excluded.tries, since = excluded.since, held_until = excluded.held_until, expires_at = excluded.expires_at`,
      ...[id, next.tries, next.since, next.until, next.expiresAt],
    ];
    holds.push({ ...each, until: next.until });
  }
  yield* keepNewest('attempts', 'id');
  return { type: 'taken', holds };
}

/** A row after one more wrong one. */
function counted(row: Row | undefined, limit: number, now: number) {
  const before = row === undefined ? 0 : integer(row, 'tries');
  const since = row === undefined ? now : integer(row, 'since');
  const isOver = before < limit && since + WINDOW_MS <= now;
  const tries = isOver ? 1 : before + 1;
  const hold = holdMs(tries, limit);
  return {
    tries,
    since: isOver ? now : since,
    until: hold === 0 ? 0 : now + hold,
    // A row outlives its hold: one who is wrong again soon after it must wait longer.
    expiresAt: hold === 0 ? (isOver ? now : since) + WINDOW_MS : now + hold + WINDOW_MS,
  };
}

export function* giveBackAttempt(sealer: Sealer, { holds }: Extract<Attempt, { type: 'taken' }>): Tx<void> {
  for (const { until, ...who } of holds) {
    const id = idOf(sealer, who);
    if (who.kind === 'name') yield ['DELETE FROM attempts WHERE id = ?', id];
    // Others may have been wrong at the same address meanwhile: their hold stays.
    else
      yield [
        `UPDATE attempts SET tries = tries - 1, held_until = CASE WHEN held_until = ? THEN 0 ELSE held_until END WHERE id = ?`,
        ...[until, id],
      ];
  }
}
