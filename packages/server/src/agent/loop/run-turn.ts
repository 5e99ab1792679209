import { ModelError } from '../../models/adapter/model.ts';
import { UNREADABLE_EVENT } from '../../store/seal/open-or.ts';
import { FencedError } from '../../store/store-error.ts';
import { toolSource } from '../../tools/define/toolbox.ts';
import { folderIn } from '../../tools/workspace/folder-in.ts';
import type { Workspace } from '../../tools/workspace/workspace.ts';
import { WorkspaceError } from '../../tools/workspace/workspace-error.ts';
import { createCallIds } from '../calls/call-ids.ts';
import { looseCall } from '../calls/loose-call.ts';
import { createWakeUp, type WakeUp } from '../lease/wake-up.ts';
import { createBlockIndexes } from '../log/block-indexes.ts';
import { openLog, StoreTrouble } from '../log/run-log.ts';
import { callModel } from '../model/call-model.ts';
import { circumstancesOf, rulesFor, startingMode } from '../plan/circumstances.ts';
import { checkpointTrouble } from '../plan/keep-checkpoint.ts';
import { callKey, hasBegun, nextActions, type Work } from '../plan/next-actions.ts';
import { createQuestions } from '../plan/questions.ts';
import { createSpawner } from '../plan/spawner.ts';
import { isCancel, PARKED, type Turn, type TurnOptions, threadOf } from '../plan/turn.ts';
import { cancelEvent, endRun, failureEvent, NoFolderError, stopRun } from './end-run.ts';
import { createFlights, type Flights } from './flights.ts';
import { note } from './note.ts';
import { finishJob, runTool } from './run-tool.ts';

/**
 * Works on one run until it ends, waits for a person, or the signal is aborted: folds its log and does what comes next,
 * again and again, several things at once where they do not wait for each other. A run that was cut off continues where its
 * log ends. Rejects with FencedError when the run is no longer ours, and with StoreTrouble when the log can't be written.
 */
export async function runTurn(options: TurnOptions): Promise<void> {
  const { run, clock, signal } = options;
  const place = await placeOf(options);
  const log = await openLog(options, { runId: run.id, fence: run.fence }, run.chatId);
  const wakeUp = createWakeUp(clock);
  const failed = new AbortController();
  let parking = new AbortController();
  const flights = createFlights(wakeUp.poke);
  const turn: Turn = {
    ...options,
    ...(!(place instanceof NoFolderError) && { workspace: place }),
    log,
    indexes: createBlockIndexes(),
    callIds: createCallIds(log.state()),
    tools: toolSource(options.tools),
    spawner: createSpawner(log, wakeUp.poke),
    questions: createQuestions({ ...options, log }, wakeUp.poke),
    speaking: new Set(),
    poke: wakeUp.poke,
    signal: AbortSignal.any([signal, failed.signal]),
    parking: () => parking.signal,
  };
  /** Gives the run up until a person answers. False when something has come since `seq`. */
  async function park(until: number | null, seq: number): Promise<boolean> {
    parking.abort(PARKED);
    parking = new AbortController();
    await flights.settled();
    throwFirst(flights.failures);
    return log.park(until, seq);
  }
  const look = (lastSeq = Number.POSITIVE_INFINITY): void => {
    if (lastSeq > log.state().seq) log.catchUp().then(wakeUp.poke, wakeUp.poke);
  };
  const stopLooking = options.onNews(look);
  signal.addEventListener('abort', wakeUp.poke);
  try {
    if (place instanceof NoFolderError) throw place;
    await followPlan(turn, { flights, wakeUp, park });
  } catch (error) {
    failed.abort(error);
    await flights.settled();
    // A worker that lost the log, in any part of the work, can end nothing.
    throwFirst([error, ...flights.failures].filter(isLoss));
    if (!signal.aborted) await stopRun(turn, failureEvent(error, run.model));
    else if (isCancel(signal.reason)) await stopRun(turn, cancelEvent(signal.reason));
  } finally {
    stopLooking();
    signal.removeEventListener('abort', wakeUp.poke);
  }
}

