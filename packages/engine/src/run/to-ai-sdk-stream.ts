import type { HitlDecision } from '../approval/hitl-decision.ts';
import type { StopReason } from '../message/stop-reason.ts';
import type { AiSdkChunk, AiSdkFinishReason } from './ai-sdk-chunks.ts';
import { createOpenParts } from './ai-sdk-parts.ts';
import { createWaits, type WaitOptions } from './ai-sdk-waits.ts';
import { applyRunEvent, createRunState, type RunState, runStop } from './apply-run-event.ts';
import { earlierWords } from './earlier-words.ts';
import {
  type ApprovalRequest,
  eventOf,
  type RunComplete,
  type RunEvent,
  type RunStatusEvent,
  type StoredEvent,
  type ToolEvent,
} from './run-events.ts';

/** The options of `toAiSdkStream`. */
export interface AiSdkStreamOptions extends WaitOptions {
  /** The id that the message has on the page. */
  readonly messageId?: string;
  /** Tells whether the attempt of an event, by its number, is given up by now. */
  readonly isGivenUp?: (seq: number) => boolean;
  /** The major version of the AI SDK that reads; 6 by default. From 7 on it takes a step back that begins again. */
  readonly version?: number;
}

/**
 * Projects a run to the AI SDK's UI message stream. Give it every event in order, from the beginning.
 * A step that restarts can't be taken back in version 6: the reader gets an error, nothing more, and must read again. What `isGivenUp`
 * knows of then is not told, but for the words that did not come again: those are data at the end.
 */
export function toAiSdkStream({
  messageId,
  isGivenUp,
  version = 6,
  ...waits
}: AiSdkStreamOptions = {}): (event: StoredEvent) => AiSdkChunk[] {
  let run = createRunState();
  let told: number | undefined;
  let given = false;
  let over = false;
  let isInStep = false;
  const parts = createOpenParts(() => run);
  const placeOf = createWaits(waits);

  function startStep(step: number): AiSdkChunk[] {
    const last = told;
    told = step;
    if (last === step && version >= 7) {
      parts.end();
      return [{ type: 'reset-step' }];
    }
    if (last === step) {
      over = true;
      return [
        { type: 'error', errorText: 'A part of the answer was started again. Read it from the beginning.' },
      ];
    }
    const ends = endStep();
    isInStep = true;
    return [...ends, { type: 'start-step' }];
  }

  function endStep(): AiSdkChunk[] {
    if (!isInStep) return [];
    isInStep = false;
    return [...parts.end(), { type: 'finish-step' }];
  }

  function project(event: RunEvent): AiSdkChunk[] {
    switch (event.type) {
      case 'content_block_start':
        return parts.start(event.index, event.content_block);
      case 'content_block_delta':
        return parts.grow(event.index, event.delta);
      case 'content_block_stop':
        return parts.stop(event.index);
      case 'status':
        return [{ type: 'data-status', data: statusOf(event), transient: true }];
      case 'complete':
        return [...endStep(), ...earlier(run), ...suggestions(event), ...finish(run)];
      case 'cancelled':
        return [...endStep(), ...earlier(run), { type: 'abort' }];
      case 'error':
        return [...endStep(), ...earlier(run), { type: 'error', errorText: event.message }];
      case 'approval_decision':
        // An answer about the step limit, or to a question of its tool, says nothing about a call.
        return run.limit?.approval_id === event.approval_id ||
          run.tools.get(event.tool_use_id)?.answer?.approval_id === event.approval_id
          ? []
          : toolChunks(event);
      case 'approval_request':
        return [...askedInput(event), ...toolChunks(event)];
      default:
        return 'tool_use_id' in event ? toolChunks(event) : [];
    }
  }

  /** The input that is asked about, where it is no longer the one that the model wrote. */
  function askedInput({
    tool_use_id: toolCallId,
    tool: toolName,
    input,
    limit,
    question,
  }: ApprovalRequest): AiSdkChunk[] {
    if (limit !== undefined || question !== undefined) return [];
    const block = run.steps
      .flatMap(({ message }) => message?.content ?? [])
      .findLast((each) => each?.type === 'tool_use' && each.id === toolCallId);
    if (block?.type === 'tool_use' && JSON.stringify(block.input) === JSON.stringify(input)) return [];
    return [{ type: 'tool-input-available', toolCallId, toolName, input }];
  }

  function tell(event: StoredEvent): AiSdkChunk[] {
    const step = event.type === 'step_start' ? startStep(event.step) : [];
    run = applyRunEvent(run, event);
    return [...step, ...project(eventOf(event))];
  }

  function start(): AiSdkChunk[] {
    if (given) return [];
    given = true;
    return [{ type: 'start', ...(messageId !== undefined && { messageId }) }];
  }

  /** The end of a stream whose reader must decide before anything more comes. */
  function pause(): AiSdkChunk[] {
    over = true;
    return [...endStep(), { type: 'finish', finishReason: 'tool-calls' }];
  }

  return (event) => {
    if (over) return [];
    // A sub-agent's work belongs to its call, and an attempt that was given up to nobody.
    const isTold = event.span_id === undefined && isGivenUp?.(event.seq) !== true;
    const chunks = isTold ? tell(event) : [];
    if (!isTold) run = applyRunEvent(run, event);
    const place = placeOf(run, event);
    if (place === 'read') return [];
    const all = isTold ? [...start(), ...chunks] : [];
    return place === 'end' ? [...all, ...pause()] : all;
  };
}

