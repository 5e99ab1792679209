import { afterEach, expect, test } from 'vitest';
import { anthropicWire, unmarked } from '../../../../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../../../../fixtures/fake-provider.ts';
import { geminiWire } from '../../../../../fixtures/gemini-wire.ts';
import { openAiChatWire } from '../../../../../fixtures/openai-chat-wire.ts';
import { openAiResponsesWire } from '../../../../../fixtures/openai-responses-wire.ts';
import { TEXT_SCRIPT } from '../../../../../fixtures/script.ts';
import { collect } from '../adapter/model-contract.ts';
import type { ProviderCredentials } from '../adapter/provider.ts';
import { createProviderCatalog } from './provider-catalog.ts';
import { PROVIDERS } from './providers.ts';

let fake: FakeProvider;
afterEach(() => fake.close());

test('M12 a model that is named for it calls tools in its text', async () => {
  fake = await startFakeProvider(() => ({ chunks: anthropicWire.stream(TEXT_SCRIPT) }));
  const catalog = createProviderCatalog({
    environment: { anthropic: { apiKey: 'k', baseUrl: fake.url } },
    guard: fetch,
    keys: { read: () => ({}), write: () => {} },
    builtIn: [],
    textCalls: ['anthropic/old'],
  });
  const tools = [{ name: 'look', description: 'Looks', input_schema: { type: 'object' } }];
  for (const id of ['anthropic/old', 'anthropic/new']) {
    const model = catalog.find(id);
    if (model === undefined) throw new Error(`${id} was not found.`);
    await collect(model, { messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }], tools });
  }
  const [old, fresh] = fake.requests.map(({ body }) => body);
  expect(unmarked(old)).toMatchObject({ system: expect.stringContaining('# Tools') });
  expect(old.tools).toBeUndefined();
  expect(fresh).toMatchObject({ tools });
});

const catalogOn = (environment: Readonly<Record<string, ProviderCredentials>>, textCalls: string[] = []) =>
  createProviderCatalog({
    environment,
    guard: fetch,
    keys: { read: () => ({}), write: () => {} },
    builtIn: [],
    textCalls,
  });

test('M22 what a provider lists is what fits into its models, also when it no longer answers', async () => {
  let listed = { data: [{ id: 'openrouter/auto' }, { id: 'meta/llama', context_length: 5 }] };
  fake = await startFakeProvider(() => ({ chunks: [JSON.stringify(listed)] }));
  const access = { apiKey: 'k', baseUrl: fake.url };
  const catalog = catalogOn({ openrouter: access, openai: access }, ['openrouter/meta/llama']);
  const windowOf = (id: string) => catalog.find(id)?.contextWindow;
  expect(windowOf('openrouter/meta/llama')).toBe(128_000);
  await catalog.refresh();
  expect(windowOf('openrouter/meta/llama')).toBe(5);
  expect(catalog.find('openrouter/meta/llama')?.calls).toBe('text');
  expect(catalog.list().map(({ id }) => id)).toContain('openrouter/openrouter/auto');
  listed = { data: [] };
  await catalog.refresh();
  expect(windowOf('openrouter/meta/llama')).toBe(5);
});

test('M22 every provider makes models that tell what fits, and asks where its list is', async () => {
  fake = await startFakeProvider(({ path }) => ({
    chunks: [
      path.startsWith('/v1beta')
        ? '{"models":[{"name":"models/m","inputTokenLimit":5}]}'
        : path === '/api/tags'
          ? '{"models":[{"name":"m"}]}'
          : path === '/api/show'
            ? '{"capabilities":["completion"],"parameters":"num_ctx   5"}'
            : '{"data":[{"id":"m","max_input_tokens":5}]}',
    ],
  }));
  const access = { apiKey: 'k', baseUrl: fake.url };
  const catalog = catalogOn(Object.fromEntries(PROVIDERS.map(({ id }) => [id, access])));
  await catalog.refresh();
  expect(PROVIDERS.map(({ id }) => [id, catalog.find(`${id}/m`)?.contextWindow])).toEqual([
    ['anthropic', 5],
    // OpenAI's own list does not tell, but that of a server in its place.
    ['openai', 5],
    ['gemini', 5],
    ['openrouter', 5],
    ['ollama', 5],
    ['compatible', 5],
  ]);
  const asked = fake.requests.map(({ path, headers }) => [
    path,
    headers['x-api-key'] ?? headers['x-goog-api-key'],
  ]);
  expect(asked).toContainEqual(['/v1/models?limit=1000', 'k']);
  expect(asked).toContainEqual(['/v1beta/models?pageSize=1000', 'k']);
  expect(asked).toContainEqual(['/api/tags', undefined]);
  for (const model of catalog.list()) expect(model.contextWindow).toBeGreaterThan(0);
});

test('M44 the longest answer is what Anthropic lists, and for every provider what the person says', async () => {
  fake = await startFakeProvider(({ method, path }) => {
    if (method === 'GET') return { chunks: ['{"data":[{"id":"m","max_tokens":77}]}'] };
    const wire = SERVED.find(([end]) => path.includes(end))?.[1] ?? anthropicWire;
    return { chunks: wire.stream(TEXT_SCRIPT) };
  });
  const environment = Object.fromEntries(PROVIDERS.map(({ id }) => [id, { apiKey: 'k', baseUrl: fake.url }]));
  const keys = { read: () => ({}), write: () => {} };
  const told = async (maxTokens: number | undefined): Promise<unknown[]> => {
    const catalog = createProviderCatalog({ environment, guard: fetch, keys, builtIn: [], maxTokens });
    await catalog.refresh();
    const limits: unknown[] = [];
    for (const { id } of PROVIDERS) {
      await collect(catalog.find(`${id}/m`) ?? expect.fail(id));
      const { body } = fake.requests.at(-1) ?? {};
      limits.push(body.max_tokens ?? body.max_output_tokens ?? body.generationConfig?.maxOutputTokens);
    }
    return limits;
  };
  // Only Anthropic must be told; the others know.
  expect(await told(undefined)).toEqual([77, ...PROVIDERS.slice(1).map(() => undefined)]);
  expect(await told(33)).toEqual(PROVIDERS.map(() => 33));
});

const SERVED = [
  ['chat/completions', openAiChatWire],
  ['responses', openAiResponsesWire],
  ['streamGenerateContent', geminiWire],
] as const;
