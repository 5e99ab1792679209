import type { BlockEvent } from '@millrace/engine/message';
import { checkKey } from '../adapter/check-key.ts';
import { knownWindow } from '../adapter/known-window.ts';
import type { Model, ModelRequest } from '../adapter/model.ts';
import { joinUrl, type Provider, type ProviderOptions } from '../adapter/provider.ts';
import { lost, streamEvents } from '../adapter/provider-stream.ts';
import { withRefusals } from '../adapter/refused-prompt.ts';
import { withRetries } from '../adapter/retry.ts';
import { ResponsesReader } from './openai-responses-reader.ts';
import { printResponses } from './openai-responses-request.ts';

export interface ResponsesOptions extends ProviderOptions {
  readonly provider: Provider;
  /** `provider/model`. */
  readonly id: string;
  readonly baseUrl: string;
  /** More fields of the request. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

/** A model behind OpenAI's Responses API. OpenAI keeps nothing: the whole conversation goes there each time. */
export function createResponsesModel(options: ResponsesOptions): Model {
  return {
    id: options.id,
    name: options.model,
    contextWindow: options.contextWindow ?? knownWindow(options.model),
    stream: (request, signal) =>
      withRetries(
        () => withRefusals(options.model, streamMessage(options, request, signal)),
        request,
        signal,
        options.retries,
      ),
    checkKey: (signal) => checkKey(options.provider, options, joinUrl(options.baseUrl, '/models'), signal),
  };
}

async function* streamMessage(
  options: ResponsesOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<BlockEvent> {
  const { provider, model, maxTokens, fields } = options;
  const body = {
    model,
    stream: true,
    store: false,
    ...(maxTokens !== undefined && { max_output_tokens: maxTokens }),
    ...fields,
    ...printResponses(request),
  };
  const url = joinUrl(options.baseUrl, '/responses');
  const reader = new ResponsesReader(provider);
  for await (const data of streamEvents({ provider, url, body, options }, signal)) {
    yield* reader.read(data);
    // Bytes after the end of the message are not ours to wait for.
    if (reader.finished) return;
  }
  throw lost(provider);
}
