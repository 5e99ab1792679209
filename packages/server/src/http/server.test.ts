import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyRunEvent, createRunState, createSseDecoder, runText, type StoredEvent } from '@millrace/engine';
import type { MessageRecord, RunEvent } from '@millrace/engine/run';
import type { SseEvent } from '@millrace/engine/sse';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DeviceHeaders, signInWith } from '../../../../fixtures/sign-in.ts';
import { TALK, talker } from '../../../../fixtures/talker.ts';
import { openSqliteStore, type WholeStore as Store } from '../../../../fixtures/whole-store.ts';
import { createSealer } from '../store/seal/sealer.ts';
import { createServer, type Server } from './create-server.ts';

let folder: string;
let store: Store;
let server: Server;
let device: DeviceHeaders | undefined;

async function start(paceMs: number, port = 0): Promise<void> {
  store = openSqliteStore(join(folder, 'millrace.sqlite'), { sealer: createSealer(new Uint8Array(32)) });
  server = await createServer({ store, models: [talker(paceMs)], port });
}

async function stop(): Promise<void> {
  await server.close();
  await store.close();
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-server-'));
  await start(5);
  device = await signInWith(await server.startLink());
});

afterEach(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

function api(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method,
    headers: {
      ...device,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** A request whose headers fetch would not let through. */
function raw(path: string, headers: Record<string, string>, method = 'GET'): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${server.url}${path}`, { method, headers }, (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    request.on('error', reject);
    request.end();
  });
}

async function send(text = 'Hello', chatId = 'chat'): Promise<string> {
  await api('POST', '/api/chats', { id: chatId });
  const sent = await api('POST', `/api/chats/${chatId}/messages`, {
    command_id: randomUUID(),
    text,
  });
  expect(sent.status).toBe(200);
  return ((await sent.json()) as { run_id: string }).run_id;
}

/** Reads a run's stream, to its end or until `enough`. */
async function watch(
  runId: string,
  lastId = '',
  enough: (events: SseEvent[]) => boolean = () => false,
): Promise<SseEvent[]> {
  const events: SseEvent[] = [];
  const decoder = createSseDecoder({ onEvent: (event) => events.push(event) });
  const response = await api(
    'GET',
    `/api/runs/${runId}/events`,
    undefined,
    lastId === '' ? {} : { 'last-event-id': lastId },
  );
  expect(response.status).toBe(200);
  for await (const bytes of response.body ?? []) {
    decoder.feed(bytes);
    if (enough(events)) break;
  }
  return events;
}

function textOf(events: readonly SseEvent[]): string {
  const stored = events.map(({ data }) => JSON.parse(data) as StoredEvent);
  return runText(stored.reduce(applyRunEvent, createRunState()));
}

async function messages(chatId = 'chat'): Promise<MessageRecord[]> {
  const response = await api('GET', `/api/chats/${chatId}/messages`);
  return ((await response.json()) as { messages: MessageRecord[] }).messages;
}

const ended = async (): Promise<boolean> => (await messages()).some(({ role }) => role === 'assistant');

test('C4 a run is streamed with ids, and its message is the same text', async () => {
  const events = await watch(await send());
  expect(events.map(({ id }) => id)).toEqual(events.map((_, i) => `1-${i + 1}`));
  expect(textOf(events)).toBe(TALK);
  expect(await messages()).toMatchObject([
    { role: 'user', text: 'Hello' },
    { role: 'assistant', text: TALK, status: 'completed' },
  ]);
});

test('C250 a reader that comes back with its last id gets the rest: nothing lost, nothing twice', async () => {
  const runId = await send();
  const all: SseEvent[] = [];
  for (let lastId = ''; !(await ended()); lastId = all.at(-1)?.id ?? '') {
    all.push(...(await watch(runId, lastId, (events) => events.length >= 3)));
  }
  all.push(...(await watch(runId, all.at(-1)?.id)));
  const undisturbed = await watch(runId);
  expect(all).toEqual(undisturbed);
  expect(textOf(all)).toBe(TALK);
});

test('C251 a position that is not in the log starts the reader over with resync', async () => {
  const runId = await send();
  await watch(runId);
  for (const lastId of ['9-1', '1-9999', 'nonsense']) {
    const [first, ...rest] = await watch(runId, lastId);
    expect(first).toEqual({ event: 'resync', data: '{}', id: '' });
    expect(textOf(rest)).toBe(TALK);
  }
});

test('C258 a run goes on without watchers', async () => {
  await send();
  await expect.poll(ended).toBe(true);
  expect((await messages()).at(-1)).toMatchObject({ text: TALK, status: 'completed' });
});

test('C254 many watchers of one run all get the same', async () => {
  const runId = await send();
  const [first, ...others] = await Promise.all(Array.from({ length: 50 }, () => watch(runId)));
  expect(textOf(first ?? [])).toBe(TALK);
  for (const other of others) expect(other).toEqual(first);
});

test('A10 cancel stops the run and keeps what was written', async () => {
  const runId = await send();
  await watch(runId, '', (events) => events.length > 6);
  expect(await (await api('POST', `/api/runs/${runId}/cancel`, {})).json()).toEqual({ status: 'cancelled' });
  const events = await watch(runId);
  expect(JSON.parse(events.at(-1)?.data ?? '')).toMatchObject({ type: 'cancelled' });
  const text = textOf(events);
  expect(TALK.startsWith(text) && text.length > 0 && text.length < TALK.length).toBe(true);
  expect((await messages()).at(-1)).toMatchObject({ text, status: 'cancelled' });
  // Again, and after the end: the same answer.
  expect(await (await api('POST', `/api/runs/${runId}/cancel`, { command_id: 'x' })).json()).toEqual({
    status: 'cancelled',
  });
  expect((await api('POST', '/api/runs/nothing/cancel', {})).status).toBe(404);
});

test('L12 a run that a shutdown interrupted goes on at the next start, with a new attempt', async () => {
  const runId = await send();
  await watch(runId, '', (events) => events.length > 6);
  await stop();
  await start(5, Number(new URL(server.url).port));
  await expect.poll(ended).toBe(true);
  const events = await watch(runId);
  const starts = events
    .map(({ data }) => JSON.parse(data) as StoredEvent)
    .filter(({ type }) => type === 'step_start');
  expect(starts).toMatchObject([
    { attempt: 1, fence: 1 },
    { attempt: 2, fence: 2 },
  ]);
  expect(textOf(events)).toBe(TALK);
  expect((await messages()).at(-1)).toMatchObject({ text: TALK, status: 'completed' });
});

test('L12 a run that was cut off after its last word is ended without asking the model again', async () => {
  await store.createChat('other', 1);
  const ids = { commandId: 'c', chatId: 'other', messageId: 'm', runId: 'cut-off' };
  await store.postMessage({ ...ids, text: 'Hi', model: 'test/talker', ts: 1 });
  await store.claimRun('cut-off', { owner: 'dead', now: 1, leaseMs: 1 });
  const said: RunEvent[] = [
    { type: 'step_start', step: 1, attempt: 1 },
    { type: 'message_start', message: { id: 'm', model: 'talker' } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'All of it' } },
    { type: 'message_stop' },
  ];
  await store.append({ runId: 'cut-off', fence: 1 }, 0, said, 1, 'relaxed');
  await stop();
  await start(5, Number(new URL(server.url).port));
  await expect.poll(async () => (await messages('other')).length).toBe(2);
  const events = await watch('cut-off');
  expect(events).toHaveLength(said.length + 1);
  expect(await messages('other')).toMatchObject([
    { role: 'user' },
    { text: 'All of it', status: 'completed' },
  ]);
});

test('L4 a message that is sent twice is answered once', async () => {
  await api('POST', '/api/chats', { id: 'chat' });
  const body = { command_id: 'same', text: 'Hello' };
  const answers = await Promise.all([1, 2, 3].map(() => api('POST', '/api/chats/chat/messages', body)));
  const bodies = await Promise.all(answers.map((answer) => answer.json()));
  expect(new Set(bodies.map((each) => JSON.stringify(each))).size).toBe(1);
  expect((await messages()).filter(({ role }) => role === 'user')).toHaveLength(1);
});

test('L5 a second message while an answer is written is refused and says so', async () => {
  await send();
  const second = await api('POST', '/api/chats/chat/messages', { command_id: 'two', text: 'And?' });
  expect(second.status).toBe(409);
  expect(await second.json()).toMatchObject({ code: 'run_active' });
});

test('S3 the list of chats reaches every reader when something changes', async () => {
  const seen: { id: string; run_id: string | null }[][] = [];
  const response = await api('GET', '/api/sync');
  const decoder = createSseDecoder({ onEvent: ({ data }) => seen.push(JSON.parse(data).chats) });
  const reader = response.body?.getReader();
  await send('Title here');
  while (seen.flat().at(-1)?.run_id !== null || seen.flat().length === 0) {
    decoder.feed((await reader?.read())?.value ?? '');
  }
  await reader?.cancel();
  expect(seen[0]).toEqual([]);
  expect(seen.flat()).toMatchObject([
    { id: 'chat', title: 'Title here', seq: 1, run_id: expect.any(String) },
    { id: 'chat', title: 'Title here', seq: 2, run_id: null },
  ]);
});

test('H1 without the cookie every route but sign-in and health is closed', async () => {
  device = undefined;
  for (const path of [
    '/api/chats',
    '/api/models',
    '/api/sync',
    '/api/runs/x/events',
    '/api/chats/x/messages',
  ]) {
    expect((await api('GET', path)).status).toBe(401);
  }
  expect((await api('POST', '/api/chats', {})).status).toBe(401);
  expect((await api('POST', '/api/runs/x/cancel', {})).status).toBe(401);
  expect((await api('POST', '/api/runs/x/decisions', {})).status).toBe(401);
  expect((await api('GET', '/healthz')).status).toBe(200);
  device = { cookie: `millrace_${new URL(server.url).port}=guess`, 'x-millrace-key': 'guess' };
  expect((await api('GET', '/api/chats')).status).toBe(401);
});

test('H2 a foreign host or origin is refused on every route, streams and health too', async () => {
  const runId = await send();
  const host = new URL(server.url).host;
  for (const path of ['/api/chats', `/api/runs/${runId}/events`, '/api/sync', '/healthz', '/']) {
    expect(await raw(path, { ...device, host: 'evil.example' })).toBe(403);
    expect(await raw(path, { ...device, host: `evil.example:${new URL(server.url).port}` })).toBe(403);
    expect(await raw(path, { ...device, host, origin: 'http://evil.example' })).toBe(403);
    expect(await raw(path, { ...device, host, origin: 'null' })).toBe(403);
    expect(await raw(path, { ...device, host, 'sec-fetch-site': 'cross-site' })).toBe(403);
  }
  expect(await raw('/api/chats', { ...device, host, origin: `http://${host}` })).toBe(200);
  expect(await raw('/api/chats', { ...device, host: host.replace('127.0.0.1', 'localhost') })).toBe(200);
});

test('H3 a sign-in link works once and gives a cookie that scripts and other sites cannot use', async () => {
  const token = (await server.startLink('a-token-of-my-own')).split('#')[1];
  expect(token).toBe('a-token-of-my-own');
  const first = await api('POST', '/api/session', { token });
  expect(first.status).toBe(200);
  expect(await first.json()).toEqual({ key: expect.stringMatching(/^[\w-]{43}$/) });
  expect(first.headers.get('set-cookie')).toMatch(
    /^millrace_\d+=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  const second = await api('POST', '/api/session', { token });
  expect(second.status).toBe(401);
  expect(await second.json()).toMatchObject({
    code: 'bad_token',
    message: expect.stringContaining('millrace link'),
  });
});

test('H4 signing out ends the session on the server', async () => {
  expect((await api('GET', '/api/chats')).status).toBe(200);
  expect((await api('DELETE', '/api/session')).status).toBe(204);
  expect((await api('GET', '/api/chats')).status).toBe(401);
});

test.each([
  ['another type', 415, 'not_json', '{}', { 'content-type': 'text/plain' }],
  ['no JSON', 400, 'bad_json', '{"id":', {}],
  ['a wrong field', 400, 'bad_body', '{"id":"a b"}', {}],
  ['an unknown field', 400, 'bad_body', '{"ID":"a"}', {}],
  ['deep nesting', 400, 'too_deep', `${'['.repeat(65)}${']'.repeat(65)}`, {}],
  ['too much', 413, 'too_large', JSON.stringify({ id: 'x'.repeat(1024 * 1024) }), {}],
])('H5 a body with %s is refused with %i and a reason', async (_what, status, code, body, headers) => {
  const response = await api('POST', '/api/chats', body, headers);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ code, message: expect.stringMatching(/\w/) });
});

