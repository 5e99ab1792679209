import { randomUUID } from 'node:crypto';
import type { ModelCatalog } from '../../models/catalog/catalog.ts';
import type { Lease, RunRow, Store } from '../../store/store.ts';
import { FencedError, StoreError } from '../../store/store-error.ts';
import { VaultLockedError } from '../../store/vault-locked-error.ts';
import { askNobody, type ToolJob } from '../calls/tool-job.ts';
import { createLeases, type Leases } from '../lease/leases.ts';
import { lookForRuns } from '../lease/look-for-runs.ts';
import { type Bus, cancelTopic } from '../log/bus.ts';
import { type Clock, systemClock } from '../log/clock.ts';
import type { Observe } from '../log/observation.ts';
import { StoreTrouble, trusted } from '../log/run-log.ts';
import { type AgentOptions, CANCELLED, OVERTAKEN } from '../plan/turn.ts';
import { agentOptions } from './agent-options.ts';
import { createChatNamer } from './chat-namer.ts';
import { createReverter, type RevertResult, type RevertWish } from './reverter.ts';
import { type ActiveRun, workOnRun } from './work-on-run.ts';

export interface Runner {
  /** Starts to work on a run, in the background. */
  start(runId: string): void;
  /** Starts every run that nobody works on, now and whenever a lease has run out. */
  resume(): Promise<void>;
  /** Starts what nobody works on, once, now: what could not be read before may be readable. */
  look(): Promise<void>;
  /** Interrupts the work on a run that was asked to stop, wherever it is done, and resolves when it is over here. */
  cancel(runId: string, reason?: 'message'): Promise<void>;
  /** Undoes calls of a run that has ended. */
  revert(wish: RevertWish): Promise<RevertResult>;
  /** Stops working; runs stay in the log, ready to be taken up again. */
  stop(): Promise<void>;
}

export interface RunnerOptions extends Partial<AgentOptions> {
  readonly store: Store;
  readonly bus: Bus;
  readonly models: ModelCatalog;
  readonly clock?: Clock;
  /** No other process works on this store: what an earlier one had claimed is free at once. */
  readonly sole: boolean;
  readonly leaseMs?: number;
  /** The time of leases, when several runners of one process share it. */
  readonly leases?: Leases;
  readonly observe?: Observe | undefined;
  /** Asks the model of a chat for its name after the first answer. */
  readonly titles?: boolean;
  /** The longest time that a process may sleep and then continue its work. */
  readonly longestPauseMs?: number;
}

export const LEASE_MS = 5_000;
const LONGEST_PAUSE_MS = 30_000;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 5_000;

const STOPPING = new Error('The server is shutting down.');
const LEFT = new Error('The run of this tool was abandoned.');

