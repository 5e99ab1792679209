import type { RunStore } from '../../store/store.ts';
import type { Clock } from '../log/clock.ts';
import type { Leases } from './leases.ts';

export interface LookParts {
  readonly store: RunStore;
  readonly clock: Clock;
  readonly leases: Leases;
  readonly sole: boolean;
  readonly renewMs: number;
  readonly isWorking: (runId: string) => boolean;
  readonly start: (runId: string, now: number) => void;
  readonly tell: (what: string, error: unknown) => void;
}

export interface Looking {
  /** Starts what is free, now and whenever a lease has run out. */
  begin(): Promise<void>;
  /** Starts what is free now. */
  once(): Promise<void>;
  end(): void;
}

const RUNS_AT_ONCE = 1000;
const LOOKS_AT_ONCE = 100;
const EVER = Number.MAX_SAFE_INTEGER;
const SHORTEST_POLL_MS = 100;

/** Looks for runs that nobody works on. */
export function lookForRuns(parts: LookParts): Looking {
  const { store, clock, leases, sole, renewMs, isWorking, start, tell } = parts;
  let isOver = false;
  let stopTimer = (): void => {};

  /** Starts what is free, and returns when to look again. */
  async function startAll(): Promise<number> {
    const now = Math.max(leases.now(), clock.now());
    const due = await store.claimableRuns(now, RUNS_AT_ONCE);
    // And some that others seem to work on.
    const held = await store.claimableRuns(EVER, sole ? RUNS_AT_ONCE : LOOKS_AT_ONCE);
    let next = renewMs;
    for (const run of [...due, ...held]) {
      if (isWorking(run.id)) continue;
      const claimTime = leases.claimTime(run);
      if (claimTime !== undefined) start(run.id, claimTime);
      // A lease that ends soon, or a time to wake up, is waited for.
      else if (run.status === 'ready') next = Math.min(next, run.leaseUntil - leases.now());
      else if (run.wakeAt !== null) next = Math.min(next, run.wakeAt - clock.now());
    }
    return Math.max(next, SHORTEST_POLL_MS);
  }

  function poll(ms: number): void {
    if (isOver) return;
    stopTimer = clock.after(ms, () => {
      startAll()
        .catch((error: unknown) => {
          tell('Runs could not be looked up:', error);
          return renewMs;
        })
        .then(poll, () => {});
    });
  }

  return {
    async begin() {
      poll(await startAll());
    },
    async once() {
      if (!isOver) await startAll();
    },
    end() {
      isOver = true;
      stopTimer();
    },
  };
}
