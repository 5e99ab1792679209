import type {
  BlockDelta,
  ContentBlockStart,
  ContentBlockStop,
  MessageDelta,
  MessageStart,
  ServerSentEvent,
  StartedBlock,
  UsageUpdate,
} from './block-events.ts';
import { appendJson, type JsonState, NO_JSON, startJson, stopJson } from './json-blocks.ts';
import type { ChatMessage, ContentBlock, TokenUsage } from './message.ts';
import { readStopDetails } from './stop-reason.ts';
import { readStreamError } from './stream-error.ts';

/** A message while it grows, with the JSON of its open blocks as raw text and as live previews. */
export interface ReconstructorState extends JsonState {
  readonly message: ChatMessage | null;
}

/** The state before `message_start`. */
export function createReconstructorState(): ReconstructorState {
  return { message: null, ...NO_JSON };
}

/**
 * Folds one event into the state. Pure: an earlier state is never changed, only its live previews are. Never throws.
 * Blocks that the event does not touch keep their identity; an event that makes no sense changes nothing.
 */
export function calculateNextState(state: ReconstructorState, event: ServerSentEvent): ReconstructorState {
  const { message } = state;
  if (event?.type === 'message_start') {
    return { message: startMessage(event, timeOf(event)), ...NO_JSON };
  }
  if (message === null) return state;
  switch (event?.type) {
    case 'content_block_start':
      return startBlock(state, message, event, timeOf(event));
    case 'content_block_delta':
      return growBlock(state, message, event.index, event.delta);
    case 'content_block_stop':
      return stopBlock(state, message, event);
    case 'message_delta':
      return { ...state, message: withDelta(message, event) };
    case 'message_stop':
      return { ...state, message: stopMessage(message) };
    case 'error':
      return { ...state, message: { ...message, status: 'failed', error: readStreamError(event) } };
    default:
      return state;
  }
}

function timeOf({ ts }: ServerSentEvent): string | null {
  return typeof ts === 'number' && Math.abs(ts) <= LAST_DATE ? new Date(ts).toISOString() : null;
}

// Beyond this many milliseconds a Date can't be printed.
const LAST_DATE = 8.64e15;

function startMessage({ message }: MessageStart, at: string | null): ChatMessage {
  return {
    id: message?.id ?? '',
    threadId: message?.threadId ?? '',
    role: message?.role ?? 'assistant',
    model: message?.model ?? '',
    content: [],
    status: 'in_progress',
    createdAt: message?.createdAt ?? at,
    ...countTokens(undefined, message?.usage),
  };
}

// An array with a hole of millions costs as much as one that is full: no message has this many blocks.
const MAX_BLOCKS = 10_000;

function startBlock(
  state: ReconstructorState,
  message: ChatMessage,
  { index, content_block: started }: ContentBlockStart,
  at: string | null,
): ReconstructorState {
  const isIndex = Number.isInteger(index) && index >= 0 && index < MAX_BLOCKS;
  if (!isIndex || typeof started?.type !== 'string') return state;
  const id = started.id ?? `${message.id}:${index}`;
  const block = openBlock(started, id, started.start_timestamp ?? at);
  return { ...startJson(state, index, takesJson(started.type)), message: withBlock(message, index, block) };
}

function openBlock(started: StartedBlock, id: string, start_timestamp: string | null): ContentBlock {
  // Each case below completes the fields that its block must have; what else came passes through.
  const block = { ...started, id, start_timestamp, stop_timestamp: null } as ContentBlock;
  switch (block.type) {
    case 'text':
      return { ...block, text: textOf(block.text) };
    case 'thinking':
      return { ...block, thinking: textOf(block.thinking) };
    case 'tool_use':
      return { ...block, input: block.input ?? {} };
    case 'tool_result':
      return { ...block, is_error: block.is_error === true };
    default:
      return block;
  }
}

const takesJson = (type: string): boolean => type.endsWith('tool_use') || type.endsWith('tool_result');

function growBlock(
  state: ReconstructorState,
  message: ChatMessage,
  index: number,
  delta: BlockDelta,
): ReconstructorState {
  const block = message.content[index];
  if (block === undefined) return state;
  if (delta?.type === 'input_json_delta') {
    const json = appendJson(state, index, textOf(delta.partial_json));
    return json === undefined ? state : { ...json, message };
  }
  const grown = grow(block, delta);
  return grown === undefined ? state : { ...state, message: withBlock(message, index, grown) };
}

function grow(block: ContentBlock, delta: BlockDelta): ContentBlock | undefined {
  switch (delta?.type) {
    case 'text_delta':
      return block.type === 'text' ? { ...block, text: block.text + textOf(delta.text) } : undefined;
    case 'thinking_delta':
      return block.type === 'thinking'
        ? { ...block, thinking: block.thinking + textOf(delta.thinking) }
        : undefined;
    case 'signature_delta':
      return block.type === 'thinking'
        ? { ...block, signature: (block.signature ?? '') + textOf(delta.signature) }
        : undefined;
    case 'citations_delta':
      return block.type === 'text'
        ? { ...block, citations: [...(block.citations ?? []), delta.citation] }
        : undefined;
    default:
      return undefined;
  }
}

function stopBlock(
  state: ReconstructorState,
  message: ChatMessage,
  event: ContentBlockStop & { readonly ts?: number },
): ReconstructorState {
  const { index, input_error, message: words } = event;
  const block = message.content[index];
  if (block === undefined) return state;
  const { json, fields } = stopJson(state, index, block, input_error);
  const stop_timestamp = event.stop_timestamp ?? timeOf(event);
  const stopped = { ...block, ...fields, ...(words !== undefined && { message: words }), stop_timestamp };
  return { ...json, message: withBlock(message, index, stopped) };
}

function withDelta(message: ChatMessage, { delta, usage }: MessageDelta): ChatMessage {
  const stopDetails = readStopDetails(delta?.stop_details);
  return {
    ...message,
    ...(typeof delta?.stop_reason === 'string' && { finishReason: delta.stop_reason }),
    ...(stopDetails !== undefined && { stopDetails }),
    ...countTokens(message.tokenUsage, usage),
  };
}

function countTokens(
  before: TokenUsage | undefined,
  update: UsageUpdate | undefined,
): Pick<ChatMessage, 'tokenUsage'> {
  if (!update) return {};
  const counted = Object.entries(update).filter(([, count]) => typeof count === 'number');
  return { tokenUsage: { input_tokens: 0, output_tokens: 0, ...before, ...Object.fromEntries(counted) } };
}

function stopMessage(message: ChatMessage): ChatMessage {
  if (message.status !== 'in_progress') return message;
  return { ...message, status: message.finishReason === 'cancelled' ? 'cancelled' : 'completed' };
}

function withBlock(message: ChatMessage, index: number, block: ContentBlock): ChatMessage {
  const content = message.content.slice();
  content[index] = block;
  return { ...message, content };
}

// Events may come from anywhere: what should be text and is not counts as nothing.
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
