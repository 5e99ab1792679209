import type { BlockEvent } from '../message/block-events.ts';
import type { ChatMessage } from '../message/message.ts';
import { nextMessage } from '../message/next-message.ts';
import type { RunError, StepStart, StoredEvent } from './run-events.ts';

export type RunStatus = 'running' | 'completed' | 'cancelled' | 'failed';

/** One model call of a run: only its newest attempt. */
export interface RunStep {
  readonly step: number;
  readonly attempt: number;
  readonly message: ChatMessage | null;
}

/** What a run's log adds up to. Plain data; unchanged parts keep their identity from event to event. */
export interface RunState {
  readonly status: RunStatus;
  readonly steps: readonly RunStep[];
  readonly seq: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly error: RunError | null;
}

/** The state of a run before its first event. */
export function createRunState(): RunState {
  return { status: 'running', steps: [], seq: 0, startedAt: null, endedAt: null, error: null };
}

/** Folds one stored event into the run. Pure. An event that was already folded in changes nothing. */
export function applyRunEvent(state: RunState, event: StoredEvent): RunState {
  if (event.seq <= state.seq) return state;
  const next: RunState = { ...state, seq: event.seq, startedAt: state.startedAt ?? event.ts };
  switch (event.type) {
    case 'step_start':
      return { ...next, steps: startStep(state.steps, event) };
    case 'complete':
      return { ...next, status: 'completed', endedAt: event.ts };
    case 'cancelled':
      return { ...next, status: 'cancelled', endedAt: event.ts };
    case 'error': {
      const { message, code, retryable } = event;
      return {
        ...next,
        status: 'failed',
        endedAt: event.ts,
        error: { type: 'error', message, code, retryable },
      };
    }
    default:
      return { ...next, steps: growLastStep(state.steps, event, event.ts) };
  }
}

function startStep(steps: readonly RunStep[], { step, attempt }: StepStart): readonly RunStep[] {
  // A restart drops what this step and any later one had written.
  return [...steps.filter((other) => other.step < step), { step, attempt, message: null }];
}

function growLastStep(steps: readonly RunStep[], event: BlockEvent, ts: number): readonly RunStep[] {
  const last = steps.at(-1);
  if (last === undefined) return steps;
  const message = nextMessage(last.message, event, new Date(ts).toISOString());
  return message === last.message ? steps : [...steps.slice(0, -1), { ...last, message }];
}

/** The text of a run's answer so far: its text blocks in order. */
export function runText(state: RunState): string {
  let text = '';
  for (const { message } of state.steps) {
    for (const block of message?.content ?? []) if (block?.type === 'text') text += block.text;
  }
  return text;
}
