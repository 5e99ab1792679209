import type { Lease, RunRow, RunStore } from '../../store/store.ts';
import { FencedError, StoreLostError } from '../../store/store-error.ts';
import { type Bus, cancelTopic } from '../log/bus.ts';
import type { Clock } from '../log/clock.ts';
import { StoreTrouble, trusted } from '../log/run-log.ts';

export interface LeaseParts {
  readonly store: RunStore;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly leaseMs: number;
  /** The lease that is taken now. */
  readonly lease: () => Lease;
}

export interface KeptLease {
  /** Aborted when the run is, or may be, no longer ours. */
  readonly lost: AbortSignal;
  /** Makes sure that the run is still ours. Rejects with FencedError when it is not. */
  renew(): Promise<void>;
  /** Gives the run up. */
  end(): Promise<void>;
}

/** Renews the lease of a run that was claimed with `taken`, until the end. `heed` is shown what became of the run. */
export function keepLease(
  { store, bus, clock, leaseMs, lease }: LeaseParts,
  run: RunRow,
  taken: Lease,
  heed: (run: RunRow) => void,
): KeptLease {
  const claim = { runId: run.id, fence: run.fence };
  const lost = new AbortController();
  const lose = (error: unknown): void => lost.abort(error);
  // A worker that does not learn in time that the run is still its own must assume that it is lost.
  const expire = (): void =>
    lose(new StoreTrouble(new StoreLostError(`The lease of run ${run.id} ran out.`, undefined)));
  const expireAfter = ({ now }: Lease): (() => void) => clock.after(leaseMs - (lease().now - now), expire);

  let stopExpiry = expireAfter(taken);
  async function renew(): Promise<void> {
    const asked = lease();
    heed(await trusted(() => store.renew(claim, asked)));
    if (lost.signal.aborted) return;
    stopExpiry();
    stopExpiry = expireAfter(asked);
  }

  let stopTimer = (): void => {};
  // A lease that can't be renewed is somebody else's soon.
  const keep = (): void => void renew().then(keepOn, lose);
  function keepOn(): void {
    if (!lost.signal.aborted) stopTimer = clock.after(leaseMs / 3, keep);
  }
  keepOn();
  const unsubscribe = bus.subscribe(cancelTopic(run.id), () => void renew().catch(() => {}));

  return {
    lost: lost.signal,
    renew,
    async end() {
      lose(new FencedError(run.id));
      stopTimer();
      stopExpiry();
      unsubscribe();
      await store.release(claim).catch(() => {});
    },
  };
}
