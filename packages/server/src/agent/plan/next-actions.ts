import { unusualStop } from '@millrace/engine/message';
import type { RepeatedCalls, RunState, RunThread } from '@millrace/engine/run';
import type { Tool, ToolInput } from '../../tools/define/tool.ts';
import type { Mode } from '../../tools/modes/mode.ts';
import { isCutOff, isCutTooOften, lastMistakes, MISTAKES, stuckMessage } from '../calls/find-mistakes.ts';
import { looseCall } from '../calls/loose-call.ts';
import { callsOf, type OpenCall, openCalls, resultsOf } from '../calls/open-calls.ts';
import { type Refusal, refusal } from '../calls/refusal.ts';
import { type CallThread, judgeCall, type Law, type Verdict } from './judge-call.ts';

/** A question to a person about a call. */
export interface Question {
  readonly call: OpenCall;
  readonly reason?: string;
  readonly repetition?: RepeatedCalls;
  /** No rule can be offered. */
  readonly once?: true;
}

/** An action that needs only the log: it is done at once, and then everything is looked at again. */
export type Note =
  /** Gives a call its result without running it. */
  | { readonly type: 'answer'; readonly call: OpenCall; readonly refusal: Refusal }
  /** The same, and closes what was asked about it. */
  | { readonly type: 'expire'; readonly call: OpenCall; readonly refusal: Refusal }
  /** Notes that nobody knows whether these ran. */
  | { readonly type: 'doubt'; readonly calls: readonly OpenCall[] }
  /** Asks a person about all of these. */
  | { readonly type: 'ask'; readonly questions: readonly Question[] }
  /** Asks a person whether the run goes on after so many steps. */
  | { readonly type: 'ask_limit'; readonly steps: number }
  /** Nobody has answered that in time. */
  | { readonly type: 'expire_limit'; readonly approvalId: string }
  /** Ends a message whose model call is over although the message is not. */
  | { readonly type: 'cut'; readonly span: string | undefined }
  /** A sub-agent is over. */
  | { readonly type: 'close'; readonly span: string; readonly end: ThreadEnd }
  /** From here on everybody sees this run, as soon as no other of its chat works. */
  | { readonly type: 'surface' };

/** An action that takes a while, under a key of its own. */
export type Work =
  | {
      readonly type: 'call_model';
      readonly key: string;
      readonly span: string | undefined;
      readonly step: number;
      readonly attempt: number;
      readonly mode: Mode;
      readonly offersTools: boolean;
    }
  | {
      readonly type: 'run';
      readonly key: string;
      readonly call: OpenCall;
      readonly tool: Tool;
      readonly input: ToolInput;
    };

export type ThreadEnd = { readonly type: 'done' } | { readonly type: 'stuck'; readonly message: string };

/** The next actions: notes first, then all the work at once. `end` is there when nothing is left. */
export interface Plan {
  readonly notes: readonly Note[];
  readonly work: readonly Work[];
  /** When to look again although nothing has come. */
  readonly until: number | null;
  readonly end?: ThreadEnd;
}

export interface Circumstances extends Law {
  readonly modeOf: (slug: string | null) => Mode;
  /** How many model calls of a thread may offer tools, each time that a person lets it go on. One more, without them, sums up. */
  readonly maxIterations: (mode: Mode) => number;
  readonly atStepLimit: 'sum_up' | 'ask';
  /** True when calls are handled one after the other, and a no ends the rest: for models that write them into their text. */
  readonly oneByOne: boolean;
  /** True when nobody sees the run yet. */
  readonly background: boolean;
  /** The keys of the current work. */
  readonly busy: ReadonlySet<string>;
  /** The threads whose newest step belongs to the running model call: before, it is what an earlier one left. */
  readonly speaking: ReadonlySet<string | undefined>;
  /** The sub-agents whose calls run here. */
  readonly spawned: ReadonlySet<string>;
}

const modelKey = (span: string | undefined): string => `model:${span ?? ''}`;
export const callKey = (toolUseId: string): string => `call:${toolUseId}`;

/** The next actions of a run, from the state of its log. The caller is the only one who works on the run. Pure. */
export function nextActions(state: RunState, circumstances: Circumstances): Plan {
  const root = planThread(state, undefined, state, circumstances);
  const plans = [root];
  for (const id of circumstances.spawned) {
    const span = state.spans.get(id);
    if (span === undefined) continue;
    const plan = planThread(state, id, span, circumstances);
    plans.push(
      plan.end === undefined ? plan : { ...plan, notes: [{ type: 'close', span: id, end: plan.end }] },
    );
  }
  const times = plans.flatMap(({ until }) => (until === null ? [] : [until]));
  return {
    notes: plans.flatMap(({ notes }) => notes),
    work: plans.flatMap(({ work }) => work),
    until: times.length > 0 ? Math.min(...times) : null,
    ...(root.end !== undefined && { end: root.end }),
  };
}

