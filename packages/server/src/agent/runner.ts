import { randomUUID } from 'node:crypto';
import type { ModelCatalog } from '../models/catalog.ts';
import { FencedError, type Lease, type RunRow, type Store } from '../store/store.ts';
import type { Tool } from '../tools/tool.ts';
import { type Bus, cancelTopic } from './bus.ts';
import { type Clock, systemClock } from './clock.ts';
import { StoreTrouble } from './run-log.ts';
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

const LEASE_MS = 15_000;
const LONGEST_PAUSE_MS = 30_000;
const MAX_STEPS = 5;
const RUNS_AT_ONCE = 1000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

/** Drives the runs of this process. Holds no state that the log does not have, except how to interrupt. */
export function createRunner(options: RunnerOptions): Runner {
  const { store, bus, models, sole, tools = [], clock = systemClock, leaseMs = LEASE_MS } = options;
  const { lock = oneAtATime(), maxSteps = MAX_STEPS, longestPauseMs = LONGEST_PAUSE_MS } = options;
  const renewMs = leaseMs / 3;
  // Whoever is alone knows that the worker before is dead, not asleep.
  const settleMs = sole ? 0 : leaseMs + longestPauseMs;
  const owner = randomUUID();
  const working = new Map<string, { readonly abort: AbortController; readonly done: Promise<void> }>();
  /** Runs that were started while they were worked on: that work may have been at its end, and not seen why. */
  const startedAgain = new Set<string>();
  let stopped = false;
  let stopPoll = (): void => {};

  const lease = (now: number): Lease => ({ owner, now, leaseMs });

  function start(runId: string, now = clock.now()): void {
    if (stopped) return;
    if (working.has(runId)) {
      startedAgain.add(runId);
      return;
    }
    const abort = new AbortController();
    const done = drive(runId, now, abort).finally(() => {
      working.delete(runId);
      if (startedAgain.delete(runId)) start(runId);
    });
    working.set(runId, { abort, done });
  }

  /** Never rejects: a run's failure is in its log or, when the store fails, in the server's. */
  async function drive(runId: string, now: number, abort: AbortController): Promise<void> {
    for (let pause = FIRST_RETRY_MS; ; pause = Math.min(LAST_RETRY_MS, pause * 2)) {
      try {
        const run = await trusted(store.claimRun(runId, lease(pause === FIRST_RETRY_MS ? now : clock.now())));
        if (run !== undefined) await workOn(run, abort);
        return;
      } catch (error) {
        if (error instanceof FencedError) return;
        console.error(`Run ${runId} could not go on:`, error);
        // Nobody knows what became of the last write: only a new claim makes it sure.
        if (!(error instanceof StoreTrouble) || abort.signal.aborted) return;
        await pauseFor(pause, abort.signal);
      }
    }
  }

  async function workOn(run: RunRow, abort: AbortController): Promise<void> {
    const claim = { runId: run.id, fence: run.fence };
    // What ends this claim; the run itself may be claimed again.
    const lost = new AbortController();
    const heed = ({ cancelAt }: RunRow): void => {
      if (cancelAt !== null) abort.abort(CANCELLED);
    };
    heed(run);
    const renew = async (): Promise<void> => heed(await trusted(store.renew(claim, lease(clock.now()))));
    // A lease that can't be renewed is somebody else's soon.
    const keep = (): void => void renew().then(again, (error: unknown) => lost.abort(error));
    let stopTimer = clock.after(renewMs, keep);
    const again = (): void => {
      stopTimer = clock.after(renewMs, keep);
    };
    const unsubscribe = bus.subscribe(cancelTopic(run.id), () => void renew().catch(() => {}));
    const signal = AbortSignal.any([abort.signal, lost.signal]);
    const model = models.find(run.model);
    const parts = { store, bus, clock, run, tools, model, lock, maxSteps, settleMs };
    try {
      await runTurn({ ...parts, renew, signal });
    } finally {
      lost.abort(new FencedError(run.id));
      stopTimer();
      unsubscribe();
      await store.release(claim).catch(() => {});
    }
    if (lost.signal.reason instanceof StoreTrouble) throw lost.signal.reason;
  }

  async function startAll(now: number): Promise<void> {
    for (const runId of await store.claimableRuns(now, RUNS_AT_ONCE)) start(runId, now);
  }

  function poll(): void {
    stopPoll = clock.after(renewMs, () => {
      startAll(clock.now())
        .catch((error: unknown) => console.error('Runs could not be looked up:', error))
        .finally(() => stopped || poll());
    });
  }

  function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.after(ms, resolve);
      signal.addEventListener('abort', () => {
        cancel();
        resolve();
      });
    });
  }

  return {
    start,
    async resume() {
      // By then each lease that a process before us took has run out.
      await startAll(sole ? clock.now() + leaseMs : clock.now());
      poll();
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

async function trusted<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw error instanceof FencedError ? error : new StoreTrouble(error);
  }
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
