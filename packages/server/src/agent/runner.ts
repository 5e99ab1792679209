import { randomUUID } from 'node:crypto';
import type { ModelCatalog } from '../models/catalog.ts';
import { FencedError, type Lease, type RunRow, type Store } from '../store/store.ts';
import type { Bus } from './bus.ts';
import { CANCELLED, runTurn } from './run-turn.ts';

export interface Runner {
  /** Starts to work on a run, in the background. */
  start(runId: string): void;
  /** Starts every run that nobody works on, now and whenever a lease has run out. */
  resume(): Promise<void>;
  /** Interrupts the work on a run that was asked to stop, and resolves when this process no longer works on it. */
  cancel(runId: string): Promise<void>;
  /** Stops working; runs stay in the log, ready to be taken up again. */
  stop(): Promise<void>;
}

export interface RunnerOptions {
  readonly store: Store;
  readonly bus: Bus;
  readonly models: ModelCatalog;
  /** No other process works on this store: what an earlier one had claimed is free at once. */
  readonly sole: boolean;
}

const LEASE_MS = 15_000;
const RENEW_MS = LEASE_MS / 3;
const RUNS_AT_ONCE = 1000;

/** Drives the runs of this process. Holds no state that the log does not have, except how to interrupt. */
export function createRunner({ store, bus, models, sole }: RunnerOptions): Runner {
  const owner = randomUUID();
  const working = new Map<string, { readonly abort: AbortController; readonly done: Promise<void> }>();
  let stopped = false;
  let poll: ReturnType<typeof setInterval> | undefined;

  const lease = (now: number): Lease => ({ owner, now, leaseMs: LEASE_MS });

  function start(runId: string, now = Date.now()): void {
    if (stopped || working.has(runId)) return;
    const abort = new AbortController();
    const done = drive(runId, now, abort).finally(() => working.delete(runId));
    working.set(runId, { abort, done });
  }

  /** Never rejects: a run's failure is in its log or, when the store fails, in the server's. */
  async function drive(runId: string, now: number, abort: AbortController): Promise<void> {
    try {
      const run = await store.claimRun(runId, lease(now));
      if (run !== undefined) await workOn(run, abort);
    } catch (error) {
      if (!(error instanceof FencedError)) console.error(`Run ${runId} could not go on:`, error);
    }
  }

  async function workOn(run: RunRow, abort: AbortController): Promise<void> {
    const claim = { runId: run.id, fence: run.fence };
    const heed = ({ cancelAt }: RunRow): void => {
      if (cancelAt !== null) abort.abort(CANCELLED);
    };
    heed(run);
    // A lease that can't be renewed is somebody else's soon.
    const renew = (): Promise<void> =>
      store.renew(claim, lease(Date.now())).then(heed, (error: unknown) => abort.abort(error));
    const timer = setInterval(() => void renew(), RENEW_MS);
    try {
      await runTurn({ store, bus, run, signal: abort.signal, model: models.find(run.model) });
    } finally {
      clearInterval(timer);
      await store.release(claim);
    }
  }

  async function startAll(now: number): Promise<void> {
    for (const runId of await store.claimableRuns(now, RUNS_AT_ONCE)) start(runId, now);
  }

  return {
    start,
    async resume() {
      // By then each lease that a process before us took has run out.
      await startAll(sole ? Date.now() + LEASE_MS : Date.now());
      poll = setInterval(() => {
        startAll(Date.now()).catch((error: unknown) => console.error('Runs could not be looked up:', error));
      }, RENEW_MS);
      poll.unref();
    },
    async cancel(runId) {
      // A run that nobody here works on is taken up just to be ended.
      start(runId);
      const work = working.get(runId);
      work?.abort.abort(CANCELLED);
      await work?.done;
    },
    async stop() {
      stopped = true;
      clearInterval(poll);
      const all = [...working.values()];
      for (const { abort } of all) abort.abort(new Error('The server is shutting down.'));
      await Promise.all(all.map(({ done }) => done));
    },
  };
}
