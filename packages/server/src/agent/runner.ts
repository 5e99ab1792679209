import { randomUUID } from 'node:crypto';
import type { ModelCatalog } from '../models/catalog.ts';
import { FencedError, type Lease, type RunRow, type Store, StoreError } from '../store/store.ts';
import type { Tool } from '../tools/tool.ts';
import { type Bus, cancelTopic } from './bus.ts';
import { type Clock, systemClock } from './clock.ts';
import { keepLease } from './keep-lease.ts';
import { createLeases } from './leases.ts';
import { StoreTrouble, trusted } from './run-log.ts';
import type { WorkspaceLock } from './run-tool.ts';
import { CANCELLED, runTurn } from './run-turn.ts';

export interface Runner {
  /** Starts to work on a run, in the background. */
  start(runId: string): void;
  /** Starts every run that nobody works on, now and whenever a lease has run out. */
  resume(): Promise<void>;
  /** Interrupts the work on a run that was asked to stop, wherever it is done, and resolves when it is over here. */
  cancel(runId: string): Promise<void>;
  /** Stops working; runs stay in the log, ready to be taken up again. */
  stop(): Promise<void>;
}

export interface RunnerOptions {
  readonly store: Store;
  readonly bus: Bus;
  readonly models: ModelCatalog;
  readonly tools?: readonly Tool[];
  readonly lock?: WorkspaceLock;
  readonly clock?: Clock;
  /** No other process works on this store: what an earlier one had claimed is free at once. */
  readonly sole: boolean;
  readonly leaseMs?: number;
  /** For how long a process may sleep and then go on with what it did, at worst. */
  readonly longestPauseMs?: number;
  readonly maxSteps?: number;
}

interface Work {
  readonly abort: AbortController;
  readonly done: Promise<void>;
  /** Something came that this work may be too late to see: a decision while it was already giving the run up. */
  again: boolean;
}

const LEASE_MS = 15_000;
const LONGEST_PAUSE_MS = 30_000;
const MAX_STEPS = 5;
const RUNS_AT_ONCE = 1000;
const LOOKS_AT_ONCE = 100;
const EVER = Number.MAX_SAFE_INTEGER;
const SHORTEST_POLL_MS = 100;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

/** Drives the runs of this process. Holds no state that the log does not have, except how to interrupt. */
export function createRunner(options: RunnerOptions): Runner {
  const { store, bus, models, sole, tools = [], clock = systemClock, leaseMs = LEASE_MS } = options;
  const { lock = oneAtATime(), maxSteps = MAX_STEPS, longestPauseMs = LONGEST_PAUSE_MS } = options;
  const renewMs = leaseMs / 3;
  // Whoever is alone knows that the worker before is dead, not asleep.
  const settleMs = sole ? 0 : longestPauseMs;
  const owner = randomUUID();
  const working = new Map<string, Work>();
  let stopped = false;
  let stopPoll = (): void => {};

  const leases = createLeases(clock, leaseMs, sole);
  const lease = (now = leases.now()): Lease => ({ owner, now, leaseMs });

  function start(runId: string, now = leases.now()): void {
    if (stopped) return;
    const before = working.get(runId);
    if (before !== undefined) {
      before.again = true;
      return;
    }
    const abort = new AbortController();
    const done = drive(runId, now, abort).finally(() => {
      working.delete(runId);
      if (work.again) start(runId);
    });
    const work: Work = { abort, done, again: false };
    working.set(runId, work);
  }

  /** Never rejects: a run's failure is in its log or, when the store fails, in the server's. */
  async function drive(runId: string, now: number, abort: AbortController): Promise<void> {
    for (let pause = FIRST_RETRY_MS; ; pause = Math.min(LAST_RETRY_MS, pause * 2)) {
      try {
        const taken = lease();
        const asked = pause === FIRST_RETRY_MS ? lease(now) : taken;
        const run = await trusted(() => store.claimRun(runId, asked));
        if (run !== undefined) await workOn(run, taken, abort);
        return;
      } catch (error) {
        if (error instanceof FencedError) {
          leases.anchor();
          return;
        }
        tellUnlessKnown(`Run ${runId} could not go on:`, error);
        // Nobody knows what became of the last write: only a new claim makes it sure.
        if (!(error instanceof StoreTrouble) || abort.signal.aborted) return;
        await pauseFor(clock, pause, abort.signal);
      }
    }
  }

  async function workOn(run: RunRow, taken: Lease, abort: AbortController): Promise<void> {
    const heed = ({ cancelAt }: RunRow): void => {
      if (cancelAt !== null) abort.abort(CANCELLED);
    };
    heed(run);
    const { lost, renew, end } = keepLease({ store, bus, clock, leaseMs, lease }, run, taken, heed);
    const signal = AbortSignal.any([abort.signal, lost]);
    const model = models.find(run.model);
    const parts = { store, bus, clock, run, tools, model, lock, maxSteps, settleMs };
    try {
      await runTurn({ ...parts, renew, signal });
    } finally {
      await end();
    }
    if (lost.reason instanceof StoreTrouble) throw lost.reason;
  }

  /** Starts what is free, and returns when to look again. */
  async function startAll(): Promise<number> {
    const now = Math.max(leases.now(), clock.now());
    const due = await store.claimableRuns(now, RUNS_AT_ONCE);
    // And some that others seem to work on.
    const held = await store.claimableRuns(EVER, sole ? RUNS_AT_ONCE : LOOKS_AT_ONCE);
    let next = renewMs;
    for (const run of [...due, ...held]) {
      if (working.has(run.id)) continue;
      const claimTime = leases.claimTime(run);
      if (claimTime !== undefined) start(run.id, claimTime);
      // A lease that ends soon is waited for.
      else if (run.status === 'ready') next = Math.min(next, run.leaseUntil - leases.now());
    }
    return Math.max(next, SHORTEST_POLL_MS);
  }

  function poll(ms: number): void {
    if (stopped) return;
    stopPoll = clock.after(ms, () => {
      startAll()
        .catch((error: unknown) => {
          tellUnlessKnown('Runs could not be looked up:', error);
          return renewMs;
        })
        .then(poll, () => {});
    });
  }

  return {
    start,
    async resume() {
      poll(await startAll());
    },
    async cancel(runId) {
      bus.publish(cancelTopic(runId));
      // A run that nobody works on is taken up just to be ended.
      start(runId);
      const work = working.get(runId);
      work?.abort.abort(CANCELLED);
      await work?.done;
    },
    async stop() {
      stopped = true;
      stopPoll();
      const all = [...working.values()];
      for (const { abort } of all) abort.abort(new Error('The server is shutting down.'));
      await Promise.all(all.map(({ done }) => done));
    },
  };
}

/** What befalls the store is told once for all, by its watch. */
function tellUnlessKnown(what: string, error: unknown): void {
  const cause = error instanceof StoreTrouble ? error.cause : error;
  if (!(cause instanceof StoreError)) console.error(what, error);
}

function pauseFor(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      cancel();
      signal.removeEventListener('abort', go);
      resolve();
    };
    const cancel = clock.after(ms, go);
    signal.addEventListener('abort', go);
  });
}

/** For tools that work on the workspace when only this process does. */
function oneAtATime(): WorkspaceLock {
  let last: Promise<unknown> = Promise.resolve();
  return async (signal, work) => {
    const mine = last.then(() => {
      signal.throwIfAborted();
      return work();
    });
    last = mine.catch(() => {});
    return mine;
  };
}
