import type { ApprovalRequest, ToolUncertain } from '../../../packages/engine/src/run/run-events.ts';
import { createBus } from '../../../packages/server/src/agent/log/bus.ts';
import { checkCourse } from './check-course.ts';
import { watchFloor } from './check-floor.ts';
import { hasEnded, onFloor, readRuns } from './course.ts';
import { createLedger } from './ledger.ts';
import { createPerson, OVERTAKING, type Person } from './person.ts';
import { createRandom } from './random.ts';
import { SCENARIOS, type Scenario } from './scenario.ts';
import type { Schedule } from './schedule.ts';
import { PROMPT } from './scripted-model.ts';
import type { SeededBug } from './seeded-bug.ts';
import { createStored, type SeenRun, type Stored } from './stored.ts';
import { createWatcher } from './watcher.ts';
import { createWorker, LEASE_MS, LONGEST_PAUSE_MS, RUN, type Worker } from './worker.ts';
import { World } from './world.ts';

const CHAT = 'chat-1';
const MODEL = 'demo/demo';
const LOOK_MS = 6_000;
const WAKE_MS = 60;
const SLEEP_MS = LONGEST_PAUSE_MS - 1;

export interface Course {
  /** How many operations there were. */
  readonly operations: number;
}

/** Lets a world take its course, and checks every law. Throws the Violation. */
export async function runSchedule(
  schedule: Schedule,
  bug: SeededBug = {},
  trace?: (line: string) => void,
): Promise<Course> {
  const scenario = scenarioNamed(schedule.scenario);
  const random = schedule.seed === 0 ? undefined : createRandom(schedule.seed);
  const sole = schedule.mode === 'sole';
  const stored = createStored();
  const { store: real } = stored;
  const store = bug.store?.(real, stored) ?? real;
  const bus = createBus();
  const ledger = createLedger();
  const workers: Worker[] = [];
  const awake = (): Worker | undefined => workers.find((each) => !each.dead && each.asleepUntil <= world.now);

  /** Those who sleep lightly wake when the new owner is in the middle of its work. */
  function wakeOthers(): void {
    const soon = world.now + (random?.int(200) ?? WAKE_MS);
    for (const each of workers) if (each.sleepsLightly) each.asleepUntil = Math.min(each.asleepUntil, soon);
  }
  function spawn(): Worker {
    const changeTool = bug.tool ?? ((tool) => tool);
    const worker = createWorker(`w${workers.length + 1}`, {
      world,
      stored,
      store,
      bus,
      ledger,
      scenario,
      sole,
      changeTool,
      wakeOthers,
    });
    workers.push(worker);
    return worker;
  }
  /** Makes a server take up what is free. One that can't reach the store at its start is started again. */
  function begin(worker: Worker): void {
    worker.runner.resume().catch(() => world.kill(worker));
  }
  /** Another server takes over, when its turn comes. */
  function replace(): void {
    if (awake() === undefined) begin(spawn());
  }

  const notice = questions(stored);
  const lookAtFloor = watchFloor(stored);
  /** Stops the run that everybody sees, or, by chance, one that nobody sees. */
  function cancel(): void {
    const seen = onFloor(stored);
    const all = [...stored.runs().values()].filter((run) => !hasEnded(run)).map(({ row }) => row.id);
    const runId = random === undefined || all.length === 0 ? seen : random.pick(all);
    if (runId !== undefined && runId !== OVERTAKING.runId) person.cancel(runId);
  }
  const world: World = new World({
    faults: schedule.faults,
    random,
    sleepMs: () => (random === undefined ? SLEEP_MS : random.pick([1_000, LEASE_MS + 1_000, SLEEP_MS])),
    onDeath() {
      // If other workers serve the same store, the watcher is with one of them.
      if (sole) watcher.breakOff();
      replace();
    },
    onSleep: () => {
      if (!sole) replace();
    },
    onCancel: cancel,
    look() {
      lookAtFloor();
      notice(person);
    },
    isOver: () =>
      [...stored.runs().values()].every(
        (run) => hasEnded(run) || (run.row.status === 'waiting' && run.row.wakeAt === null),
      ),
    ...(trace && { trace }),
  });
  const person: Person = createPerson({
    world,
    scenario,
    random,
    chat: { chatId: CHAT, model: MODEL },
    server: awake,
  });

  await real.createChat(CHAT, world.now);
  const ids = { commandId: 'ask', chatId: CHAT, messageId: 'question', runId: RUN };
  await real.postMessage({ ...ids, text: PROMPT, model: MODEL, ts: world.now });
  const breaks = random ?? createRandom(schedule.faults.reduce((sum, { at }) => sum * 31 + at, 7));
  const watcher = createWatcher({
    store: real,
    bus,
    clock: { now: () => world.now, after: (ms, run) => world.after(null, ms, run, true) },
    runId: RUN,
    random: breaks,
    resumeAt: bug.resumeAt ?? ((id) => id),
  });
  if (random?.chance(0.25)) world.after(null, random.int(3_000), cancel);
  const first = spawn();
  first.runner.start(RUN);
  begin(first);
  try {
    await world.run();
    // A worker that died before it announced its last write is found by looking.
    world.after(null, LOOK_MS, () => {});
    if (watcher.state().seq < (stored.runs().get(RUN)?.log.length ?? 0)) await world.run();
  } finally {
    watcher.close();
    for (const letGo of world.atEnd) letGo();
  }

  const runs = await readRuns(stored);
  for (const { row, events } of runs)
    trace?.(`      ${row.id} ${events.map(({ type, fence }) => `${type}@${fence}`).join(' ')}`);
  const isQuiet = random === undefined && schedule.faults.length === 0;
  checkCourse(runs, await real.readMessages(CHAT, 0), { scenario, person, ledger, watcher, isQuiet });
  return { operations: world.count };
}

/** Shows a person what each run asks that was not shown before. */
function questions(stored: Stored): (person: Person) => void {
  const noticed = new Map<string, number>();
  return (person) => {
    for (const [runId, { log }] of stored.runs()) {
      for (let i = noticed.get(runId) ?? 0; i < log.length; i++) {
        const asked = requestAt(log, i);
        if (asked !== undefined) person.notice(runId, asked.request, asked.inDoubt);
      }
      noticed.set(runId, log.length);
    }
  };
}

function scenarioNamed(name: string): Scenario {
  const found = SCENARIOS.find((each) => each.name === name);
  if (found === undefined) throw new TypeError(`There is no scenario ${name}.`);
  return found;
}

/** The question that the log asks a person at this place, if any. */
function requestAt(
  log: SeenRun['log'],
  at: number,
): { readonly request: ApprovalRequest; readonly inDoubt: boolean } | undefined {
  const event = log[at];
  if (event?.type !== 'approval_request') return undefined;
  // The type is that of the event.
  const request = event.read() as ApprovalRequest;
  const inDoubt = log
    .slice(0, at)
    .some(
      ({ type, read }) =>
        type === 'tool_uncertain' && (read() as ToolUncertain).tool_use_id === request.tool_use_id,
    );
  return { request, inDoubt };
}
