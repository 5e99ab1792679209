import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelCatalog } from '../models/catalog.ts';
import { StoreLostError } from '../store/postgres/failure.ts';
import { FencedError, type Store } from '../store/store.ts';
import type { Bus } from './bus.ts';
import { CANCELLED, runTurn } from './run-turn.ts';

export interface Runner {
  /** Starts to work on a run, in the background. */
  start(runId: string): void;
  /** Starts every run that a crash or a shutdown left behind. */
  resume(): Promise<void>;
  /** Ends a run for good and resolves when it has ended. False when there is no such run. */
  cancel(runId: string): Promise<boolean>;
  /** Stops working; runs stay in the log, ready to be taken up again. */
  stop(): Promise<void>;
}

export interface RunnerOptions {
  readonly store: Store;
  readonly bus: Bus;
  readonly models: ModelCatalog;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/** Drives the runs of this process. Holds no state that the log does not have, except how to interrupt. */
export function createRunner({ store, bus, models }: RunnerOptions): Runner {
  const working = new Map<string, { readonly abort: AbortController; readonly done: Promise<void> }>();
  let stopped = false;

  function start(runId: string): void {
    if (stopped || working.has(runId)) return;
    const abort = new AbortController();
    const done = drive(runId, abort.signal).finally(() => working.delete(runId));
    working.set(runId, { abort, done });
  }

  /** Never rejects: a run's failure is in its log or, when the store fails, in the server's. */
  async function drive(runId: string, signal: AbortSignal): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
      try {
        const run = await store.claimRun(runId);
        if (run) await runTurn({ store, bus, run, signal, model: models.find(run.model) });
        return;
      } catch (error) {
        if (!(error instanceof FencedError)) console.error(`Run ${runId} could not go on:`, error);
        // Nobody knows what became of the last write: only a new claim makes it sure.
        if (!(error instanceof StoreLostError) || stopped) return;
        await sleep(pause);
      }
    }
  }

  return {
    start,
    async resume() {
      for (const runId of await store.readyRuns()) start(runId);
    },
    async cancel(runId) {
      if ((await store.getRun(runId)) === undefined) return false;
      // A run that nobody here works on is taken up just to be ended.
      start(runId);
      const work = working.get(runId);
      work?.abort.abort(CANCELLED);
      await work?.done;
      return true;
    },
    async stop() {
      stopped = true;
      const all = [...working.values()];
      for (const { abort } of all) abort.abort(new Error('The server is shutting down.'));
      await Promise.all(all.map(({ done }) => done));
    },
  };
}
