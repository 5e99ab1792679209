import {
  calculateNextState,
  createReconstructorState,
  type ReconstructorState,
} from '../message/calculate-next-state.ts';
import type { ContentBlock } from '../message/message.ts';
import { applyToolEvent, type RunTool } from './apply-tool-event.ts';
import type { Checkpoint, RunError, StepStart, StoredEvent } from './run-events.ts';

export type RunStatus = 'running' | 'completed' | 'cancelled' | 'failed';

/** One model call of a run: only its newest attempt, with the message that it writes. */
export interface RunStep extends ReconstructorState {
  readonly step: number;
  readonly attempt: number;
}

/** What a run's log adds up to. Plain data; unchanged parts keep their identity from event to event. */
export interface RunState {
  readonly status: RunStatus;
  readonly steps: readonly RunStep[];
  /** What became of each tool call, by `tool_use_id`, in the order in which they were first heard of. */
  readonly tools: ReadonlyMap<string, RunTool>;
  readonly checkpoints: readonly Checkpoint[];
  /** What the run says that it is doing; null once it does something else. */
  readonly statusText: string | null;
  readonly seq: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly error: RunError | null;
}

/** The state of a run before its first event. */
export function createRunState(): RunState {
  return {
    status: 'running',
    steps: [],
    tools: new Map(),
    checkpoints: [],
    statusText: null,
    seq: 0,
    startedAt: null,
    endedAt: null,
    error: null,
  };
}

/** Folds one stored event into the run. Pure. An event that was already folded in changes nothing. */
export function applyRunEvent(state: RunState, event: StoredEvent): RunState {
  if (event.seq <= state.seq) return state;
  const next: RunState = { ...state, seq: event.seq, startedAt: state.startedAt ?? event.ts };
  switch (event.type) {
    case 'step_start':
      return { ...next, statusText: null, steps: startStep(state.steps, event) };
    case 'status':
      return { ...next, statusText: event.message };
    case 'checkpoint':
      return { ...next, checkpoints: [...state.checkpoints, event] };
    case 'tool_start':
    case 'tool_progress':
    case 'tool_complete':
    case 'tool_uncertain':
    case 'approval_request':
    case 'approval_decision':
    case 'revert':
      return { ...next, statusText: null, tools: applyToolEvent(state.tools, event) };
    case 'complete':
      return { ...next, ...ended(state, 'completed', event.ts) };
    case 'cancelled':
      return { ...next, ...ended(state, 'cancelled', event.ts) };
    case 'error': {
      const { message, code, retryable } = event;
      return {
        ...next,
        ...ended(state, 'failed', event.ts),
        error: { type: 'error', message, code, retryable },
      };
    }
    default:
      return {
        ...next,
        statusText: null,
        steps: changeLast(state.steps, (step) => calculateNextState(step, event)),
      };
  }
}

function startStep(steps: readonly RunStep[], { step, attempt }: StepStart): readonly RunStep[] {
  // A restart drops what this step and any later one had written.
  return [...steps.filter((other) => other.step < step), { step, attempt, ...createReconstructorState() }];
}

function ended(
  { steps }: RunState,
  status: 'completed' | 'cancelled' | 'failed',
  at: number,
): Pick<RunState, 'status' | 'statusText' | 'endedAt' | 'steps'> {
  // A message that was cut off ends as its run did.
  const closed = changeLast(steps, ({ message, ...json }) => ({
    ...json,
    message: message?.status === 'in_progress' ? { ...message, status } : message,
  }));
  return { status, statusText: null, endedAt: at, steps: closed };
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

/** The blocks of a run's answer so far, in order. */
export function runBlocks({ steps }: RunState): ContentBlock[] {
  return steps.flatMap(({ message }) => (message?.content ?? []).filter((block) => block !== undefined));
}

/** The text of a run's answer so far: its text blocks in order. */
export function runText(state: RunState): string {
  let text = '';
  for (const block of runBlocks(state)) if (block.type === 'text') text += block.text;
  return text;
}
