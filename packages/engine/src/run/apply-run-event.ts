import type { BlockEvent } from '../message/block-events.ts';
import {
  calculateNextState,
  createReconstructorState,
  type ReconstructorState,
} from '../message/calculate-next-state.ts';
import { type UnusualStop, unusualStop } from '../message/stop-reason.ts';
import { applyToolEvent, type RunTool } from './apply-tool-event.ts';
import { continueRun } from './continue-run.ts';
import { withEarlier } from './earlier-words.ts';
import type {
  Checkpoint,
  CondensedContext,
  ContextFill,
  EarlierWords,
  RunContinue,
  RunError,
  SeenFiles,
  SpanTask,
  StepStart,
  StoredEvent,
  Suggestions,
  ToolComplete,
} from './run-events.ts';
import { runText } from './run-text.ts';
import { applyLimitEvent, isAboutLimit, keepTime, type RunClock, type RunLimit } from './waiting.ts';

/** The state of a run. */
export type RunStatus = 'running' | 'completed' | 'cancelled' | 'failed';

/** One model call of a run: only its newest attempt, with the message that it writes. */
export interface RunStep extends ReconstructorState {
  readonly step: number;
  readonly attempt: number;
  /** The claim under which the attempt began. */
  readonly fence: number;
  /** The words of the attempts before this one. */
  readonly earlier?: readonly EarlierWords[];
  /** How the run had ended after this step, when it was continued behind it. */
  readonly continued?: RunContinue['after'];
}

/** The work of one model in a run, call by call. */
export interface RunThread {
  readonly steps: readonly RunStep[];
  /** The mode that it is in; null before its first step. */
  readonly mode: string | null;
  /** How full its window is; null when it is not known. */
  readonly context: ContextFill | null;
  /** The summary that it reads instead of earlier messages; null when it reads all of them. */
  readonly condensed: CondensedContext | null;
  /** The version of each file that it last read or left behind. Only where the server folds its own log. */
  readonly seen: SeenFiles;
}

/** A sub-agent of a run. Its id is that of the call that opened it. */
export interface RunSpan extends RunThread {
  readonly id: string;
  readonly task: SpanTask;
}

/** The state that a run's log adds up to. Plain data; unchanged parts keep their identity from event to event. */
export interface RunState extends RunThread {
  readonly status: RunStatus;
  readonly spans: ReadonlyMap<string, RunSpan>;
  /** The state of each tool call, by `tool_use_id`, in the order in which the calls first appeared. */
  readonly tools: ReadonlyMap<string, RunTool>;
  readonly checkpoints: readonly Checkpoint[];
  /** The call of an earlier run that this one continues: its log begins with it. */
  readonly followUp: string | null;
  /** The suggestions of the calls so far; later ones win. */
  readonly suggestions: Suggestions;
  /** The status that the run reports; null once it does something else. */
  readonly statusText: string | null;
  /** When the provider, which takes no request now, is asked again; null when nobody waits for that. */
  readonly retryAt: number | null;
  /** How often a person let it go on after an end. */
  readonly continued: number;
  /** The newest question whether the run goes on after many steps; null when it was never asked. */
  readonly limit: RunLimit | null;
  /** The number of steps at which a person last let it go on. */
  readonly wentOnAt: number;
  /** The time that was no work; null before the first event. */
  readonly clock: RunClock | null;
  readonly seq: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly error: RunError | null;
}

const NEW_THREAD: RunThread = { steps: [], mode: null, context: null, condensed: null, seen: {} };

/** The state of a run before its first event. */
export function createRunState(): RunState {
  return {
    ...NEW_THREAD,
    status: 'running',
    spans: new Map(),
    tools: new Map(),
    checkpoints: [],
    followUp: null,
    suggestions: {},
    statusText: null,
    retryAt: null,
    continued: 0,
    limit: null,
    wentOnAt: 0,
    clock: null,
    seq: 0,
    startedAt: null,
    endedAt: null,
    error: null,
  };
}

/** Folds one stored event into the run. Pure. An event that was already folded in changes nothing. */
export function applyRunEvent(state: RunState, event: StoredEvent): RunState {
  if (event.seq <= state.seq) return state;
  return keepTime(state, fold(state, event), event);
}

function fold(state: RunState, event: StoredEvent): RunState {
  const next: RunState = { ...state, seq: event.seq, startedAt: state.startedAt ?? event.ts, retryAt: null };
  if (isAboutLimit(state.limit, event)) {
    const limit = applyLimitEvent(state.limit, event);
    const goesOn = limit?.decision?.type === 'approve';
    return { ...next, statusText: null, limit, wentOnAt: goesOn ? limit.steps : state.wentOnAt };
  }
  switch (event.type) {
    case 'continue':
      return { ...next, ...continueRun(state, event) };
    case 'span_start':
      return { ...next, spans: startSpan(state.spans, event.span_id, event.task) };
    case 'status':
      return { ...next, statusText: event.message, retryAt: event.retry_at ?? null };
    case 'checkpoint':
      return { ...next, checkpoints: [...state.checkpoints, event] };
    case 'tool_start': {
      const followUp = state.seq === 0 ? event.tool_use_id : state.followUp;
      return { ...next, statusText: null, followUp, tools: applyToolEvent(state.tools, event) };
    }
    case 'tool_progress':
    case 'tool_uncertain':
    case 'approval_request':
    case 'approval_decision':
    case 'approval_withdrawn':
    case 'revert':
      return { ...next, statusText: null, tools: applyToolEvent(state.tools, event) };
    case 'tool_complete': {
      const done = { ...next, statusText: null, tools: applyToolEvent(state.tools, event) };
      // A sub-agent's suggestions are not for the person: its parent reads its words.
      const isOwn = event.span_id === undefined;
      const suggestions = isOwn ? { ...state.suggestions, ...suggestionsOf(event) } : state.suggestions;
      return changeThread({ ...done, suggestions }, event.span_id, (thread) => applyToThread(thread, event));
    }
    case 'complete':
      return { ...next, ...ended(state, 'completed', event.ts) };
    case 'cancelled':
      return { ...next, ...ended(state, 'cancelled', event.ts) };
    case 'error': {
      const { message, code, retryable, retry_after, provider } = event;
      return {
        ...next,
        ...ended(state, 'failed', event.ts),
        error: {
          ...{ type: 'error', message, code, retryable },
          ...(retry_after !== undefined && { retry_after }),
          ...(provider !== undefined && { provider }),
        },
      };
    }
    default:
      return changeThread({ ...next, statusText: null }, event.span_id, (thread) =>
        applyToThread(thread, event),
      );
  }
}

