import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { afterEach, expect, test } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../../../../../fixtures/fake-provider.ts';
import {
  anthropicList,
  geminiList,
  ollamaList,
  openAiList,
  openRouterList,
} from '../../../../../fixtures/model-lists.ts';
import { listAnthropicModels } from '../anthropic/list-anthropic.ts';
import { PROVIDERS } from '../catalog/providers.ts';
import { listGeminiModels } from '../gemini/list-gemini.ts';
import { providerOf } from '../openai/compatible.ts';
import { listOllamaModels } from '../openai/list-ollama.ts';
import { listOpenAiModels } from '../openai/list-openai.ts';
import { type ListedModel, listModels, type ModelListing } from './list-models.ts';
import { readListed } from './read-listed.ts';

let fake: FakeProvider;
afterEach(() => fake.close());

const names = (listing: ModelListing): string[] =>
  listing.ok ? listing.models.map(({ name }) => name) : expect.fail(listing.message);

async function list(answer: unknown): Promise<readonly ListedModel[]> {
  fake = await startFakeProvider(() => ({ chunks: [JSON.stringify(answer)] }));
  const provider = providerOf({ id: 'x', name: 'X' });
  const listing = await listModels({ provider, url: fake.url, read: readListed });
  return listing.ok ? listing.models : expect.fail(listing.message);
}

test.each<[string, object, string]>([
  ['OpenRouter', { data: [{ id: 'm', name: 'Maker: M', context_length: 7 }] }, 'm'],
  ['vLLM', { data: [{ id: 'maker/m', max_model_len: 7 }] }, 'maker/m'],
  ['llama.cpp', { data: [{ id: 'm', meta: { n_ctx: 7, n_ctx_train: 9 } }] }, 'm'],
  ['Groq', { data: [{ id: 'm', context_window: 7 }] }, 'm'],
  ['Mistral', { data: [{ id: 'm', max_context_length: 7 }] }, 'm'],
  ['LM Studio', { data: [{ id: 'm', max_context_length: 9, loaded_context_length: 7 }] }, 'm'],
])('M22 %s tells how many tokens fit', async (_, answer, name) => {
  expect(await list(answer)).toMatchObject([{ name, contextWindow: 7 }]);
});

test('M22 what makes no sense in a list takes nothing from the rest', async () => {
  const odd = [null, 3, {}, { id: 4 }, { id: 'a', context_length: 'many' }, { id: 'b', context_length: 0 }];
  expect(await list({ data: odd })).toEqual([{ name: 'a' }, { name: 'b' }]);
});

test('M255 all pages of Anthropic’s list are read, as its own SDK reads them', async () => {
  fake = await startFakeProvider(anthropicList({ pageSize: 2 }));
  const listing = await listAnthropicModels({ apiKey: 'k', baseUrl: fake.url });
  const client = new Anthropic({ apiKey: 'k', authToken: null, baseURL: fake.url, maxRetries: 0 });
  const theirs: string[] = [];
  for await (const model of client.models.list()) theirs.push(model.id);
  expect(names(listing)).toEqual(theirs);
  expect(theirs).toHaveLength(5);
  expect(listing).toMatchObject({
    models: expect.arrayContaining([
      {
        name: 'claude-opus-4-8',
        label: 'Claude Opus 4.8',
        contextWindow: 1_000_000,
        maxTokens: 128_000,
        thinking: ['adaptive', 'disabled'],
        efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
      },
    ]),
  });
});

test('M255 all pages of Google’s list are read, without what can’t chat', async () => {
  fake = await startFakeProvider(geminiList({ pageSize: 2 }));
  const client = new GoogleGenAI({ apiKey: 'k', apiVersion: 'v1beta', httpOptions: { baseUrl: fake.url } });
  const theirs: string[] = [];
  for await (const model of await client.models.list()) theirs.push(model.name?.replace('models/', '') ?? '');
  const ours = names(await listGeminiModels({ apiKey: 'k', baseUrl: fake.url }));
  expect(ours).toEqual(theirs.filter((name) => !/image|embedding|tts/.test(name)));
  expect([ours.length, theirs.length]).toEqual([3, 6]);
});