/** The workspace of a run, or why it can't work there. */
async function placeOf({
  workspace,
  run: { folder },
}: TurnOptions): Promise<Workspace | NoFolderError | undefined> {
  if (folder === undefined) return workspace;
  try {
    if (workspace !== undefined) return await folderIn(workspace, folder);
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error;
  }
  return new NoFolderError(folder);
}

/** Part of the log is missing, and nobody knows which: the run can't continue. */
function unreadableLog(): ModelError {
  return new ModelError('bad_request', UNREADABLE_EVENT.message, { retryable: false });
}

function isLoss(error: unknown): boolean {
  return error instanceof FencedError || error instanceof StoreTrouble;
}

function throwFirst(errors: readonly unknown[]): void {
  if (errors.length > 0) throw errors[0];
}

interface Loop {
  readonly flights: Flights;
  readonly wakeUp: WakeUp;
  readonly park: (until: number | null, seq: number) => Promise<boolean>;
}

async function followPlan(turn: Turn, { flights, wakeUp, park }: Loop): Promise<void> {
  const { log, signal } = turn;
  const mode = await startingMode(turn);
  const trouble = await checkpointTrouble(turn, await turn.tools());
  let { background } = turn.run;
  await takeUpJob(turn, flights);
  for (;;) {
    const tools = await turn.tools();
    const rules = await rulesFor(turn, tools);
    await turn.questions.settle();
    signal.throwIfAborted();
    throwFirst(flights.failures);
    // From here to the first write the log and the current work do not change.
    const state = log.state();
    if (state.error?.code === UNREADABLE_EVENT.code) throw unreadableLog();
    const { keys: busy } = flights;
    const known = { mode, background, tools, rules, busy, trouble };
    const plan = nextActions(state, circumstancesOf(turn, known));
    const [first] = plan.notes;
    if (first?.type === 'surface') {
      const floor = await log.surface();
      if (floor === 'parked') return;
      if (floor === 'taken') background = false;
      // Perhaps somebody wants it to stop.
      else await turn.renew();
      continue;
    }
    if (first !== undefined) {
      await note(turn, first, state.seq, tools);
      continue;
    }
    for (const work of plan.work) flights.start(work.key, () => carryOut(turn, work));
    if (plan.end !== undefined && flights.keys.size === 0) return endRun(turn, plan.end);
    if (!isIdle(turn, flights)) {
      await wakeUp.next(earlier(plan.until, turn.questions.until()));
      continue;
    }
    if (await park(plan.until, state.seq)) return;
  }
}

function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

/** Tells whether all current work only waits for sub-agents, which wait for a person. */
function isIdle({ spawner }: Turn, { keys }: Flights): boolean {
  return [...keys].every((key) => spawner.waits(key));
}

/** Takes up a tool that another run began and that is still at work. */
async function takeUpJob(turn: Turn, flights: Flights): Promise<void> {
  const { job, log } = turn;
  if (job === undefined) return;
  const tools = await turn.tools();
  const call = looseCall(log.state());
  const tool = tools.find(({ name }) => name === call?.block.name);
  if (call === undefined || tool === undefined) return;
  const finish = (): Promise<void> =>
    finishJob(turn, { call, tool, input: call.block.input }, (owner) => {
      job.follow(owner);
      return job;
    });
  flights.start(callKey(call.block.id), () =>
    finish().catch((error: unknown) => {
      // One that was stopped before it was ours is made again, as its kind allows.
      if (turn.signal.aborted || isLoss(error)) throw error;
    }),
  );
}

async function carryOut(turn: Turn, work: Work): Promise<void> {
  try {
    if (work.type === 'run') await runTool(turn, work);
    else await callModel(turn, work);
  } catch (error) {
    // Work that only waited for a person is taken up again later.
    if (error === PARKED) return;
    if (work.type === 'run' || !(error instanceof ModelError)) throw error;
    const { span } = work;
    // Calls that have begun are kept, and the loop continues with their results.
    if (hasBegun(turn.log.state(), threadOf(turn.log.state(), span))) return;
    if (span === undefined) throw error;
    turn.spawner.fail(span, error);
  }
}
