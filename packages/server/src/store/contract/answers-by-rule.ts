import type { ApprovalRow, Claim, DecideResult, NewDecision, RunRow } from '../store.ts';

// The rules of claims, fences, leases and decisions, apart from the SQL: what a store must answer, by the rows before.

const isOpen = ({ status }: RunRow): boolean => status === 'ready' || status === 'waiting';

/** Tells whether a worker gets a run that it claims. Pure. */
export function mayClaim(row: RunRow | undefined, owner: string, now: number): boolean {
  if (row === undefined) return false;
  const { status, leaseUntil, wakeAt } = row;
  if (status === 'waiting') return wakeAt !== null && wakeAt <= now;
  return status === 'ready' && (leaseUntil <= now || row.owner === owner);
}

/** Tells whether a worker gets a run that has ended, to undo something in it. Pure. */
export function mayClaimEnded(row: RunRow | undefined, now: number): boolean {
  return row !== undefined && !isOpen(row) && row.leaseUntil <= now;
}

/** Tells whether a worker that knows the log up to `seq` may write: it has the newest fence, still holds the run, and missed nothing. Pure. */
export function mayWrite(
  row: RunRow | undefined,
  { fence }: Claim,
  seq: number | undefined,
): 'FencedError' | 'behind' | 'done' {
  if (row?.fence !== fence || row.status !== 'ready' || row.owner === null) return 'FencedError';
  return seq === undefined || seq === row.lastSeq ? 'done' : 'behind';
}

/** Returns the outcome of a decision about a call, when the rules offered with it exist. Pure. */
export function decided(
  row: ApprovalRow | undefined,
  { argsHash, ts }: Pick<NewDecision, 'argsHash' | 'ts'>,
): DecideResult['type'] {
  if (row === undefined) return 'no_approval';
  if (row.decision !== null) return 'already_decided';
  if (row.status !== 'pending' || (row.expiresAt !== null && row.expiresAt <= ts)) return 'expired';
  return argsHash === `hash-${row.id}` ? 'decided' : 'args_changed';
}
