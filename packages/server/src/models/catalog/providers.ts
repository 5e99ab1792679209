import type { ImageModel } from '../adapter/image-model.ts';
import type { ListedModel } from '../adapter/list-models.ts';
import type { Model } from '../adapter/model.ts';
import type { ProviderReach } from '../adapter/provider.ts';
import { createAnthropicModel, listAnthropicModels } from '../anthropic/anthropic.ts';
import { createGeminiModel, listGeminiModels } from '../gemini/gemini.ts';
import { createGeminiImages } from '../gemini/gemini-images.ts';
import { createCompatibleModel, listCompatibleModels } from '../openai/compatible.ts';
import { createOpenAiModel } from '../openai/openai.ts';
import { createOpenAiImages } from '../openai/openai-images.ts';

/** How much a model reads and writes at most, as far as it is known. */
export interface ModelLimits {
  readonly contextWindow?: number | undefined;
  /** As the provider lists it. */
  readonly listedTokens?: number | undefined;
  /** As the person who runs the server wants it. */
  readonly maxTokens?: number | undefined;
}

/** A provider in the list of all that the server can connect to. */
export interface ProviderDefinition {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  /** The variables that connect it. The first key that is set counts. */
  readonly keyNames: readonly string[];
  readonly baseUrlName: string;
  /** The setting that must be given before it can be asked. */
  readonly needs: 'key' | 'base_url' | 'nothing';
  readonly baseUrl?: string;
  /** The names of the models to offer; all that it lists, when they are not told here. */
  readonly offers?: readonly string[];
  create(model: string, reach: ProviderReach, limits?: ModelLimits): Model;
  /** The models that it lists, where the list is of use. Never rejects. */
  list?(reach: ProviderReach): Promise<readonly ListedModel[]>;
  /** Makes pictures, where the provider can. */
  images?(reach: ProviderReach): ImageModel;
}

const OLLAMA_URL = 'http://127.0.0.1:11434/v1';
const OPENROUTER_URL = 'https://openrouter.ai/api/v1';

/** Every provider, in the order in which they are shown. */
export const PROVIDERS: readonly ProviderDefinition[] = [
  {
    id: 'anthropic',
    name: 'Anthropic',
    hint: 'Create a key at console.anthropic.com.',
    keyNames: ['ANTHROPIC_API_KEY'],
    baseUrlName: 'ANTHROPIC_BASE_URL',
    needs: 'key',
    offers: ['claude-sonnet-4-5', 'claude-opus-4-5', 'claude-haiku-4-5'],
    create: (model, { apiKey = '', baseUrl, fetch }, limits) =>
      createAnthropicModel({ model, apiKey, baseUrl, fetch, ...limits }),
    list: listAnthropicModels,
  },
  {
    id: 'openai',
    name: 'OpenAI',
    hint: 'Create a key at platform.openai.com.',
    keyNames: ['OPENAI_API_KEY'],
    baseUrlName: 'OPENAI_BASE_URL',
    needs: 'key',
    offers: ['gpt-5.1', 'gpt-5-mini'],
    create: (model, { apiKey = '', baseUrl, fetch }, { contextWindow, maxTokens } = {}) =>
      createOpenAiModel({ model, apiKey, baseUrl, fetch, contextWindow, maxTokens }),
    images: ({ apiKey = '', baseUrl, fetch }) => createOpenAiImages({ apiKey, baseUrl, fetch }),
  },
  {
    id: 'gemini',
    name: 'Google Gemini',
    hint: 'Create a key at aistudio.google.com.',
    keyNames: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    baseUrlName: 'GEMINI_BASE_URL',
    needs: 'key',
    offers: ['gemini-2.5-pro', 'gemini-2.5-flash'],
    create: (model, { apiKey = '', baseUrl, fetch }, { contextWindow, maxTokens } = {}) =>
      createGeminiModel({ model, apiKey, baseUrl, fetch, contextWindow, maxTokens }),
    list: listGeminiModels,
    images: ({ apiKey = '', baseUrl, fetch }) => createGeminiImages({ apiKey, baseUrl, fetch }),
  },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    hint: 'Create a key at openrouter.ai.',
    keyNames: ['OPENROUTER_API_KEY'],
    baseUrlName: 'OPENROUTER_BASE_URL',
    needs: 'key',
    baseUrl: OPENROUTER_URL,
    offers: ['openrouter/auto'],
    create: (model, { apiKey, fetch, baseUrl = OPENROUTER_URL }, { contextWindow, maxTokens } = {}) =>
      createCompatibleModel({
        provider: { id: 'openrouter', name: 'OpenRouter' },
        model,
        apiKey,
        baseUrl,
        fetch,
        keyPath: '/key',
        contextWindow,
        maxTokens,
      }),
    list: ({ baseUrl = OPENROUTER_URL, ...reach }) => listCompatibleModels(baseUrl, reach),
  },
  {
    id: 'ollama',
    name: 'Ollama',
    hint: 'Found automatically when it runs on this machine.',
    keyNames: ['OLLAMA_API_KEY'],
    baseUrlName: 'OLLAMA_BASE_URL',
    needs: 'nothing',
    baseUrl: OLLAMA_URL,
    create: (model, { apiKey, fetch, baseUrl = OLLAMA_URL }, { contextWindow, maxTokens } = {}) =>
      createCompatibleModel({
        provider: { id: 'ollama', name: 'Ollama' },
        model,
        apiKey,
        baseUrl,
        fetch,
        contextWindow,
        maxTokens,
      }),
    list: ({ baseUrl = OLLAMA_URL, ...reach }) => listCompatibleModels(baseUrl, reach),
  },
  {
    id: 'compatible',
    name: 'OpenAI-compatible',
    hint: 'llama.cpp, vLLM, LM Studio and others, by their address.',
    keyNames: ['COMPATIBLE_API_KEY'],
    baseUrlName: 'COMPATIBLE_BASE_URL',
    needs: 'base_url',
    create: (model, { apiKey, fetch, baseUrl = '' }, { contextWindow, maxTokens } = {}) =>
      createCompatibleModel({
        provider: { id: 'compatible', name: 'The OpenAI-compatible server' },
        model,
        apiKey,
        baseUrl,
        fetch,
        contextWindow,
        maxTokens,
      }),
    list: ({ baseUrl = '', ...reach }) => listCompatibleModels(baseUrl, reach),
  },
];
