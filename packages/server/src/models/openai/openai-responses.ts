import type { BlockEvent } from '@millrace/engine/message';
import type { ModelSetting } from '@millrace/engine/run';
import { checkKey } from '../adapter/check-key.ts';
import type { Model, ModelRequest } from '../adapter/model.ts';
import { factsOf } from '../adapter/model-facts.ts';
import { joinUrl, type Provider, type ProviderOptions } from '../adapter/provider.ts';
import { lost, streamEvents } from '../adapter/provider-stream.ts';
import { withRefusals } from '../adapter/refused-prompt.ts';
import { withRetries } from '../adapter/retry.ts';
import { takenSettings } from '../adapter/taken-settings.ts';
import { ResponsesReader } from './openai-responses-reader.ts';
import { printResponses } from './openai-responses-request.ts';
import { printSampling } from './openai-settings.ts';

/** The reasoning that a model of OpenAI is asked for. */
export interface OpenAiReasoning {
  readonly effort?: 'none' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | undefined;
  /** The part of the thinking that is shown; none by default, because OpenAI shows it to verified organizations only. */
  readonly summary?: 'auto' | 'concise' | 'detailed' | undefined;
}

/** Fields of a request beside the conversation. */
export interface ResponsesFields {
  readonly include?: readonly string[];
  readonly reasoning?: OpenAiReasoning;
}

export interface ResponsesOptions extends ProviderOptions {
  readonly provider: Provider;
  /** `provider/model`. */
  readonly id: string;
  readonly baseUrl: string;
  /** The settings that the model takes. */
  readonly settings: readonly ModelSetting[];
  /** More fields of the request. */
  readonly fields?: ResponsesFields | undefined;
}

/** A model behind OpenAI's Responses API. OpenAI keeps nothing: the whole conversation goes there each time. */
export function createResponsesModel(options: ResponsesOptions): Model {
  return {
    id: options.id,
    ...factsOf(options, { prints: ['image', 'pdf'], otherwise: ['image', 'pdf'] }),
    settings: options.settings,
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
  const { provider, model, fields } = options;
  const settings = takenSettings(options.settings, request);
  const { max_tokens: maxTokens = options.maxTokens, effort, verbosity } = settings;
  const body = {
    model,
    stream: true,
    store: false,
    ...(maxTokens !== undefined && { max_output_tokens: maxTokens }),
    ...fields,
    ...printSampling(settings),
    ...(effort !== undefined && { reasoning: { ...fields?.reasoning, effort } }),
    ...(verbosity !== undefined && { text: { verbosity } }),
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
