import { afterEach, beforeEach, expect, test } from 'vitest';
import { anthropicWire } from '../../../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../../../fixtures/fake-provider.ts';
import { type RunningServer, readEvents, startServer } from '../../../../fixtures/running-server.ts';
import { TEXT_SCRIPT } from '../../../../fixtures/script.ts';
import type { ProviderCredentials } from '../models/adapter/provider.ts';
import { createAnthropicModel } from '../models/anthropic/anthropic.ts';
import { createProviderCatalog, type KeyKeeper } from '../models/catalog/provider-catalog.ts';
import { createPinnedFetch } from '../tools/web/pinned-fetch.ts';

const GOOD_KEY = 'sk-good-key-of-some-length';
let fake: FakeProvider;
let server: RunningServer;
let saved: Record<string, ProviderCredentials>;
const keys: KeyKeeper = {
  read: () => saved,
  write(changed) {
    saved = { ...changed };
  },
};

beforeEach(async () => {
  saved = {};
  // Every provider at once: it takes one key, lists two models and answers like Anthropic.
  fake = await startFakeProvider(({ method, headers }) => {
    const key = headers['x-api-key'] ?? headers['authorization'] ?? '';
    if (!String(key).endsWith(GOOD_KEY)) {
      return { status: 401, chunks: [anthropicWire.refusal('auth', 'invalid x-api-key')] };
    }
    if (method === 'GET') {
      const body = '{"data":[{"id":"llama"},{"id":"qwen"}]}';
      return { headers: { 'content-type': 'application/json' }, chunks: [body] };
    }
    return { chunks: anthropicWire.stream(TEXT_SCRIPT) };
  });
  const catalog = createProviderCatalog({
    environment: {
      ollama: { baseUrl: 'http://127.0.0.1:9/v1' },
      anthropic: { baseUrl: fake.url },
      openrouter: { apiKey: 'sk-of-the-environment', baseUrl: 'http://127.0.0.1:9/v1' },
    },
    guard: createPinnedFetch({ allowed: (url) => url.port === ownPort() }),
    keys,
    builtIn: [createAnthropicModel({ model: 'built-in', apiKey: GOOD_KEY, baseUrl: fake.url })],
  });
  server = await startServer(catalog);
});
afterEach(async () => {
  await server.close();
  await fake.close();
});

/** Stands for the hosts that the owner has named in MILLRACE_ALLOW_HOSTS. */
const ownPort = (): string => new URL(fake.url).port;

const put = (providers: object): Promise<Response> => server.api('PUT', '/api/settings', { providers });
async function provider(id: string): Promise<Record<string, unknown> | undefined> {
  const response = await server.api('GET', '/api/settings');
  const { providers } = (await response.json()) as { providers: Record<string, unknown>[] };
  return providers.find((each) => each['id'] === id);
}
const modelIds = async (): Promise<string[]> => {
  const { models } = (await (await server.api('GET', '/api/models')).json()) as { models: { id: string }[] };
  return models.map(({ id }) => id).filter((id) => !id.startsWith('openrouter/'));
};

test('M9 a key that its provider refuses is not kept, and the provider is heard', async () => {
  const response = await put({ anthropic: { api_key: 'sk-bad', base_url: fake.url } });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    code: 'auth',
    message: expect.stringContaining('invalid x-api-key'),
  });
  expect(saved).toEqual({});
  expect(await provider('anthropic')).toMatchObject({ connected: false });
});

test('M9 a key that its provider takes is kept, and its models answer at once; the key is shown to nobody', async () => {
  const response = await put({ anthropic: { api_key: GOOD_KEY } });
  const text = await response.text();
  expect(response.status).toBe(200);
  expect(text).not.toContain(GOOD_KEY);
  expect(await provider('anthropic')).toMatchObject({
    connected: true,
    from: 'settings',
    key_end: 'ngth',
  });
  expect(await modelIds()).toContain('anthropic/llama');
  const asked = await server.api('POST', '/api/chat', { message: 'Hi', model: 'anthropic/claude-x' });
  expect((await readEvents(asked)).at(-1)?.data).toContain('Hello world.');
  expect((await put({ anthropic: null })).status).toBe(200);
  expect(saved).toEqual({});
  expect(await modelIds()).toEqual(['anthropic/built-in']);
});

