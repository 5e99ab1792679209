import type { RunRow } from '../../store/store.ts';
import type { Clock } from '../log/clock.ts';

/** How one worker tells the time of leases, and judges those of others. */
export interface Leases {
  /** Runs beside the wall clock from where that stood, and does not jump with it. */
  now(): number;
  /** The time to claim a run with; undefined while it waits or is somebody else's. */
  claimTime(run: RunRow): number | undefined;
  /** Takes the wall clock's word again: others judge our leases by another time than ours. */
  anchor(): void;
}

/**
 * Leases end by the times in the store. One that ends later than any that is taken now was written by a clock that
 * stood wrong; it is over when nobody has renewed it for as long as a lease lasts. Who is alone waits for none.
 */
export function createLeases(clock: Clock, leaseMs: number, sole: boolean): Leases {
  const steady = (): number => clock.steady?.() ?? clock.now();
  const strange = new Map<string, { readonly leaseUntil: number; readonly since: number }>();
  let offset = 0;

  const anchor = (): void => {
    offset = clock.now() - steady();
  };
  const now = (): number => Math.floor(steady() + offset);

  function isDead({ id, leaseUntil }: RunRow): boolean {
    if (leaseUntil <= now() + 2 * leaseMs) {
      strange.delete(id);
      return false;
    }
    const seen = strange.get(id);
    if (seen?.leaseUntil === leaseUntil) return steady() - seen.since >= leaseMs;
    strange.set(id, { leaseUntil, since: steady() });
    return false;
  }

  anchor();
  return {
    now,
    anchor,
    claimTime(run) {
      switch (run.status) {
        case 'waiting':
          // Waits are in the log's time, which is the wall clock's.
          if (run.wakeAt === null || run.wakeAt > clock.now()) return undefined;
          return Math.max(run.wakeAt, now());
        case 'ready':
          if (run.leaseUntil <= now()) return now();
          return sole || isDead(run) ? run.leaseUntil : undefined;
        default:
          strange.delete(run.id);
          return undefined;
      }
    },
  };
}
