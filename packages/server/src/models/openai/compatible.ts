import type { ModelSetting } from '@millrace/engine/run';
import { listModels, type ModelListing } from '../adapter/list-models.ts';
import type { Model } from '../adapter/model.ts';
import {
  bearer,
  joinUrl,
  type Provider,
  type ProviderOptions,
  type ProviderReach,
} from '../adapter/provider.ts';
import { readListed } from '../adapter/read-listed.ts';
import { createChatModel } from './openai-chat.ts';
import type { ChatDialect } from './openai-chat-request.ts';
import { effortSetting, outputSetting, penalties, sampling } from './openai-settings.ts';

/** A provider that speaks the wire of OpenAI's chat completions. */
export interface CompatibleProvider {
  /** The part of a model's id before the slash, such as `ollama`. */
  readonly id: string;
  readonly name: string;
  /** The variables that hold key and address; `OLLAMA_API_KEY` and `OLLAMA_BASE_URL` for the id `ollama`. */
  readonly keyName?: string | undefined;
  readonly baseUrlName?: string | undefined;
}

/** The options of `createCompatibleModel`. */
export interface CompatibleOptions
  extends Omit<ProviderOptions, 'apiKey' | 'baseUrl'>,
    Pick<ChatDialect, 'thinkingField' | 'effortField'> {
  readonly provider: CompatibleProvider;
  /** Up to and with the version, such as `http://127.0.0.1:11434/v1`. */
  readonly baseUrl: string;
  /** None for most local servers. */
  readonly apiKey?: string | undefined;
  /** The path that a key is tried on; `/models` by default. OpenRouter shows its models to anybody, but not `/key`. */
  readonly keyPath?: string | undefined;
}

// A local server loads the model before its first word. Node's fetch gives up after as long.
const STALL_MS = 300_000;

/** A model behind any server that speaks Chat Completions: Ollama, llama.cpp, vLLM, LM Studio, OpenRouter and others. */
export function createCompatibleModel(options: CompatibleOptions): Model {
  const { provider, model, apiKey = '', stallMs = STALL_MS } = options;
  return createChatModel({
    ...options,
    id: `${provider.id}/${model}`,
    provider: providerOf(provider),
    apiKey,
    stallMs,
    limitField: 'max_tokens',
    settings: compatibleSettings({ ...options, apiKey }),
  });
}

/** The settings that every server takes or, where the list tells, those that the model takes. */
function compatibleSettings(options: ProviderOptions): readonly ModelSetting[] {
  const { parameters, thinking } = options.listed ?? {};
  const efforts = effortSetting(['low', 'medium', 'high']);
  const all = [...sampling(null), ...penalties(), outputSetting(options)];
  // Ollama tells whether a model thinks.
  if (parameters === undefined) return thinking?.length ? [...all, efforts] : all;
  const topK = { name: 'top_k', type: 'number', min: 0, max: null, whole: true, default: null } as const;
  const named = [...all, topK].filter(({ name }) => parameters.includes(name));
  return parameters.includes('reasoning') ? [...named, efforts] : named;
}

/** The models that a server has. Never rejects. */
export function listCompatibleModels(
  baseUrl: string,
  { apiKey, fetch }: ProviderReach,
  { provider, patienceMs }: { readonly provider: Provider; readonly patienceMs?: number },
): Promise<ModelListing> {
  const url = joinUrl(baseUrl, '/models');
  return listModels({ provider, url, apiKey, fetch, read: readListed, patienceMs });
}

/** A provider as requests and errors name it. Pure. */
export function providerOf({ id, name, keyName, baseUrlName }: CompatibleProvider): Provider {
  const prefix = id.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return {
    name,
    keyName: keyName ?? `${prefix}_API_KEY`,
    baseUrlName: baseUrlName ?? `${prefix}_BASE_URL`,
    headers: bearer,
  };
}