const NOTHING: Plan = { notes: [], work: [], until: null };

function planThread(state: RunState, span: string | undefined, thread: RunThread, c: Circumstances): Plan {
  const last = thread.steps.at(-1);
  const mode = c.modeOf(thread.mode);
  // Each time a person lets it go on, it may take as many steps again.
  const continued = thread.steps.findLast((step) => step.continued !== undefined)?.step ?? 0;
  const most = c.maxIterations(mode) + Math.max(continued, span === undefined ? state.wentOnAt : 0);
  const limit = c.tools.size > 0 ? most : 0;
  const loose = span === undefined ? looseCall(state) : undefined;
  if (loose !== undefined && last === undefined)
    return planCalls([loose], { state, thread, mode, offered: true }, c);
  const at = { state, thread, mode, offered: (last?.step ?? 1) <= limit };
  const calls = openCalls(thread, span, state);
  if (last?.message?.status !== 'completed') {
    if (c.busy.has(modelKey(span)))
      return planCalls(c.speaking.has(span) ? calls.filter(({ complete }) => complete) : [], at, c);
    // A call that a person was asked about, or that has begun, holds: the model is not asked for this message again.
    if (hasBegun(state, thread)) return { ...NOTHING, notes: [{ type: 'cut', span }] };
    return callModel(span, last?.step ?? 1, (last?.attempt ?? 0) + 1);
  }
  const stop = unusualStop(last.message);
  if (stop?.reason === 'refusal') {
    const notes = calls.filter((call) => canLeave(call, c)).map(refusedCall);
    if (notes.length > 0) return { ...NOTHING, notes };
  }
  if (calls.length > 0) return planCalls(calls, at, c);
  // The message may still be asked for again.
  if (c.busy.has(modelKey(span))) return NOTHING;
  if (last.continued !== undefined) return callModel(span, last.step + 1, 1);
  // The provider only pauses: the message goes back as it is, as often as a thread may continue.
  if (stop?.reason === 'pause_turn' && last.step <= most) return callModel(span, last.step + 1, 1);
  const end = endOf(last.step > limit);
  return end === undefined ? callModel(span, last.step + 1, 1) : { ...NOTHING, end };

  function callModel(of: string | undefined, step: number, attempt: number): Plan {
    if (c.background && of === undefined) return { ...NOTHING, notes: [{ type: 'surface' }] };
    const offersTools = step <= limit;
    // A sub-agent sums up for the model that called it.
    const isAsked = c.atStepLimit === 'ask' && of === undefined && limit > 0 && !offersTools;
    const waiting = isAsked ? askToGoOn(state, step - 1, c.now) : undefined;
    if (waiting !== undefined) return waiting;
    return {
      ...NOTHING,
      work: [{ type: 'call_model', key: modelKey(of), span: of, step, attempt, mode, offersTools }],
    };
  }

  function endOf(isSummary: boolean): ThreadEnd | undefined {
    if (last === undefined || (loose !== undefined && last.step === 1)) return undefined;
    if (succeededToEnd() || isStopped()) return { type: 'done' };
    const mistakes = lastMistakes(thread, state, mustUseTools(mode, c.tools));
    const [mistake] = mistakes;
    if (mistake === undefined && goesOn()) return undefined;
    const isOver = isSummary ? mistake !== 'empty' : mistake === undefined && callsOf(last).length === 0;
    if (isOver) return { type: 'done' };
    if (mistake === undefined || mistakes.length < MISTAKES) return undefined;
    return { type: 'stuck', message: stuckMessage(mistakes.slice(0, MISTAKES)) };
  }

  /** Tells whether the answer was cut off where work is done: it continues by itself, unless it was cut too often. */
  function goesOn(): boolean {
    const isCut = last !== undefined && isCutOff(last) && mustUseTools(mode, c.tools);
    return isCut && last.step <= limit && !isCutTooOften(thread);
  }

  /** Tells whether the way that the message ended leaves nothing to continue with. The person reads why. */
  function isStopped(): boolean {
    if (stop === undefined || last === undefined) return false;
    if (stop.reason === 'refusal') return true;
    return callsOf(last).length === 0 && stop.details?.type !== 'malformed_call' && !goesOn();
  }

  function succeededToEnd(): boolean {
    if (last === undefined) return false;
    const results = resultsOf(last);
    return callsOf(last).some(
      ({ id, name }) => c.tools.get(name)?.ends && results.get(id)?.is_error === false,
    );
  }
}

