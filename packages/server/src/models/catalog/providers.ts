import type { ImageModel } from '../adapter/image-model.ts';
import type { ListedModel, ModelListing } from '../adapter/list-models.ts';
import type { Model } from '../adapter/model.ts';
import type { ProviderReach } from '../adapter/provider.ts';
import { createAnthropicModel } from '../anthropic/anthropic.ts';
import { listAnthropicModels } from '../anthropic/list-anthropic.ts';
import { createGeminiModel } from '../gemini/gemini.ts';
import { createGeminiImages } from '../gemini/gemini-images.ts';
import { listGeminiModels } from '../gemini/list-gemini.ts';
import { createCompatibleModel, listCompatibleModels, providerOf } from '../openai/compatible.ts';
import { listOllamaModels } from '../openai/list-ollama.ts';
import { listOpenAiModels } from '../openai/list-openai.ts';
import { createOpenAiModel } from '../openai/openai.ts';
import { createOpenAiImages } from '../openai/openai-images.ts';

/** The facts about a model beside its name. */
export interface ModelFacts {
  /** The model as the provider lists it. */
  readonly listed?: ListedModel | undefined;
  /** The longest answer that the person who runs the server wants. */
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
  /** Models that are offered while its list can't be had; the first that it lists answers when nobody chose. */
  readonly known?: readonly string[];
  /** True when it lists its models to anybody, so that the list says nothing about a key. */
  readonly listsToAll?: true;
  create(model: string, reach: ProviderReach, facts?: ModelFacts): Model;
  /** The models that it lists. Never rejects. */
  list(reach: ProviderReach): Promise<ModelListing>;
  /** Makes pictures, where the provider can. */
  images?(reach: ProviderReach): ImageModel;
}

const OLLAMA_URL = 'http://127.0.0.1:11434/v1';
const OPENROUTER_URL = 'https://openrouter.ai/api/v1';
const OLLAMA = { id: 'ollama', name: 'Ollama' };
const OPENROUTER = { id: 'openrouter', name: 'OpenRouter' };
const COMPATIBLE = { id: 'compatible', name: 'The OpenAI-compatible server' };

/** Every provider, in the order in which they are shown. */
export const PROVIDERS: readonly ProviderDefinition[] = [
  {
    id: 'anthropic',
    name: 'Anthropic',
    hint: 'Create a key at console.anthropic.com.',
    keyNames: ['ANTHROPIC_API_KEY'],
    baseUrlName: 'ANTHROPIC_BASE_URL',
    needs: 'key',
    known: ['claude-sonnet-4-5', 'claude-opus-4-5', 'claude-haiku-4-5'],
    create: (model, { apiKey = '', baseUrl, fetch }, facts) =>
      createAnthropicModel({ model, apiKey, baseUrl, fetch, ...facts }),
    list: listAnthropicModels,
  },
  {
    id: 'openai',
    name: 'OpenAI',
    hint: 'Create a key at platform.openai.com.',
    keyNames: ['OPENAI_API_KEY'],
    baseUrlName: 'OPENAI_BASE_URL',
    needs: 'key',
    known: ['gpt-5.1', 'gpt-5-mini'],
    list: listOpenAiModels,
    create: (model, { apiKey = '', baseUrl, fetch }, facts) =>
      createOpenAiModel({ model, apiKey, baseUrl, fetch, ...facts }),
    images: ({ apiKey = '', baseUrl, fetch }) => createOpenAiImages({ apiKey, baseUrl, fetch }),
  },
  {
    id: 'gemini',
    name: 'Google Gemini',
    hint: 'Create a key at aistudio.google.com.',
    keyNames: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    baseUrlName: 'GEMINI_BASE_URL',
    needs: 'key',
    known: ['gemini-2.5-pro', 'gemini-2.5-flash'],
    create: (model, { apiKey = '', baseUrl, fetch }, facts) =>
      createGeminiModel({ model, apiKey, baseUrl, fetch, ...facts }),
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
    known: ['openrouter/auto'],
    listsToAll: true,
    create: (model, { apiKey, fetch, baseUrl = OPENROUTER_URL }, facts) =>
      createCompatibleModel({
        provider: OPENROUTER,
        model,
        apiKey,
        baseUrl,
        fetch,
        keyPath: '/key',
        effortField: 'reasoning',
        ...facts,
      }),
    list: ({ baseUrl = OPENROUTER_URL, ...reach }) =>
      listCompatibleModels(baseUrl, reach, { provider: providerOf(OPENROUTER) }),
  },
  {
    id: 'ollama',
    name: 'Ollama',
    hint: 'Found automatically when it runs on this machine.',
    keyNames: ['OLLAMA_API_KEY'],
    baseUrlName: 'OLLAMA_BASE_URL',
    needs: 'nothing',
    baseUrl: OLLAMA_URL,
    create: (model, { apiKey, fetch, baseUrl = OLLAMA_URL }, facts) =>
      createCompatibleModel({
        provider: OLLAMA,
        model,
        apiKey,
        baseUrl,
        fetch,
        ...facts,
      }),
    list: ({ baseUrl = OLLAMA_URL, ...reach }) => listOllamaModels(providerOf(OLLAMA), { ...reach, baseUrl }),
  },
  {
    id: 'compatible',
    name: 'OpenAI-compatible',
    hint: 'llama.cpp, vLLM, LM Studio and others, by their address.',
    keyNames: ['COMPATIBLE_API_KEY'],
    baseUrlName: 'COMPATIBLE_BASE_URL',
    needs: 'base_url',
    create: (model, { apiKey, fetch, baseUrl = '' }, facts) =>
      createCompatibleModel({
        provider: COMPATIBLE,
        model,
        apiKey,
        baseUrl,
        fetch,
        ...facts,
      }),
    list: ({ baseUrl = '', ...reach }) =>
      listCompatibleModels(baseUrl, reach, { provider: providerOf(COMPATIBLE) }),
  },
];