test.each([
  ['', /must not be empty/],
  [' \n\t', /must not be empty/],
  ['x'.repeat(400_001), /400,000 characters at most/],
])('H5 a message that says nothing or too much is refused: %#', async (text, reason) => {
  await api('POST', '/api/chats', { id: 'chat' });
  const response = await api('POST', '/api/chats/chat/messages', { command_id: 'c', text });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 'bad_body', message: expect.stringMatching(reason) });
  expect(await messages()).toEqual([]);
});

test('H6 every answer carries the headers that keep the page closed', async () => {
  for (const path of ['/healthz', '/api/chats', '/nothing']) {
    const { headers } = await api('GET', path);
    expect(headers.get('content-security-policy')).toContain("default-src 'self'");
    // Our own files and our own WebAssembly, and no code from strings.
    expect(headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
});

test('H7 shutdown ends open streams and requests instead of waiting for them', async () => {
  const runId = await send();
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const stream = watch(runId, '', () => {
    begin();
    return false;
  });
  await begun;
  await server.close();
  const events = await stream;
  expect(events.length).toBeGreaterThan(0);
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
  server = await createServer({ store, models: [talker(0)], port: 0 });
});

test('H8 what is not there is a clear 404', async () => {
  for (const path of ['/api/nothing', '/nothing', '/api/chats/none/messages', '/api/runs/none/events']) {
    const response = await api('GET', path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ message: expect.stringMatching(/no/) });
  }
  expect((await api('GET', `/api/runs/${await send()}/events?format=morse`)).status).toBe(400);
  expect((await api('GET', '/api/chats/chat/messages?after=-1')).status).toBe(400);
  expect(
    (await api('POST', '/api/chats/chat/messages', { command_id: 'm', text: 'x', model: 'no/such' })).status,
  ).toBe(400);
});

test('H9 a port that is taken is told with the fix', async () => {
  const port = Number(new URL(server.url).port);
  await expect(createServer({ store, models: [talker(0)], port })).rejects.toThrow(/PORT/);
});
