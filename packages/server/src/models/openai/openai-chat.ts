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
import { ChatReader } from './openai-chat-reader.ts';
import { type ChatDialect, printChat, printEffort } from './openai-chat-request.ts';
import { printSampling } from './openai-settings.ts';

export interface ChatOptions extends ProviderOptions, ChatDialect {
  readonly provider: Provider;
  /** `provider/model`. */
  readonly id: string;
  readonly baseUrl: string;
  /** The path that a key is tried on. */
  readonly keyPath?: string | undefined;
  /** The settings that the model takes. */
  readonly settings: readonly ModelSetting[];
  /** More fields of the request. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
}

/** A model behind a Chat Completions API, OpenAI's own or a compatible one. */
export function createChatModel(options: ChatOptions): Model {
  const { provider, baseUrl, keyPath = '/models' } = options;
  return {
    id: options.id,
    ...factsOf(options, { prints: ['image', 'pdf'] }),
    settings: options.settings,
    stream: (request, signal) =>
      withRetries(
        () => withRefusals(options.model, streamMessage(options, request, signal)),
        request,
        signal,
        options.retries,
      ),
    checkKey: (signal) => checkKey(provider, options, joinUrl(baseUrl, keyPath), signal),
  };
}

async function* streamMessage(
  options: ChatOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<BlockEvent> {
  const { provider, model, limitField, fields } = options;
  const settings = takenSettings(options.settings, request);
  const { max_tokens: maxTokens = options.maxTokens } = settings;
  const body = {
    model,
    stream: true,
    stream_options: { include_usage: true },
    ...(maxTokens !== undefined && { [limitField]: maxTokens }),
    ...fields,
    ...printSampling(settings),
    ...printEffort(settings, options),
    ...printChat(request, options),
  };
  const url = joinUrl(options.baseUrl, '/chat/completions');
  const reader = new ChatReader(provider, request);
  try {
    for await (const data of streamEvents({ provider, url, body, options }, signal)) {
      if (data === '[DONE]') break;
      yield* reader.read(data);
    }
  } catch (error) {
    signal.throwIfAborted();
    // The message was whole already: only the count of its tokens may be missing.
    if (!reader.finished) throw error;
  }
  if (!reader.finished) throw lost(provider);
  yield* reader.end();
}
