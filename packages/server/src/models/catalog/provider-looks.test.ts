import { afterEach, expect, test } from 'vitest';
import { type FakeProvider, type Reply, startFakeProvider } from '../../../../../fixtures/fake-provider.ts';
import { anthropicList, openRouterList } from '../../../../../fixtures/model-lists.ts';
import { createProviderCatalog, type ProviderCatalog } from './provider-catalog.ts';

const BAD = {
  status: 401,
  chunks: ['{"error":{"type":"authentication_error","message":"invalid x-api-key"}}'],
};

let fake: FakeProvider;
afterEach(() => fake.close());

const catalogOf = (id: string, baseUrl = fake.url): ProviderCatalog =>
  createProviderCatalog({
    environment: { [id]: { apiKey: 'sk-of-the-environment', baseUrl } },
    guard: fetch,
    keys: { read: () => ({}), write: () => {} },
    builtIn: [],
  });
const statusOf = (catalog: ProviderCatalog, id: string) =>
  catalog.providers().find((each) => each.id === id) ?? expect.fail(id);
const namesOf = (catalog: ProviderCatalog): string[] => catalog.list().map(({ id }) => id);

test('M256 a bad key from the environment is not connected: the provider’s own words are told, and nothing is offered', async () => {
  fake = await startFakeProvider(() => BAD);
  for (const id of ['anthropic', 'openai', 'gemini', 'openrouter']) {
    const catalog = catalogOf(id);
    await catalog.refresh();
    expect(statusOf(catalog, id)).toMatchObject({
      connected: false,
      check: 'refused',
      problem: { code: 'auth', said: 'invalid x-api-key' },
      from: 'environment',
      models: 0,
    });
    expect(catalog.list()).toEqual([]);
  }
});

test('M256 OpenRouter shows its list to anybody, so its key is asked about apart', async () => {
  fake = await startFakeProvider((request) =>
    request.path === '/api/v1/key' ? BAD : openRouterList(request),
  );
  const catalog = catalogOf('openrouter', `${fake.url}/api/v1`);
  await catalog.refresh();
  expect(statusOf(catalog, 'openrouter')).toMatchObject({ connected: false, check: 'refused', models: 0 });
});

test('M256 a provider that can’t be reached is not checked, which is not bad: the known models are offered', async () => {
  fake = await startFakeProvider(() => BAD);
  const { url } = fake;
  await fake.close();
  const catalog = catalogOf('anthropic', url);
  expect(statusOf(catalog, 'anthropic')).toMatchObject({
    connected: true,
    check: 'unchecked',
    problem: null,
  });
  await catalog.refresh();
  expect(statusOf(catalog, 'anthropic')).toMatchObject({
    connected: true,
    check: 'unchecked',
    problem: { code: 'network', said: null },
    listed: 'known',
    models: 3,
  });
  expect(namesOf(catalog)[0]).toBe('anthropic/claude-sonnet-4-5');
});

test('M256 the list of a provider is kept when it fails later, and said to be an earlier one', async () => {
  let reply: (() => Reply) | undefined;
  const serve = anthropicList();
  fake = await startFakeProvider((request) => reply?.() ?? serve(request));
  const catalog = catalogOf('anthropic');
  let changes = 0;
  catalog.onChange(() => (changes += 1));
  await catalog.refresh();
  const now = statusOf(catalog, 'anthropic');
  expect(now).toMatchObject({ connected: true, check: 'ok', problem: null, listed: 'now', models: 5 });
  // The usual model is the default, and the others are in the order of the list.
  expect(namesOf(catalog).slice(0, 2)).toEqual(['anthropic/claude-sonnet-4-5', 'anthropic/claude-opus-4-8']);
  expect(catalog.list()[1]).toMatchObject({ name: 'Claude Opus 4.8', contextWindow: 1_000_000 });
  await catalog.refresh();
  expect([changes, catalog.revision()]).toEqual([1, 1]);
  reply = () => ({ status: 503, chunks: ['{"error":{"message":"Overloaded"}}'] });
  await catalog.refresh();
  expect(statusOf(catalog, 'anthropic')).toMatchObject({
    connected: true,
    check: 'unchecked',
    problem: { code: 'overloaded', said: 'Overloaded' },
    listed: 'earlier',
    models: 5,
  });
  reply = () => BAD;
  await catalog.refresh();
  expect(statusOf(catalog, 'anthropic')).toMatchObject({ connected: false, check: 'refused', models: 0 });
  reply = undefined;
  await catalog.refresh();
  expect(statusOf(catalog, 'anthropic')).toEqual(now);
  expect(catalog.revision()).toBe(4);
});

test('M256 who asks while a look is under way waits for the same one', async () => {
  fake = await startFakeProvider(anthropicList());
  const catalog = catalogOf('anthropic');
  await Promise.all([catalog.refresh(), catalog.refresh(), catalog.refresh()]);
  expect(fake.requests).toHaveLength(1);
});
