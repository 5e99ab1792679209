import { type BlockEvent, readStopDetails } from '@millrace/engine/message';
import { blockEvent, type ModelSettings, OFF } from '@millrace/engine/run';
import * as z from 'zod/mini';
import { checkKey } from '../adapter/check-key.ts';
import { knownOutput } from '../adapter/known-output.ts';
import { type Model, type ModelBlock, ModelError, type ModelRequest } from '../adapter/model.ts';
import { factsOf } from '../adapter/model-facts.ts';
import { parseJson } from '../adapter/parse-json.ts';
import { joinUrl, type Provider, type ProviderOptions } from '../adapter/provider.ts';
import { findProblem, streamFailure } from '../adapter/provider-error.ts';
import { lost, streamEvents } from '../adapter/provider-stream.ts';
import { withRefusals } from '../adapter/refused-prompt.ts';
import { resultsFirst } from '../adapter/results-first.ts';
import { withRetries } from '../adapter/retry.ts';
import { namedStop, type StopTable, stopDelta } from '../adapter/stop.ts';
import { takenSettings } from '../adapter/taken-settings.ts';
import { anthropicSettings, thinksByItself } from './anthropic-settings.ts';
import { KeptBlocks, readKept } from './kept-blocks.ts';

export const ANTHROPIC_URL = 'https://api.anthropic.com';

export const anthropic: Provider = {
  name: 'Anthropic',
  keyName: 'ANTHROPIC_API_KEY',
  baseUrlName: 'ANTHROPIC_BASE_URL',
  headers: (apiKey) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
};

/** The options of `createAnthropicModel`. */
export interface AnthropicOptions extends ProviderOptions {
  /** How many tokens the model may think for; none by default. */
  readonly thinkingTokens?: number | undefined;
}

const READS = ['image', 'pdf'] as const;

/** A model behind Anthropic's Messages API. */
export function createAnthropicModel(options: AnthropicOptions): Model {
  const baseUrl = options.baseUrl ?? ANTHROPIC_URL;
  return {
    id: `anthropic/${options.model}`,
    ...factsOf(options, { prints: READS, otherwise: READS }),
    settings: anthropicSettings(options),
    stream: (request, signal) =>
      withRetries(
        () => withRefusals(options.model, streamFitting(options, request, signal)),
        request,
        signal,
        options.retries,
      ),
    checkKey: (signal) => checkKey(anthropic, options, joinUrl(baseUrl, '/v1/models'), signal),
  };
}

/** How many tokens an answer may have, with what the model thinks: what is asked for, else as many as the model can. */
function outputLimit({ model, maxTokens, listed, thinkingTokens = 0 }: AnthropicOptions): number {
  return maxTokens === undefined ? (listed?.maxTokens ?? knownOutput(model)) : maxTokens + thinkingTokens;
}

/** The options with the chosen settings instead of what the owner has set. */
function chosen(
  options: AnthropicOptions,
  { max_tokens, thinking_tokens, thinking }: ModelSettings,
): AnthropicOptions {
  const own = thinking === undefined ? options.thinkingTokens : undefined;
  const maxTokens = max_tokens ?? options.maxTokens;
  const asked = { ...options, maxTokens, thinkingTokens: thinking_tokens ?? own };
  const most = options.listed?.maxTokens ?? knownOutput(options.model);
  // Thinking is on top of the answer, but the model has an end.
  return max_tokens === undefined
    ? asked
    : { ...asked, maxTokens: Math.min(max_tokens, most - (asked.thinkingTokens ?? 0)) };
}

// Older models refuse a question that leaves less room than the longest answer takes, and say how much there is.
const NO_ROOM = /\b(\d{1,9}) \+ (\d{1,9}) > (\d{1,9})/;

