import { createAnthropicModel } from './anthropic.ts';
import { createCompatibleModel, listCompatibleModels } from './compatible.ts';
import { createGeminiModel } from './gemini.ts';
import type { Model } from './model.ts';
import { createOpenAiModel } from './openai.ts';

/** How a provider is reached. */
export interface ProviderAccess {
  readonly apiKey?: string | undefined;
  readonly baseUrl?: string | undefined;
}

/** A provider that the server knows, connected or not. */
export interface KnownProvider {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  /** The variables that connect it. The first key that is set counts. */
  readonly keyNames: readonly string[];
  readonly baseUrlName: string;
  /** What must be given before it can be asked. */
  readonly needs: 'key' | 'base_url' | 'nothing';
  readonly baseUrl?: string;
  create(model: string, access: ProviderAccess): Model;
  /** The models to offer. Never rejects. */
  models(access: ProviderAccess): Promise<readonly string[]>;
}

const fixed =
  (...names: string[]) =>
  async (): Promise<readonly string[]> =>
    names;

const OLLAMA_URL = 'http://127.0.0.1:11434/v1';
const OPENROUTER_URL = 'https://openrouter.ai/api/v1';

/** Every provider, in the order in which they are shown. */
export const PROVIDERS: readonly KnownProvider[] = [
  {
    id: 'anthropic',
    name: 'Anthropic',
    hint: 'Keys are made at console.anthropic.com.',
    keyNames: ['ANTHROPIC_API_KEY'],
    baseUrlName: 'ANTHROPIC_BASE_URL',
    needs: 'key',
    create: (model, { apiKey = '', baseUrl }) => createAnthropicModel({ model, apiKey, baseUrl }),
    models: fixed('claude-sonnet-4-5', 'claude-opus-4-5', 'claude-haiku-4-5'),
  },
  {
    id: 'openai',
    name: 'OpenAI',
    hint: 'Keys are made at platform.openai.com.',
    keyNames: ['OPENAI_API_KEY'],
    baseUrlName: 'OPENAI_BASE_URL',
    needs: 'key',
    create: (model, { apiKey = '', baseUrl }) => createOpenAiModel({ model, apiKey, baseUrl }),
    models: fixed('gpt-5.1', 'gpt-5-mini'),
  },
  {
    id: 'gemini',
    name: 'Google Gemini',
    hint: 'Keys are made at aistudio.google.com.',
    keyNames: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    baseUrlName: 'GEMINI_BASE_URL',
    needs: 'key',
    create: (model, { apiKey = '', baseUrl }) => createGeminiModel({ model, apiKey, baseUrl }),
    models: fixed('gemini-2.5-pro', 'gemini-2.5-flash'),
  },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    hint: 'Keys are made at openrouter.ai.',
    keyNames: ['OPENROUTER_API_KEY'],
    baseUrlName: 'OPENROUTER_BASE_URL',
    needs: 'key',
    baseUrl: OPENROUTER_URL,
    create: (model, { apiKey, baseUrl = OPENROUTER_URL }) =>
      createCompatibleModel({
        provider: { id: 'openrouter', name: 'OpenRouter' },
        model,
        apiKey,
        baseUrl,
        keyPath: '/key',
      }),
    models: fixed('openrouter/auto'),
  },
  {
    id: 'ollama',
    name: 'Ollama',
    hint: 'Found by itself when it runs on this machine.',
    keyNames: ['OLLAMA_API_KEY'],
    baseUrlName: 'OLLAMA_BASE_URL',
    needs: 'nothing',
    baseUrl: OLLAMA_URL,
    create: (model, { apiKey, baseUrl = OLLAMA_URL }) =>
      createCompatibleModel({ provider: { id: 'ollama', name: 'Ollama' }, model, apiKey, baseUrl }),
    models: ({ apiKey, baseUrl = OLLAMA_URL }) => listCompatibleModels(baseUrl, apiKey),
  },
  {
    id: 'compatible',
    name: 'OpenAI-compatible',
    hint: 'llama.cpp, vLLM, LM Studio and others, by their address.',
    keyNames: ['COMPATIBLE_API_KEY'],
    baseUrlName: 'COMPATIBLE_BASE_URL',
    needs: 'base_url',
    create: (model, { apiKey, baseUrl = '' }) =>
      createCompatibleModel({
        provider: { id: 'compatible', name: 'The OpenAI-compatible server' },
        model,
        apiKey,
        baseUrl,
      }),
    models: ({ apiKey, baseUrl = '' }) => listCompatibleModels(baseUrl, apiKey),
  },
];