/** Drives the runs of this process. Holds no state that the log does not have, except how to interrupt. */
export function createRunner(options: RunnerOptions): Runner {
  const { store, bus, models, sole, clock = systemClock, leaseMs = LEASE_MS } = options;
  const { longestPauseMs = LONGEST_PAUSE_MS } = options;
  const renewMs = leaseMs / 3;
  // A server that is alone knows that the worker before is dead, not asleep.
  const settleMs = sole ? 0 : longestPauseMs;
  const owner = randomUUID();
  const working = new Map<string, ActiveRun>();
  let stopped = false;

  const { leases = createLeases(clock, leaseMs, sole) } = options;
  const parts = { clock, leases };
  const lease = (now = leases.now()): Lease => ({ owner, now, leaseMs });
  const turnParts = { ...agentOptions(options), store, bus, clock, models, leaseMs, settleMs, lease };
  const namer = options.titles === true ? createChatNamer({ store, bus, models }) : undefined;
  const reverter = createReverter({ ...turnParts, now: leases.now, sole });
  const workOn = (run: RunRow, taken: Lease, active: ActiveRun, job?: ToolJob): Promise<void> =>
    workOnRun(
      { ...turnParts, wake: start, adopt, observe: options.observe, onDone: namer?.name },
      { run, taken, active, job },
    );

  function start(runId: string, now = leases.now()): void {
    const before = working.get(runId);
    if (before === undefined) begin(runId, (active) => claimAndWork(runId, now, active));
    else {
      before.again = true;
      before.look();
    }
  }

  function begin(
    runId: string,
    body: (active: ActiveRun) => Promise<void>,
    abort = new AbortController(),
  ): void {
    if (stopped) return;
    const active: ActiveRun = { abort, done: Promise.resolve(), again: false, look: () => {} };
    working.set(runId, active);
    active.done = body(active).finally(() => {
      working.delete(runId);
      if (active.again) start(runId);
    });
  }

  /** Never rejects: a run's failure is in its log or, when the store fails, in the server's. */
  async function claimAndWork(runId: string, now: number, active: ActiveRun): Promise<void> {
    const { signal } = active.abort;
    for (let pause = FIRST_RETRY_MS; ; pause = Math.min(LAST_RETRY_MS, pause * 2)) {
      try {
        const taken = lease();
        const asked = pause === FIRST_RETRY_MS ? lease(now) : taken;
        const run = await trusted(() => store.claimRun(runId, asked));
        if (run !== undefined) await workOn(run, taken, active);
        return;
      } catch (error) {
        if (!(await recovers(parts, { runId, error, signal, pause }))) return;
      }
    }
  }

  /** Goes on with a tool in a run that is ours from its beginning. */
  function adopt(run: RunRow, taken: Lease, job: ToolJob): void {
    const abort = new AbortController();
    // From now on it belongs to this run, not to the one that continues without it.
    job.follow({ signal: abort.signal, progress: () => {}, ask: askNobody });
    const workWithJob = async (active: ActiveRun): Promise<void> => {
      try {
        await workOn(run, taken, active, job).finally(() => {
          // Nobody waits for it any more: the next worker that takes the run must not find it at work.
          job.follow({ signal: AbortSignal.abort(LEFT), progress: () => {}, ask: askNobody });
        });
      } catch (error) {
        const failure = { runId: run.id, error, signal: abort.signal, pause: FIRST_RETRY_MS };
        if (await recovers(parts, failure)) await claimAndWork(run.id, leases.now(), active);
      }
    };
    begin(run.id, workWithJob, abort);
    if (stopped) abort.abort(STOPPING);
  }

  const looking = lookForRuns({
    ...{ store, clock, leases, sole, renewMs, tell: tellUnlessKnown },
    isWorking: (runId) => working.has(runId),
    start,
  });

  return {
    start,
    resume: looking.begin,
    look: looking.once,
    async cancel(runId, reason) {
      bus.publish(cancelTopic(runId));
      // A run that nobody works on is taken up just to be ended.
      start(runId);
      const active = working.get(runId);
      active?.abort.abort(reason === 'message' ? OVERTAKEN : CANCELLED);
      await active?.done;
    },
    revert: reverter.revert,
    async stop() {
      stopped = true;
      namer?.stop();
      looking.end();
      await reverter.stop();
      const all = [...working.values()];
      for (const { abort } of all) abort.abort(STOPPING);
      await Promise.all(all.map(({ done }) => done));
    },
  };
}

interface Failure {
  readonly runId: string;
  readonly error: unknown;
  readonly signal: AbortSignal;
  /** How long to wait. */
  readonly pause: number;
}

/** Tells whether a run that could not continue can be claimed again, after a while. */
async function recovers(
  { clock, leases }: { readonly clock: Clock; readonly leases: Leases },
  { runId, error, signal, pause }: Failure,
): Promise<boolean> {
  if (error instanceof FencedError) {
    leases.anchor();
    return false;
  }
  tellUnlessKnown(`Run ${runId} could not continue:`, error);
  // Nobody knows what became of the last write: only a new claim makes it sure.
  if (!(error instanceof StoreTrouble) || isLocked(error) || signal.aborted) return false;
  await pauseFor(clock, pause, signal);
  return true;
}

/** Trouble of the store is reported once for all, by its watch. */
function tellUnlessKnown(what: string, error: unknown): void {
  const cause = error instanceof StoreTrouble ? error.cause : error;
  if (!(cause instanceof StoreError) && !isLocked(error)) console.error(what, error);
}

/** True where only a device can open what is needed: the run is found again once one has. */
function isLocked(error: unknown): boolean {
  return (error instanceof StoreTrouble ? error.cause : error) instanceof VaultLockedError;
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
