import { chatList, messageList, modelList } from '@millrace/engine/run';
import { afterEach, expect, test } from 'vitest';
import { anthropicWire } from '../../../../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../../../../fixtures/fake-provider.ts';
import { type RunningServer, readEvents, startServer } from '../../../../../fixtures/running-server.ts';
import { FULL_SCRIPT } from '../../../../../fixtures/script.ts';
import { createAnthropicModel } from '../../models/anthropic/anthropic.ts';

let fake: FakeProvider;
let server: RunningServer;
afterEach(async () => {
  await server.close();
  await fake.close();
});

async function start(): Promise<void> {
  fake = await startFakeProvider(() => ({ chunks: anthropicWire.stream(FULL_SCRIPT) }));
  server = await startServer([createAnthropicModel({ model: 'm', apiKey: 'k', baseUrl: fake.url })]);
}

interface Described {
  readonly openapi: string;
  readonly paths: Record<
    string,
    Record<string, { summary: string; requestBody?: object; responses: object }>
  >;
}

test('H15 the server describes each of its routes, with the shapes of bodies and answers', async () => {
  await start();
  const { openapi, paths } = (await (await server.api('GET', '/api/openapi.json')).json()) as Described;
  expect(openapi).toBe('3.1.0');
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, ...operation })),
  );
  expect(operations.length).toBeGreaterThan(12);
  expect(operations.filter(({ summary }) => summary === '')).toEqual([]);
  expect(
    operations.filter(({ name }) => /^p(os|u)t/.test(name)).every(({ requestBody }) => requestBody),
  ).toBe(true);
  expect(JSON.stringify(paths['/api/chats/{id}/messages']?.['post']?.requestBody)).toContain('command_id');
});

test('H15 answers have the shapes that are described', async () => {
  await start();
  const response = await server.api('POST', '/api/chat', { message: 'Hi' });
  await readEvents(response);
  const id = response.headers.get('x-conversation-id');
  const get = async (path: string): Promise<unknown> => (await server.api('GET', path)).json();
  expect(modelList.safeParse(await get('/api/models')).error).toBeUndefined();
  expect(chatList.safeParse(await get('/api/chats')).error).toBeUndefined();
  expect(messageList.safeParse(await get(`/api/chats/${id}/messages`)).error).toBeUndefined();
});

/** The names of all fields in the schemas of a description. */
function fieldNames(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { properties } = value as { readonly properties?: unknown };
  const own = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  return [...own, ...Object.values(value).flatMap(fieldNames)];
}

/** Browsers answer with these, and every library for passkeys reads them. */
const WEBAUTHN = [
  ...['rawId', 'clientExtensionResults', 'clientDataJSON', 'authenticatorData', 'attestationObject'],
  'userHandle',
];

test('L102 every field of a body, an answer or an event is in snake_case, but for names that others gave', async () => {
  await start();
  const { paths } = (await (await server.api('GET', '/api/openapi.json')).json()) as Described;
  const { '/api/ai-sdk/chat': theirs, ...ours } = paths;
  const names = new Set(fieldNames(ours));
  // A message_start of another server may carry these two; this one never writes them.
  for (const name of ['threadId', 'createdAt']) expect(names.delete(name)).toBe(true);
  for (const name of WEBAUTHN) expect(names.delete(name)).toBe(true);
  expect([...names].filter((name) => !/^[a-z]+(_[a-z0-9]+)*$/.test(name))).toEqual([]);
  // The fields of calls in finished messages and in the log are among them.
  for (const name of ['started_at', 'in_doubt', 'decided_by', 'args_hash', 'follow_up'])
    expect(names).toContain(name);
  expect(fieldNames(theirs)).toContain('messageId');
});