function toolChunks(event: ToolEvent): AiSdkChunk[] {
  switch (event.type) {
    case 'tool_progress':
      return [{ type: 'data-tool-progress', data: event, transient: true }];
    case 'approval_request':
      if (event.limit !== undefined)
        return [
          {
            type: 'data-step-limit',
            data: { approval_id: event.approval_id, ...event.limit },
            transient: true,
          },
        ];
      if (event.question !== undefined)
        return [{ type: 'data-status', data: { message: event.question.message }, transient: true }];
      return [
        { type: 'tool-approval-request', approvalId: event.approval_id, toolCallId: event.tool_use_id },
      ];
    case 'approval_decision':
      return decided(event.tool_use_id, event.decision);
    default:
      return [];
  }
}

function decided(toolCallId: string, { type, edited_action: edited }: HitlDecision): AiSdkChunk[] {
  if (type === 'reject') return [{ type: 'tool-output-denied', toolCallId }];
  if (type !== 'edit' || edited === undefined) return [];
  return [{ type: 'tool-input-available', toolCallId, toolName: edited.name, input: edited.args }];
}

const FINISH: Readonly<Record<StopReason, AiSdkFinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content-filter',
  pause_turn: 'other',
  other: 'other',
};

/** The end, and before it, as data, why the model stopped, unless it simply finished. */
function finish(run: RunState): AiSdkChunk[] {
  const stop = runStop(run);
  const told = run.steps.at(-1)?.message?.finishReason;
  if (told === undefined) return [{ type: 'finish' }];
  const isKnown = (reason: string): reason is StopReason => Object.hasOwn(FINISH, reason);
  return [
    ...(stop === undefined ? [] : [{ type: 'data-stop', data: stop } as const]),
    { type: 'finish', finishReason: isKnown(told) ? FINISH[told] : 'other' },
  ];
}

function statusOf({ type: _, ...data }: RunStatusEvent): Omit<RunStatusEvent, 'type'> {
  return data;
}

/** The words that an earlier reader may have seen and that the message does not have. */
function earlier(run: RunState): AiSdkChunk[] {
  return earlierWords(run).map((data) => ({ type: 'data-earlier', data }));
}

function suggestions({ type: _, ...payload }: RunComplete): AiSdkChunk[] {
  return Object.keys(payload).length === 0 ? [] : [{ type: 'data-suggestions', data: payload }];
}