/** Asks a person whether a run goes on after its steps, and waits for the answer. Undefined when it sums up instead. */
function askToGoOn({ limit }: RunState, steps: number, now: number): Plan | undefined {
  if (limit?.steps !== steps) return { ...NOTHING, notes: [{ type: 'ask_limit', steps }] };
  if (limit.status !== 'waiting') return undefined;
  const { expires_at: until = null, approval_id: approvalId } = limit;
  if (until === null || now < until) return { ...NOTHING, until };
  return { ...NOTHING, notes: [{ type: 'expire_limit', approvalId }] };
}

/** Tells whether a call has done nothing yet, and nobody works on it. */
function canLeave({ block, known }: OpenCall, { busy }: Circumstances): boolean {
  const isQuiet = known?.status === undefined || known.status === 'waiting' || known.status === 'decided';
  return isQuiet && known?.question === undefined && known?.in_doubt !== true && !busy.has(callKey(block.id));
}

function refusedCall(call: OpenCall): Note {
  return { type: 'expire', call, refusal: refusal({ code: 'model_refused' }, call.block.name) };
}

/** Tells whether a person was asked about a call of the newest message, or one was begun. */
export function hasBegun({ tools }: RunState, { steps }: RunThread): boolean {
  const last = steps.at(-1);
  return last !== undefined && callsOf(last).some(({ id }) => tools.has(id));
}

/** Tells whether the model works with tools in a mode: there must be one that ends the task. */
export function mustUseTools({ mustUseTools: must }: Mode, tools: ReadonlyMap<string, Tool>): boolean {
  return must && [...tools.values()].some(({ ends }) => ends);
}

type Judged = { readonly call: OpenCall; readonly verdict: Verdict | { readonly type: 'busy' } };

/** All that must be asked is asked first, and at once; then the calls run one by one, in their order. */
function planCalls(calls: readonly OpenCall[], at: CallThread, c: Circumstances): Plan {
  const judged = (c.oneByOne ? calls.slice(0, 1) : calls).map((call): Judged => {
    if (c.busy.has(callKey(call.block.id))) return { call, verdict: { type: 'busy' } };
    const skipped = c.oneByOne ? skippedCall(call, at) : undefined;
    return {
      call,
      verdict: skipped === undefined ? judgeCall(call, c, at) : { type: 'answer', refusal: skipped },
    };
  });
  const times = judged.flatMap(({ verdict }) =>
    verdict.type === 'wait' && verdict.until !== null ? [verdict.until] : [],
  );
  return {
    notes: notesFor(judged, c),
    work: workFor(judged, c),
    until: times.length > 0 ? Math.min(...times) : null,
  };
}

function notesFor(judged: readonly Judged[], { background }: Circumstances): Note[] {
  const doubts = judged.flatMap(({ call, verdict }) => (verdict.type === 'doubt' ? [call] : []));
  if (doubts.length > 0) return [{ type: 'doubt', calls: doubts }];
  const questions = judged.flatMap(({ call, verdict }): Question[] => {
    if (verdict.type !== 'ask') return [];
    const { type: _, ...why } = verdict;
    return [{ call, ...why }];
  });
  if (questions.length > 0) return [background ? { type: 'surface' } : { type: 'ask', questions }];
  return judged.flatMap(({ call, verdict }): Note[] =>
    verdict.type === 'answer' || verdict.type === 'expire'
      ? [{ type: verdict.type, call, refusal: verdict.refusal }]
      : [],
  );
}

/** One at a time, except those that may run side by side. */
function workFor(judged: readonly Judged[], { tools }: Circumstances): Work[] {
  let taken = judged.some(
    ({ call, verdict }) => verdict.type === 'busy' && !tools.get(call.block.name)?.together,
  );
  return judged.flatMap(({ call, verdict }): Work[] => {
    if (verdict.type !== 'run') return [];
    const { tool, input } = verdict;
    if (!tool.together) {
      if (taken) return [];
      taken = true;
    }
    return [{ type: 'run', key: callKey(call.block.id), call, tool, input }];
  });
}

/** Why a call is left out: the person said no to one before it in the same message. */
function skippedCall({ block }: OpenCall, { thread, state }: CallThread): Refusal | undefined {
  const last = thread.steps.at(-1);
  if (last === undefined) return undefined;
  const before = callsOf(last);
  const at = before.findIndex(({ id }) => id === block.id);
  const no = before.slice(0, at).find(({ id }) => state.tools.get(id)?.decision?.type === 'reject');
  return no === undefined ? undefined : refusal({ code: 'skipped', tool: no.name }, block.name);
}
