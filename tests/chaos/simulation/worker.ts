import type { WholeStore as Store } from '../../../fixtures/whole-store.ts';
import type { Bus } from '../../../packages/server/src/agent/log/bus.ts';
import type { Clock } from '../../../packages/server/src/agent/log/clock.ts';
import { createRunner, type Runner } from '../../../packages/server/src/agent/run/runner.ts';
import { type Model, openWorkspace, type Tool } from '../../../packages/server/src/index.ts';
import { catalogOf } from '../../../packages/server/src/models/catalog/catalog.ts';
import type { FenceCheck, Ledger, Started } from './ledger.ts';
import { makeTools } from './make-tools.ts';
import type { Scenario } from './scenario.ts';
import { scriptedModel } from './scripted-model.ts';
import type { Stored } from './stored.ts';
import type { Process, World } from './world.ts';

export const RUN = 'run-1';
export const LEASE_MS = 15_000;
export const LONGEST_PAUSE_MS = 30_000;

/** A server process: the real runner, on ports that the world decides about. */
export interface Worker extends Process {
  readonly runner: Runner;
  readonly store: Store;
  readonly bus: Bus;
  /** Its last write and its last look in each run, for the ledger. */
  readonly started: Map<string, Started>;
  readonly checks: Map<string, readonly FenceCheck[]>;
}

export interface WorkerParts {
  readonly world: World;
  readonly stored: Stored;
  /** The store itself, perhaps with a bug, and the bus between all processes. */
  readonly store: Store;
  readonly bus: Bus;
  readonly ledger: Ledger;
  readonly scenario: Scenario;
  readonly sole: boolean;
  /** Wakes those who sleep until somebody else has the run. */
  readonly wakeOthers: () => void;
  /** A seeded bug of the tools. */
  readonly changeTool: (tool: Tool) => Tool;
}

type Notes = Pick<Worker, 'started' | 'checks'>;
const nameOf = (runId: string, toolUseId: string): string => `${runId}/${toolUseId}`;

export function createWorker(name: string, parts: WorkerParts): Worker {
  const { world, stored, scenario, sole } = parts;
  const process: Process = { name, dead: false, asleepUntil: 0, sleepsLightly: false };
  const notes: Notes = { started: new Map(), checks: new Map() };
  const clock: Clock = {
    now: () => world.now,
    after: (ms, run) => world.after(process, ms, run, ms === LEASE_MS / 3),
  };
  const store = gated(parts, process, notes);
  const bus = mortal(parts.bus, process, world);
  const sleep = (ms: number, signal: AbortSignal): Promise<void> => sleepFor(world, process, ms, signal);
  const model: Model = scriptedModel(
    scenario,
    (request, said) =>
      world.operation(process, 'ask the model', false, async () =>
        parts.ledger.asked.push({ request, parts: said }),
      ),
    sleep,
  );
  const tools = makeTools({
    sleep,
    effect: (effect) =>
      world.operation(process, `EFFECT ${effect.tool} ${effect.toolUseId}`, false, async () => {
        const { runId, toolUseId } = effect;
        parts.ledger.effects.push({
          ...effect,
          worker: name,
          started: notes.started.get(nameOf(runId, toolUseId)),
          checks: notes.checks.get(runId) ?? [],
          logLengths: new Map([...stored.runs()].map(([id, { log }]) => [id, log.length])),
        });
      }),
  }).map(parts.changeTool);
  const runner = createRunner({
    store,
    bus,
    clock,
    models: catalogOf([model]),
    tools,
    // Nothing outside of the simulation is waited for.
    workspace: { ...openWorkspace('/nowhere'), stat: async () => undefined },
    checkpoints: {
      trouble: async () => undefined,
      save: () =>
        world.operation(process, 'save the workspace', false, async () => ({
          id: `at ${world.count}`,
          notes: [],
          leftOut: [],
        })),
    },
    sole,
    leaseMs: LEASE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    // A message that is cut costs a step, and what was cut is called again.
    maxIterations: 20,
    repetitionLimit: 0,
    approvalMs: scenario.approvalMs,
  });
  return Object.assign(process, notes, { runner, store, bus });
}

/** The store as one process reaches it: each verb is an operation. */
function gated({ world, store, stored, wakeOthers }: WorkerParts, process: Process, notes: Notes): Store {
  const verb =
    <A extends readonly unknown[], T>(
      name: string,
      real: (...args: A) => Promise<T>,
      note?: (args: A, result: T) => void,
    ) =>
    (...args: A): Promise<T> =>
      world.operation(process, world.traced ? `${name} ${brief(args)}` : name, true, async () => {
        const result = await real(...args);
        note?.(args, result);
        return result;
      });
  return {
    ...store,
    getRun: verb('getRun', store.getRun),
    claimableRuns: verb('claimableRuns', store.claimableRuns),
    claimRun: verb('claimRun', store.claimRun, (_, run) => {
      if (run !== undefined) wakeOthers();
    }),
    renew: verb('renew', store.renew, ([claim]) => {
      const newest = stored.runs().get(claim.runId)?.row.fence ?? 0;
      const check = { fence: claim.fence, newest, at: world.count };
      notes.checks.set(claim.runId, [...(notes.checks.get(claim.runId) ?? []), check]);
    }),
    release: verb('release', store.release),
    park: verb('park', store.park),
    append: verb('append', store.append, ([claim], stored) => {
      for (const event of stored === 'behind' ? [] : stored) {
        if (event.type !== 'tool_start') continue;
        const { tool_use_id, seq } = event;
        const { runId, fence } = claim;
        notes.started.set(nameOf(runId, tool_use_id), { fence, seq, at: world.count });
      }
    }),
    ask: verb('ask', store.ask),
    expire: verb('expire', store.expire),
    handOver: verb('handOver', store.handOver),
    takeFloor: verb('takeFloor', store.takeFloor),
    readRules: verb('readRules', store.readRules),
    projectOf: verb('projectOf', store.projectOf),
    decide: verb('decide', store.decide),
    requestCancel: verb('requestCancel', store.requestCancel),
    readEvents: verb('readEvents', store.readEvents),
    endRun: verb('endRun', store.endRun),
    readMessages: verb('readMessages', store.readMessages),
    postMessage: verb('postMessage', store.postMessage),
  };
}

/** The text that a trace shows for an operation. */
function brief(args: readonly unknown[]): string {
  return args
    .map((arg) => {
      if (Array.isArray(arg)) return arg.map((each: { type?: string }) => each.type).join('+');
      if (typeof arg !== 'object' || arg === null) return String(arg);
      return 'fence' in arg ? `fence ${String(arg.fence)}` : '';
    })
    .filter((text) => text !== '' && text !== RUN)
    .join(' ');
}

/** A bus whose subscriptions end with the process, and wait while it sleeps. */
function mortal(bus: Bus, process: Process, world: World): Bus {
  return {
    publish(topic, ...news) {
      if (!process.dead) bus.publish(topic, ...news);
    },
    subscribe: (topic, wake) =>
      bus.subscribe(topic, (...news) => {
        if (process.dead) return;
        if (process.asleepUntil <= world.now) wake(...news);
        else world.after(process, 0, () => wake(...news));
      }),
  };
}

function sleepFor(world: World, process: Process, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    function stop(): void {
      cancel();
      reject(signal.reason);
    }
    const forget = (): void => signal.removeEventListener('abort', stop);
    const cancel = world.after(process, ms, () => {
      forget();
      resolve();
    });
    signal.addEventListener('abort', stop);
    // A signal made of others lives as long as somebody listens, also when its process is dead.
    world.atEnd.push(forget);
  });
}
