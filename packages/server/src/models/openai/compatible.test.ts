import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../../../../../fixtures/fake-provider.ts';
import { chatChunk, chatEvent, chatWire } from '../../../../../fixtures/openai-chat-wire.ts';
import { TEXT_SCRIPT } from '../../../../../fixtures/script.ts';
import { collect, contentOf, modelContract } from '../adapter/model-contract.ts';
import {
  type CompatibleOptions,
  createCompatibleModel,
  listCompatibleModels,
  providerOf,
} from './compatible.ts';

const create = (options: Partial<CompatibleOptions> & { readonly baseUrl: string }) =>
  createCompatibleModel({ model: 'qwen3:8b', provider: { id: 'ollama', name: 'Ollama' }, ...options });

describe('reasoning_content', () => {
  modelContract({ name: 'DeepSeek', wire: chatWire('reasoning_content'), thinks: true, create });
});
describe('reasoning', () => {
  modelContract({ name: 'Ollama', wire: chatWire('reasoning'), thinks: true, create });
});

let fake: FakeProvider;
afterEach(() => fake?.close());

test('M1 thinking that comes under both names is taken once', async () => {
  const both = { reasoning_content: 'Hm.', reasoning: 'Hm.' };
  const neither = { reasoning_content: null, reasoning: '', content: 'Yes.' };
  const deltas = [chatChunk(both), { ...chatChunk({}), choices: [{ index: 0, delta: neither }] }];
  fake = await startFakeProvider(() => ({
    chunks: [...deltas, chatChunk({}, 'stop')].map((chunk) => chatEvent(chunk)),
  }));
  expect(contentOf(await collect(create({ baseUrl: fake.url }))).content).toMatchObject([
    { type: 'thinking', thinking: 'Hm.' },
    { type: 'text', text: 'Yes.' },
  ]);
});

test('M1 a model is named by its provider, and the limit as compatible servers name it', async () => {
  fake = await startFakeProvider(() => ({ chunks: chatWire().stream(TEXT_SCRIPT) }));
  const model = create({ baseUrl: fake.url, maxTokens: 99 });
  expect(model).toMatchObject({ id: 'ollama/qwen3:8b', name: 'qwen3:8b' });
  await collect(model);
  await collect(create({ baseUrl: fake.url }));
  expect(fake.requests.map(({ body }) => [body.max_tokens, body.max_completion_tokens])).toEqual([
    [99, undefined],
    [undefined, undefined],
  ]);
});

test('M1 a key is sent when there is one, and no header without', async () => {
  fake = await startFakeProvider(() => ({ chunks: chatWire().stream(TEXT_SCRIPT) }));
  await collect(create({ baseUrl: fake.url }));
  await collect(create({ baseUrl: fake.url, apiKey: 'secret' }));
  expect(fake.requests.map(({ headers }) => headers['authorization'])).toEqual([undefined, 'Bearer secret']);
});

test('M1 thinking goes back to a server that wants it, in every message of the assistant', async () => {
  fake = await startFakeProvider(() => ({ chunks: chatWire().stream(TEXT_SCRIPT) }));
  await collect(create({ baseUrl: fake.url, thinkingField: 'reasoning_content' }), {
    messages: [
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Look' },
          { type: 'tool_use', id: 'c1', name: 'weather', input: {} },
        ],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'c1', name: 'weather', content: 'wet' }],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'Rain.' }] },
    ],
  });
  expect(fake.requests[0]?.body.messages).toMatchObject([
    { role: 'assistant', content: null, reasoning_content: 'Look', tool_calls: [{ id: 'c1' }] },
    { role: 'tool' },
    { role: 'assistant', content: 'Rain.', reasoning_content: '' },
  ]);
});

test('M3 errors name the server and its variables', async () => {
  fake = await startFakeProvider(() => ({ status: 401, chunks: ['{"error":"No"}'] }));
  const { url } = fake;
  const failure = (options: Partial<CompatibleOptions>) =>
    collect(create({ baseUrl: url, retries: 0, ...options })).catch((error: Error) => error.message);
  expect(await failure({})).toBe(
    'Ollama refused the key: No. Check the key in the settings, or OLLAMA_API_KEY.',
  );
  const provider = { id: 'lm-studio', name: 'LM Studio' };
  expect(await failure({ provider })).toBe(
    'LM Studio refused the key: No. Check the key in the settings, or LM_STUDIO_API_KEY.',
  );
  const names = { keyName: 'MY_KEY', baseUrlName: 'MY_URL' };
  expect(await failure({ provider: { ...provider, ...names } })).toContain('or MY_KEY.');
  await fake.close();
  expect(await failure({ provider: { ...provider, ...names } })).toBe(
    `LM Studio could not be reached at ${url}. Check the network and MY_URL.`,
  );
});

test('M9 a key is tried where the server wants it tried; a server without keys is told as such', async () => {
  fake = await startFakeProvider(({ path }) => ({ status: path === '/key' ? 401 : 200, chunks: ['{}'] }));
  expect(await create({ baseUrl: fake.url }).checkKey?.()).toEqual({
    ok: true,
    message: 'Ollama answers and asks for no key.',
  });
  const openRouter = create({ baseUrl: fake.url, apiKey: 'bad', keyPath: '/key' });
  expect(await openRouter.checkKey?.()).toMatchObject({ ok: false, code: 'auth' });
});

test('M15 the models of a server are listed by name', async () => {
  const data = ['qwen3:8b', 'llama3.2:latest'].map((id) => ({
    id,
    object: 'model',
    created: 1_760_000_000,
    owned_by: 'library',
  }));
  fake = await startFakeProvider(() => ({ chunks: [JSON.stringify({ object: 'list', data })] }));
  expect(await list(`${fake.url}/v1/`, 'secret')).toEqual({
    ok: true,
    models: [{ name: 'qwen3:8b' }, { name: 'llama3.2:latest' }],
  });
  expect(fake.requests).toMatchObject([
    { method: 'GET', path: '/v1/models', headers: { authorization: 'Bearer secret' } },
  ]);
});

const list = (baseUrl: string, apiKey = '') =>
  listCompatibleModels(
    baseUrl,
    { apiKey },
    { provider: providerOf({ id: 'x', name: 'X' }), patienceMs: 300 },
  );

test('M15 a server that is not there, is silent or is another one has no models, and it is told which', async () => {
  fake = await startFakeProvider(({ path }) =>
    path.startsWith('/silent') ? { chunks: [], hang: true } : { status: 404, chunks: ['<html>'] },
  );
  expect(await list(`${fake.url}/silent`)).toMatchObject({ ok: false, code: 'network' });
  expect(await list(fake.url)).toMatchObject({ ok: false, code: 'bad_request' });
  const { url } = fake;
  await fake.close();
  expect(await list(url)).toMatchObject({ ok: false, code: 'network' });
  // Takes the connection and never says a word.
  const mute = createServer(() => {}).listen(0, '127.0.0.1');
  await new Promise((resolve) => mute.once('listening', resolve));
  const address = mute.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  expect(await list(`http://127.0.0.1:${port}`)).toMatchObject({ ok: false, code: 'network' });
  mute.close();
});
