import { type BlockEvent, blockEvent } from '@millrace/engine';
import { checkKey } from './check-key.ts';
import { knownWindow } from './known-window.ts';
import { type ListedModel, listModels } from './list-models.ts';
import type { Model, ModelBlock, ModelRequest } from './model.ts';
import { parseJson } from './parse-json.ts';
import { joinUrl, type Provider, type ProviderOptions, type ProviderReach } from './provider.ts';
import { findProblem, streamFailure } from './provider-error.ts';
import { lost, streamEvents } from './provider-stream.ts';
import { resultsFirst } from './results-first.ts';
import { withRetries } from './retry.ts';

const BASE_URL = 'https://api.anthropic.com';
const MAX_TOKENS = 8192;

const anthropic: Provider = {
  name: 'Anthropic',
  keyName: 'ANTHROPIC_API_KEY',
  baseUrlName: 'ANTHROPIC_BASE_URL',
  headers: (apiKey) => ({ 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }),
};

export interface AnthropicOptions extends ProviderOptions {
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
      withRetries(() => streamMessage(options, request, signal), request, signal, options.retries),
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

/** The events of Anthropic's stream are the log's own: they only have to be checked. */
async function* streamMessage(
  options: AnthropicOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<BlockEvent> {
  const url = joinUrl(options.baseUrl ?? BASE_URL, '/v1/messages');
  const call = { provider: anthropic, url, body: requestBody(options, request), options };
  for await (const data of streamEvents(call, signal)) {
    const json = parseJson(data);
    const known = blockEvent.safeParse(json);
    if (known.success) {
      yield known.data;
      // What may follow the end of the message is not ours to wait for.
      if (known.data.type === 'message_stop') return;
    } else if (isError(json)) {
      throw streamFailure(anthropic, findProblem(json) ?? { message: '', kind: '' });
    }
  }
  throw lost(anthropic);
}

function requestBody(options: AnthropicOptions, { system, messages, tools }: ModelRequest): object {
  const { model, maxTokens = MAX_TOKENS, thinkingTokens } = options;
  return {
    model,
    max_tokens: maxTokens + (thinkingTokens ?? 0),
    stream: true,
    ...(thinkingTokens !== undefined && { thinking: { type: 'enabled', budget_tokens: thinkingTokens } }),
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