test('M255 OpenAI’s list is shown newest first, without what can’t chat', async () => {
  fake = await startFakeProvider(openAiList);
  const client = new OpenAI({ apiKey: 'k', baseURL: `${fake.url}/v1`, maxRetries: 0 });
  const theirs: string[] = [];
  for await (const model of client.models.list()) theirs.push(model.id);
  const ours = names(await listOpenAiModels({ apiKey: 'k', baseUrl: `${fake.url}/v1` }));
  expect(ours).toEqual(['gpt-5.4', 'gpt-5.4-mini', 'gpt-5', 'o3', 'gpt-4o', 'ft:gpt-4o:acme::1']);
  expect(theirs).toEqual(expect.arrayContaining(ours));
  expect(theirs).toContain('text-embedding-3-small');
});

test('M255 OpenRouter lists names, windows, prices of a million tokens and parameters', async () => {
  fake = await startFakeProvider(openRouterList);
  const { list: ask } = PROVIDERS.find(({ id }) => id === 'openrouter') ?? expect.fail('none');
  expect(await ask({ apiKey: 'k', baseUrl: `${fake.url}/api/v1` })).toEqual({
    ok: true,
    models: [
      // Its price depends on where it goes.
      {
        name: 'openrouter/auto',
        label: 'Auto Router',
        contextWindow: 2_000_000,
        reads: [],
        parameters: ['temperature'],
      },
      {
        name: 'meta/llama',
        label: 'Meta: Llama',
        contextWindow: 131_072,
        reads: [],
        maxTokens: 16_384,
        price: { input: 0.1, output: 0.32 },
        parameters: ['max_tokens', 'temperature', 'top_k', 'reasoning'],
      },
      {
        name: 'free/model',
        label: 'Free',
        contextWindow: 8_192,
        reads: [],
        price: { input: 0, output: 0 },
        parameters: [],
      },
    ],
  });
});

test('M255 Ollama is asked for its own list and what each model can; embedding models are left out', async () => {
  fake = await startFakeProvider(ollamaList);
  const ollama = providerOf({ id: 'ollama', name: 'Ollama' });
  expect(await listOllamaModels(ollama, { baseUrl: `${fake.url}/v1/` })).toEqual({
    ok: true,
    models: [
      { name: 'qwen3:8b', contextWindow: 16_384, thinking: ['thinking'], reads: [] },
      { name: 'llama3.2:latest', thinking: [], reads: [] },
    ],
  });
  expect(fake.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/tags',
    ...['POST /api/show', 'POST /api/show', 'POST /api/show'],
  ]);
  await fake.close();
  // A proxy that has only the list of OpenAI.
  fake = await startFakeProvider(({ path }) =>
    path === '/v1/models' ? { chunks: ['{"data":[{"id":"m"}]}'] } : { status: 404, chunks: ['{}'] },
  );
  expect(names(await listOllamaModels(ollama, { baseUrl: `${fake.url}/v1` }))).toEqual(['m']);
});

test('M255 a list that never ends is cut, and one that is no list is told', async () => {
  fake = await startFakeProvider(({ path }) => ({
    chunks: [
      path.includes('never')
        ? '{"data":[{"id":"m"}],"has_more":true,"last_id":"m"}'
        : '<html>Welcome to the proxy</html>',
    ],
  }));
  expect(names(await listAnthropicModels({ apiKey: 'k', baseUrl: `${fake.url}/never` }))).toHaveLength(50);
  for (const { id, list: ask } of PROVIDERS)
    expect([id, await ask({ apiKey: 'k', baseUrl: fake.url })]).toEqual([
      id,
      {
        ok: false,
        code: 'bad_request',
        message: expect.stringMatching(/not a list of models. Check \w+_BASE_URL/),
      },
    ]);
});

test('M256 a refused key is told as such by every provider’s list, in its own words', async () => {
  fake = await startFakeProvider(() => ({ status: 401, chunks: ['{"error":{"message":"No such key"}}'] }));
  for (const { id, list: ask } of PROVIDERS)
    expect([id, await ask({ apiKey: 'k', baseUrl: fake.url })]).toEqual([
      id,
      { ok: false, code: 'auth', message: expect.stringContaining('No such key'), said: 'No such key' },
    ]);
});
