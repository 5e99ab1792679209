import { isDeepStrictEqual } from 'node:util';
import type { MessageRecord, RunState } from '../../../packages/engine/src/run.ts';
import {
  checkBegun,
  checkCheckpoints,
  checkFollowUps,
  checkHeeded,
  checkQuestions,
  checkSpans,
} from './check-calls.ts';
import { checkDecisions } from './check-decisions.ts';
import { checkEffects } from './check-effects.ts';
import { checkAttempts, checkMessage, checkNumbers, checkRequest, checkResults } from './check-log.ts';
import { type FinalRun, hasEnded } from './course.ts';
import type { Ledger } from './ledger.ts';
import { OVERTAKING, type Person } from './person.ts';
import type { Scenario } from './scenario.ts';
import { must } from './violation.ts';
import type { Watcher } from './watcher.ts';
import { RUN } from './worker.ts';

/** All that there is to see of a course of the world, beside its runs. */
interface Seen {
  readonly scenario: Scenario;
  readonly person: Person;
  readonly ledger: Ledger;
  readonly watcher: Watcher;
  /** Nothing befell it. */
  readonly isQuiet: boolean;
}

/** Holds what became of the world against every law. Throws the Violation. */
export function checkCourse(runs: readonly FinalRun[], messages: readonly MessageRecord[], seen: Seen): void {
  const { person, ledger, watcher, scenario } = seen;
  for (const run of runs) {
    const { row, events, state } = run;
    checkEnd(run, runs, seen);
    checkNumbers(events, hasEnded(run));
    checkAttempts(state, ledger.asked);
    checkBegun(events, state);
    checkQuestions(events, state);
    checkHeeded(events, state);
    checkSpans(events);
    checkCheckpoints(events, state);
    const sent = person.sent.filter(({ runId }) => runId === row.id);
    checkDecisions(sent, events);
    const own = messages.filter(({ id }) => id === row.id);
    checkMessage(own, state, hasEnded(run));
    if (hasEnded(run)) checkResults(state);
    const place = messages.findIndex(({ id }) => id === row.id);
    const before = messages.findIndex(({ id }) => id === run.before?.row.id);
    must(
      place < 0 || before < place || row.cancelAt !== null,
      'follow-ups',
      () => `${row.id} speaks before the run that began it`,
    );
  }
  checkFollowUps(runs, [RUN, OVERTAKING.runId]);
  checkEffects(ledger.effects, runs);
  for (const { request } of ledger.asked) checkRequest(request);
  const main = runs.find(({ row }) => row.id === RUN);
  if (main !== undefined) checkWatcher(watcher.state(), watcher.problem(), main);
  const disorder = seen.isQuiet ? scenario.inOrder?.(main?.events ?? []) : undefined;
  must(disorder === undefined, 'at-once', () => disorder ?? '');
}

/** A run has ended as it should, or waits only for answers that nobody is going to give, or behind one that does. */
function checkEnd(run: FinalRun, runs: readonly FinalRun[], { scenario, person }: Seen): void {
  const { row, pending, events, state } = run;
  const { id, status } = row;
  if (status === 'completed' || (status === 'cancelled' && person.cancelled.has(id))) return;
  if (status === 'failed' && mayFail(scenario, state)) return;
  must(status === 'waiting', 'ends', () => `${id} is ${status}: ${JSON.stringify(events.at(-1))}`);
  must(!person.cancelled.has(id), 'ends', () => `${id} was cancelled and waits`);
  const other = runs.find((each) => each !== run && !hasEnded(each) && !each.row.background);
  if (row.background && other !== undefined) return;
  must(pending.length > 0, 'ends', () => `${id} waits for nobody`);
  const missed = pending.find((each) => !person.ignored.has(each));
  must(missed === undefined, 'ends', () => `${missed} was answered and still waits`);
}

/** A model that breaks off fails its run, unless something had begun by then. */
function mayFail({ messages }: Scenario, { steps, tools }: RunState): boolean {
  const breaks = messages.some((parts) => parts.some((part) => typeof part === 'object' && 'breaks' in part));
  const blocks = steps.at(-1)?.message?.content ?? [];
  return breaks && !blocks.some((block) => block?.type === 'tool_use' && tools.has(block.id));
}

function checkWatcher(seen: RunState, problem: unknown, { state, events }: FinalRun): void {
  if (problem !== undefined) throw problem;
  must(seen.seq === events.length, 'watcher', () => `the watcher has ${seen.seq} of ${events.length} events`);
  const { steps, ...rest } = seen;
  const shown = steps.map(({ message }) => message);
  const same = isDeepStrictEqual(
    shown,
    state.steps.map(({ message }) => message),
  );
  must(same, 'watcher', () => `the watcher shows ${JSON.stringify(shown)}`);
  const { steps: _, ...expected } = state;
  must(isDeepStrictEqual(rest, expected), 'watcher', () => `the watcher knows ${JSON.stringify(rest)}`);
}
