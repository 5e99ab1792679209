import type { HitlDecision } from '../approval/hitl-decision.ts';
import type { BlockDelta, StartedBlock } from '../message/block-events.ts';
import type { ContentBlock } from '../message/message.ts';
import type { StopReason } from '../message/stop-reason.ts';
import type { AiSdkChunk, AiSdkFinishReason } from './ai-sdk-chunks.ts';
import { applyRunEvent, createRunState, type RunState, runStop } from './apply-run-event.ts';
import { earlierWords } from './earlier-words.ts';
import {
  eventOf,
  type RunComplete,
  type RunEvent,
  type RunStatusEvent,
  type StoredEvent,
  type ToolEvent,
} from './run-events.ts';

/** The options of `toAiSdkStream`. */
export interface AiSdkStreamOptions {
  /** The id that the message has on the page. */
  readonly messageId?: string;
  /** Tells whether the attempt of an event, by its number, is given up by now. */
  readonly isGivenUp?: (seq: number) => boolean;
}

/**
 * Projects a run to the AI SDK's UI message stream. Give it every event in order, from the beginning.
 * A step that restarts can't be taken back there: the reader gets an error, nothing more, and must read again. What `isGivenUp`
 * knows of then is not told, but for the words that did not come again: those are data at the end.
 */
export function toAiSdkStream({
  messageId,
  isGivenUp,
}: AiSdkStreamOptions = {}): (event: StoredEvent) => AiSdkChunk[] {
  let run = createRunState();
  let told: number | undefined;
  let given = false;
  let over = false;
  // The parts of the step that are open: the AI SDK refuses pieces of others.
  const open = new Map<number, 'text' | 'reasoning' | 'input'>();

  function startStep(step: number): AiSdkChunk[] {
    const last = told;
    told = step;
    if (last === step) {
      over = true;
      return [
        { type: 'error', errorText: 'A part of the answer was started again. Read it from the beginning.' },
      ];
    }
    return [...(last === undefined ? [] : endStep()), { type: 'start-step' }];
  }

  function endStep(): AiSdkChunk[] {
    const ends = [...open].flatMap(([index, kind]) =>
      kind === 'input' ? [] : [endPart(kind, partId(index))],
    );
    open.clear();
    return [...ends, { type: 'finish-step' }];
  }

  function partId(index: number): string {
    return `${run.steps.at(-1)?.step ?? 0}:${index}`;
  }

  function startBlock(index: number, block: StartedBlock): AiSdkChunk[] {
    const kind = KINDS[block.type] ?? (block.type.endsWith('_use') ? 'input' : undefined);
    if (kind === undefined) return [];
    open.set(index, kind);
    return startPart(block, partId(index));
  }

  function growBlock(index: number, delta: BlockDelta): AiSdkChunk[] {
    const kind = open.get(index);
    const id = partId(index);
    if (kind === 'text' && delta.type === 'text_delta')
      return [{ type: 'text-delta', id, delta: delta.text }];
    if (kind === 'text' && delta.type === 'citations_delta') return sourceOf(delta.citation, id);
    if (kind === 'reasoning' && delta.type === 'thinking_delta') {
      return [{ type: 'reasoning-delta', id, delta: delta.thinking }];
    }
    if (kind === 'input' && delta.type === 'input_json_delta') {
      const toolCallId = run.steps.at(-1)?.message?.content[index]?.id ?? '';
      return [{ type: 'tool-input-delta', toolCallId, inputTextDelta: delta.partial_json }];
    }
    return [];
  }

  function stopBlock(index: number): AiSdkChunk[] {
    const block = run.steps.at(-1)?.message?.content[index];
    const kind = open.get(index);
    open.delete(index);
    if (kind === 'text' || kind === 'reasoning') return [endPart(kind, partId(index))];
    if (block === undefined || isDenied(block)) return [];
    return finished(block);
  }

  /** The result of a rejected call is the rejection, which was told as such. */
  function isDenied(block: ContentBlock): boolean {
    return block.type === 'tool_result' && run.tools.get(block.tool_use_id)?.decision?.type === 'reject';
  }

  function project(event: RunEvent): AiSdkChunk[] {
    switch (event.type) {
      case 'content_block_start':
        return startBlock(event.index, event.content_block);
      case 'content_block_delta':
        return growBlock(event.index, event.delta);
      case 'content_block_stop':
        return stopBlock(event.index);
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
      default:
        return 'tool_use_id' in event ? toolChunks(event) : [];
    }
  }

  return (event) => {
    // A sub-agent's work belongs to its call.
    if (over || event.span_id !== undefined) return [];
    if (isGivenUp?.(event.seq)) {
      run = applyRunEvent(run, event);
      return [];
    }
    const start: AiSdkChunk[] = given
      ? []
      : [{ type: 'start', ...(messageId !== undefined && { messageId }) }];
    given = true;
    const step = event.type === 'step_start' ? startStep(event.step) : [];
    run = applyRunEvent(run, event);
    return [...start, ...step, ...project(eventOf(event))];
  };
}