test('M9 a server of one’s own is connected by its address and lists its models', async () => {
  expect((await put({ compatible: {} })).status).toBe(400);
  expect((await put({ compatible: { base_url: 'not an address' } })).status).toBe(400);
  expect((await put({ compatible: { api_key: GOOD_KEY, base_url: `${fake.url}/v1` } })).status).toBe(200);
  expect(await provider('compatible')).toMatchObject({ connected: true, models: 2, from: 'settings' });
  expect(await modelIds()).toEqual(['compatible/llama', 'compatible/qwen', 'anthropic/built-in']);
});

test('M9 what the environment connects is told as such; what nobody knows is refused', async () => {
  expect(await provider('openrouter')).toMatchObject({ connected: true, from: 'environment' });
  expect(await provider('ollama')).toMatchObject({ connected: false, models: 0 });
  expect((await put({ acme: { api_key: 'k' } })).status).toBe(400);
  expect((await put({ openai: {} })).status).toBe(400);
});

test('W13 a chosen model is the first of the list, and one that is not there is refused', async () => {
  expect((await modelIds())[0]).toBe('anthropic/built-in');
  await put({ anthropic: { api_key: GOOD_KEY } });
  const choose = (default_model: string): Promise<Response> =>
    server.api('PUT', '/api/settings', { default_model });
  expect((await choose('anthropic/claude-x')).status).toBe(200);
  expect((await modelIds())[0]).toBe('anthropic/claude-x');
  const refused = await choose('nobody/nothing');
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { code: 'unknown_model', message: 'There is no model nobody/nothing.' },
  ]);
  expect((await modelIds())[0]).toBe('anthropic/claude-x');
});

test('H40 a key of the environment goes to no address that the page names', async () => {
  for (const access of [
    { base_url: fake.url },
    { api_key: GOOD_KEY, base_url: fake.url },
    { api_key: 'k' },
  ]) {
    const response = await put({ openrouter: access });
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        code: 'bad_request',
        message: expect.stringMatching(/environment variable OPENROUTER_API_KEY.*Unset it/),
      },
    ]);
  }
  await server.api('GET', '/api/settings');
  expect(
    fake.requests.filter(({ headers }) => /sk-of-the-environment/.test(JSON.stringify(headers))),
  ).toEqual([]);
  expect(saved).toEqual({});
});

test('H40 a key that was entered goes only to the address that was entered with it', async () => {
  const elsewhere = await put({ anthropic: { api_key: GOOD_KEY, base_url: 'http://127.0.0.1:9' } });
  expect(await elsewhere.json()).toMatchObject({
    message: expect.stringMatching(/ANTHROPIC_BASE_URL .*Leave the address out/),
  });
  expect((await put({ compatible: { api_key: GOOD_KEY, base_url: `${fake.url}/v1` } })).status).toBe(200);
  const seen = fake.requests.length;
  // Another address without its key is asked without one.
  await put({ compatible: { base_url: `${fake.url}/v2` } });
  for (const { path, headers } of fake.requests.slice(seen))
    expect([path, headers['authorization']]).toEqual([
      path,
      path.startsWith('/v1/') ? `Bearer ${GOOD_KEY}` : undefined,
    ]);
  expect(fake.requests.slice(seen).some(({ path }) => path.startsWith('/v2/'))).toBe(true);
});

test('H41 an address on the page that is not public is refused with what the owner can do', async () => {
  for (const address of [
    'http://127.0.0.1:9/v1',
    'http://[::1]:8080/v1',
    'http://10.0.0.1/v1',
    'http://169.254.169.254/v1',
    'http://0x7f000001:8080/v1',
    'http://localhost:8080',
  ]) {
    const response = await put({ compatible: { base_url: address } });
    expect([address, response.status, await response.json()]).toEqual([
      address,
      400,
      {
        code: 'bad_request',
        message: expect.stringMatching(/not (on the public internet|a web port).*MILLRACE_ALLOW_HOSTS/),
      },
    ]);
  }
  expect(saved).toEqual({});
});
