import { type BlockEvent, readStopDetails } from '@millrace/engine/message';
import { blockEvent } from '@millrace/engine/run';
import * as z from 'zod/mini';
import { checkKey } from '../adapter/check-key.ts';
import { knownOutput } from '../adapter/known-output.ts';
import { knownWindow } from '../adapter/known-window.ts';
import { type ListedModel, listModels } from '../adapter/list-models.ts';
import { type Model, type ModelBlock, ModelError, type ModelRequest } from '../adapter/model.ts';
import { parseJson } from '../adapter/parse-json.ts';
import { joinUrl, type Provider, type ProviderOptions, type ProviderReach } from '../adapter/provider.ts';
import { findProblem, streamFailure } from '../adapter/provider-error.ts';
import { lost, streamEvents } from '../adapter/provider-stream.ts';
import { withRefusals } from '../adapter/refused-prompt.ts';
import { resultsFirst } from '../adapter/results-first.ts';
import { withRetries } from '../adapter/retry.ts';
import { namedStop, type StopTable, stopDelta } from '../adapter/stop.ts';

const BASE_URL = 'https://api.anthropic.com';

const anthropic: Provider = {
  name: 'Anthropic',
  keyName: 'ANTHROPIC_API_KEY',
  baseUrlName: 'ANTHROPIC_BASE_URL',
  headers: (apiKey) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
};

/** The options of `createAnthropicModel`. */
export interface AnthropicOptions extends ProviderOptions {
  /** How many tokens an answer may have, as Anthropic lists it; by default as far as the model's name tells. */
  readonly listedTokens?: number | undefined;
  /** How many tokens the model may think for; none by default. */
  readonly thinkingTokens?: number | undefined;
}

/** A model behind Anthropic's Messages API. */
export function createAnthropicModel(options: AnthropicOptions): Model {
  const baseUrl = options.baseUrl ?? BASE_URL;
  return {
    id: `anthropic/${options.model}`,
    name: options.model,
    contextWindow: options.contextWindow ?? knownWindow(options.model),
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

/** The models that Anthropic lists for a key. Never rejects. */
export function listAnthropicModels({
  apiKey = '',
  baseUrl = BASE_URL,
  fetch,
}: ProviderReach): Promise<ListedModel[]> {
  return listModels(joinUrl(baseUrl, '/v1/models?limit=1000'), anthropic.headers(apiKey), fetch);
}

/** How many tokens an answer may have, with what the model thinks: what is asked for, else as many as the model can. */
function outputLimit({ model, maxTokens, listedTokens, thinkingTokens = 0 }: AnthropicOptions): number {
  return maxTokens === undefined ? (listedTokens ?? knownOutput(model)) : maxTokens + thinkingTokens;
}

// Older models refuse a question that leaves less room than the longest answer takes, and say how much there is.
const NO_ROOM = /\b(\d{1,9}) \+ (\d{1,9}) > (\d{1,9})/;

/** Asks again for a shorter answer where the window has no room for the longest one. */
async function* streamFitting(
  options: AnthropicOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<BlockEvent> {
  const limit = outputLimit(options);
  try {
    yield* streamMessage(options, requestBody(options, request, limit), signal);
  } catch (error) {
    const isFull = error instanceof ModelError && error.code === 'context_length';
    const [, asked, , window] = (isFull && NO_ROOM.exec(error.message)) || [];
    const room = Number(window) - Number(asked);
    // The provider counts to the token; less room than this is none.
    if (!(room >= LEAST_ROOM && room < limit)) throw error;
    yield* streamMessage(options, requestBody(options, request, room), signal);
  }
}

const LEAST_ROOM = 2_048;

/** The events of Anthropic's stream are the log's own: they only have to be checked. */
async function* streamMessage(
  options: AnthropicOptions,
  body: object,
  signal: AbortSignal,
): AsyncGenerator<BlockEvent> {
  const url = joinUrl(options.baseUrl ?? BASE_URL, '/v1/messages');
  const call = { provider: anthropic, url, body, options };
  let hasReason = false;
  for await (const data of streamEvents(call, signal)) {
    const json = readEnd(parseJson(data));
    const known = blockEvent.safeParse(json);
    if (known.success) {
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
): object {
  const { model, thinkingTokens } = options;
  const thinks = thinkingTokens !== undefined && thinkingTokens < limit;
  return {
    model,
    max_tokens: limit,
    stream: true,
    ...(thinks && { thinking: { type: 'enabled', budget_tokens: thinkingTokens } }),
    ...(system && { system }),
    messages: messages
      .map(({ role, content }) => ({ role, content: resultsFirst(content).flatMap(printBlock) }))
      .filter(({ content }) => content.length > 0),
    ...(tools?.length && { tools }),
  };
}

function printBlock(block: ModelBlock): object[] {
  switch (block.type) {
    case 'text':
      // Text without a word is refused.
      return block.text.trim() === '' ? [] : [block];
    case 'image': {
      const { media_type, data } = block;
      return [{ type: 'image', source: { type: 'base64', media_type, data } }];
    }
    // Thinking without its seal is refused; only Anthropic's own goes back.
    case 'thinking':
      return isOwnSeal(block.signature) ? [block] : [];
    case 'redacted_thinking':
      return isOwnSeal(block.data) ? [block] : [];
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