const KINDS: Readonly<Record<string, 'text' | 'reasoning' | 'input'>> = {
  text: 'text',
  thinking: 'reasoning',
  tool_use: 'input',
};

function startPart(block: StartedBlock, id: string): AiSdkChunk[] {
  if (block.type === 'text') {
    const more: AiSdkChunk[] = block.text === '' ? [] : [{ type: 'text-delta', id, delta: block.text }];
    return [{ type: 'text-start', id }, ...more];
  }
  if (block.type === 'thinking') {
    const more: AiSdkChunk[] =
      block.thinking === '' ? [] : [{ type: 'reasoning-delta', id, delta: block.thinking }];
    return [{ type: 'reasoning-start', id }, ...more];
  }
  const toolName = 'name' in block && typeof block.name === 'string' ? block.name : block.type;
  return [{ type: 'tool-input-start', toolCallId: block.id ?? '', toolName, ...remote(block.type) }];
}

function endPart(kind: 'text' | 'reasoning', id: string): AiSdkChunk {
  return { type: `${kind}-end`, id };
}

/** The chunks for a finished call or result. */
function finished(block: ContentBlock): AiSdkChunk[] {
  if (block.type === 'tool_use') {
    const call = { toolCallId: block.id, toolName: block.name };
    return block.input_error === undefined
      ? [{ type: 'tool-input-available', ...call, input: block.input }]
      : [{ type: 'tool-input-error', ...call, input: block.input_text, errorText: block.input_error }];
  }
  if (block.type === 'tool_result') {
    const toolCallId = block.tool_use_id;
    return block.is_error
      ? [{ type: 'tool-output-error', toolCallId, errorText: print(block.content) }]
      : [{ type: 'tool-output-available', toolCallId, output: block.content }];
  }
  if ('tool_use_id' in block && typeof block['tool_use_id'] === 'string') {
    const output = block['content'];
    return [
      { type: 'tool-output-available', toolCallId: block['tool_use_id'], output, providerExecuted: true },
    ];
  }
  if (!block.type.endsWith('_use') || !('name' in block)) return [];
  const { id: toolCallId, name, input } = block;
  const toolName = String(name);
  return [{ type: 'tool-input-available', toolCallId, toolName, input, providerExecuted: true }];
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

function sourceOf(citation: Readonly<Record<string, unknown>>, id: string): AiSdkChunk[] {
  const { url, title } = citation;
  if (typeof url !== 'string') return [];
  return [{ type: 'source-url', sourceId: `${id}:${url}`, url, ...(typeof title === 'string' && { title }) }];
}

function remote(type: string): { readonly providerExecuted?: true } {
  return type === 'tool_use' ? {} : { providerExecuted: true };
}

function print(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}