/** Asks again for a shorter answer where the window has no room for the longest one. */
async function* streamFitting(
  options: AnthropicOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<BlockEvent> {
  const settings = takenSettings(anthropicSettings(options), request);
  const asked = chosen(options, settings);
  const limit = outputLimit(asked);
  const body = (most: number): object => requestBody(asked, request, most, settings);
  try {
    yield* streamMessage(options, body(limit), signal);
  } catch (error) {
    const isFull = error instanceof ModelError && error.code === 'context_length';
    const [, asked, , window] = (isFull && NO_ROOM.exec(error.message)) || [];
    const room = Number(window) - Number(asked);
    // The provider counts to the token; less room than this is none.
    if (!(room >= LEAST_ROOM && room < limit)) throw error;
    yield* streamMessage(options, body(room), signal);
  }
}

const LEAST_ROOM = 2_048;

/** The events of Anthropic's stream are the log's own: they only have to be checked. */
async function* streamMessage(
  options: AnthropicOptions,
  body: object,
  signal: AbortSignal,
): AsyncGenerator<BlockEvent> {
  const url = joinUrl(options.baseUrl ?? ANTHROPIC_URL, '/v1/messages');
  const call = { provider: anthropic, url, body, options };
  const kept = new KeptBlocks();
  let hasReason = false;
  for await (const data of streamEvents(call, signal)) {
    const json = readEnd(parseJson(data));
    const known = blockEvent.safeParse(json);
    const stands = kept.take(json, known.success);
    if (stands !== undefined) yield* stands;
    else if (known.success) {
      if (known.data.type === 'message_delta') hasReason ||= known.data.delta.stop_reason !== null;
      // An end without a reason is not an end.
      if (known.data.type === 'message_stop' && !hasReason) break;
      yield known.data;
      // Bytes after the end of the message are not ours to wait for.
      if (known.data.type === 'message_stop') return;
    } else if (isError(json)) {
      throw streamFailure(anthropic, findProblem(json) ?? { message: '', kind: '' });
    }
  }
  throw lost(anthropic);
}

const STOPS: StopTable = new Map([
  ['end_turn', 'end_turn'],
  ['tool_use', 'tool_use'],
  ['stop_sequence', 'stop_sequence'],
  ['max_tokens', 'max_tokens'],
  ['model_context_window_exceeded', 'model_context_window_exceeded'],
  ['pause_turn', 'pause_turn'],
  ['compaction', 'pause_turn'],
  ['refusal', 'refusal'],
]);

/** An event as it came, except the end of a message: its reason is in the words of the log. */
function readEnd(json: unknown): unknown {
  const event = messageDelta.safeParse(json);
  if (!event.success) return json;
  const { stop_reason: name, stop_details, stop_sequence } = event.data.delta;
  const { reason, details } = namedStop(STOPS, name);
  const told = readStopDetails(stop_details);
  const both = told === undefined ? details : { ...told, ...details };
  return { ...event.data, delta: { ...stopDelta({ reason, details: both }), stop_sequence } };
}

const messageDelta = z.looseObject({
  type: z.literal('message_delta'),
  delta: z.object({
    stop_reason: z.string(),
    stop_sequence: z.catch(z.nullable(z.string()), null),
    stop_details: z.optional(z.unknown()),
  }),
});

function requestBody(
  options: AnthropicOptions,
  { system, messages, tools }: ModelRequest,
  limit: number,
  settings: ModelSettings,
): object {
  const { model, thinkingTokens = 0 } = options;
  const thinks = thinkingTokens > 0 && thinkingTokens < limit;
  const { temperature, top_p, top_k, thinking, effort } = settings;
  return {
    model,
    max_tokens: limit,
    stream: true,
    ...(thinks && {
      thinking: thinksByItself(model)
        ? { type: 'adaptive' }
        : { type: 'enabled', budget_tokens: thinkingTokens },
    }),
    ...(thinking !== undefined && { thinking: { type: thinking === OFF ? 'disabled' : thinking } }),
    ...(effort !== undefined && { output_config: { effort } }),
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { top_p }),
    ...(top_k !== undefined && { top_k }),
    ...(system && { system: [{ type: 'text', text: system, cache_control: CACHED }] }),
    messages: withCacheMarks(
      messages
        .map(({ role, content }) => ({ role, content: resultsFirst(content).flatMap(printBlock) }))
        .filter(({ content }) => content.length > 0),
    ),
    ...(tools?.length && { tools }),
  };
}

/** The text up to a mark is read from the cache by the next request, and costs a tenth then. */
const CACHED = { type: 'ephemeral' };
/** The marks in messages: the last one, and the one before it, which the last request has written. */
const CACHE_MARKS = 2;

interface PrintedMessage {
  readonly role: string;
  readonly content: readonly object[];
}

/** Marks the last messages of the user: tools and instructions stand before them, and answers may end in what takes no mark. */
function withCacheMarks(messages: readonly PrintedMessage[]): readonly PrintedMessage[] {
  const users = messages.filter(({ role }) => role === 'user').slice(-CACHE_MARKS);
  return messages.map((message) => (users.includes(message) ? marked(message) : message));
}

function marked({ role, content }: PrintedMessage): PrintedMessage {
  const last = content.at(-1);
  return last === undefined
    ? { role, content }
    : { role, content: [...content.slice(0, -1), { ...last, cache_control: CACHED }] };
}

function printBlock(block: ModelBlock): object[] {
  switch (block.type) {
    case 'text':
      // Text without a word is refused.
      return block.text.trim() === '' ? [] : [{ type: 'text', text: block.text }];
    case 'image': {
      const { media_type, data } = block;
      return [{ type: 'image', source: { type: 'base64', media_type, data } }];
    }
    case 'document': {
      const { name: title, media_type, data } = block;
      return [{ type: 'document', source: { type: 'base64', media_type, data }, title }];
    }
    // Thinking without its seal is refused; only Anthropic's own goes back.
    case 'thinking':
      return isOwnSeal(block.signature) ? [block] : [];
    case 'redacted_thinking': {
      const kept = readKept(block.data);
      if (kept !== undefined) return [kept];
      return isOwnSeal(block.data) ? [block] : [];
    }
    case 'tool_use': {
      const { message: _, id, ...call } = block;
      return [{ ...call, id: printId(id) }];
    }
    case 'tool_result': {
      const { name: _, tool_use_id, ...result } = block;
      return [{ ...result, tool_use_id: printId(tool_use_id) }];
    }
    case 'server_tool':
      return [block.block];
  }
}

/** Other providers give ids with signs that Anthropic refuses. */
function printId(id: string): string {
  return id.replaceAll(/[^\w-]/g, '_') || '_';
}

/** Anthropic's seals are base64; those of other providers hold a colon. */
function isOwnSeal(seal: string | undefined): boolean {
  return seal !== undefined && seal !== '' && !seal.includes(':');
}

function isError(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'type' in json && json.type === 'error';
}