function startSpan(
  spans: ReadonlyMap<string, RunSpan>,
  id: string | undefined,
  task: SpanTask,
): ReadonlyMap<string, RunSpan> {
  if (id === undefined || spans.has(id)) return spans;
  return new Map(spans).set(id, { ...NEW_THREAD, id, task, mode: task.mode ?? null });
}

function changeThread(
  state: RunState,
  spanId: string | undefined,
  change: <Thread extends RunThread>(thread: Thread) => Thread,
): RunState {
  if (spanId === undefined) return change(state);
  const span = state.spans.get(spanId);
  if (span === undefined) return state;
  const changed = change(span);
  return changed === span ? state : { ...state, spans: new Map(state.spans).set(spanId, changed) };
}

/** Folds an event that is about one thread. */
function applyToThread<Thread extends RunThread>(
  thread: Thread,
  event: StoredEvent & {
    readonly type: BlockEvent['type'] | 'step_start' | 'context' | 'condensed' | 'tool_complete';
  },
): Thread {
  switch (event.type) {
    case 'step_start':
      return { ...thread, mode: event.mode ?? thread.mode, steps: startStep(thread.steps, event) };
    case 'tool_complete':
      if (event.mode === undefined && event.seen === undefined) return thread;
      return {
        ...thread,
        ...(event.mode !== undefined && { mode: event.mode }),
        ...(event.seen !== undefined && { seen: { ...thread.seen, ...event.seen } }),
      };
    case 'context':
      return { ...thread, context: { used: event.used, window: event.window } };
    case 'condensed': {
      const { summary, up_to, step, count, before, after } = event;
      return { ...thread, condensed: { summary, up_to, step, count, before, after } };
    }
    default: {
      const steps = changeLast(thread.steps, (step) => calculateNextState(step, event));
      return steps === thread.steps ? thread : { ...thread, steps };
    }
  }
}

function suggestionsOf({ suggested_values, suggested_actions, custom_payload }: ToolComplete): Suggestions {
  return {
    ...(suggested_values && { suggested_values }),
    ...(suggested_actions && { suggested_actions }),
    ...(custom_payload && { custom_payload }),
  };
}

function startStep(
  steps: readonly RunStep[],
  { step, attempt, fence }: StepStart & { readonly fence: number },
): readonly RunStep[] {
  // A restart drops what this step and any later one had written, but for the words that somebody may have read.
  const givenUp = steps.filter((other) => other.step >= step);
  const earlier = givenUp.flatMap((one) =>
    withEarlier(one.earlier ?? [], {
      cause: one.fence === fence ? 'condensed' : 'restart',
      text: runText({ steps: [one] }),
    }),
  );
  const fresh = { step, attempt, fence, ...createReconstructorState() };
  return [
    ...steps.filter((other) => other.step < step),
    earlier.length === 0 ? fresh : { ...fresh, earlier },
  ];
}

type EndStatus = 'completed' | 'cancelled' | 'failed';

function ended(
  { steps, spans }: RunState,
  status: EndStatus,
  at: number,
): Pick<RunState, 'status' | 'statusText' | 'endedAt' | 'steps' | 'spans'> {
  const closed = [...spans].map(([id, span]) => [id, { ...span, steps: close(span.steps, status) }] as const);
  return {
    status,
    statusText: null,
    endedAt: at,
    steps: close(steps, status),
    spans: spans.size === 0 ? spans : new Map(closed),
  };
}

/** A message that was cut off ends as its run did. */
function close(steps: readonly RunStep[], status: EndStatus): readonly RunStep[] {
  return changeLast(steps, ({ message, ...json }) => ({
    ...json,
    message: message?.status === 'in_progress' ? { ...message, status } : message,
  }));
}

function changeLast(
  steps: readonly RunStep[],
  change: (state: ReconstructorState) => ReconstructorState,
): readonly RunStep[] {
  const last = steps.at(-1);
  if (last === undefined) return steps;
  const { message, buffers, parsedJson, previews } = change(last);
  const changed = message !== last.message || buffers !== last.buffers;
  return changed ? [...steps.slice(0, -1), { ...last, message, buffers, parsedJson, previews }] : steps;
}

/** Names how the newest message of an answer ended; undefined if it ended as it should. */
export function runStop({ steps }: Pick<RunThread, 'steps'>): UnusualStop | undefined {
  const message = steps.at(-1)?.message;
  return message?.status === 'completed' ? unusualStop(message) : undefined;
}
