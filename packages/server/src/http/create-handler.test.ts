import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChatEvent, RunEvent } from '@millrace/engine/run';
import { FILE_PIECE } from '@millrace/engine/run';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { readEvents } from '../../../../fixtures/running-server.ts';
import { openMemoryStore } from '../../../../fixtures/whole-store.ts';
import type { Model, ModelMessage } from '../models/adapter/model.ts';
import { defineTool } from '../tools/define/define-tool.ts';
import type { AuthenticateUser } from './app-user.ts';
import { createHandler, type Handler, type HandlerOptions } from './create-handler.ts';

// One handler behind the four kinds of hosts: a standard fetch as in Next, a fetch with Node's bindings as in Hono, Node's own
// listener, and one whose path was cut and whose body was read, as in Express.

const mail = defineTool({
  name: 'send_mail',
  description: 'Sends a mail.',
  input: z.object({ to: z.string() }),
  effect: 'unsafe',
  title: ({ to }) => `Mail to ${to}`,
  run: async ({ to }, { runId }) => `Sent to ${to} in ${runId.slice(0, 3)}`,
});

/** Calls the tool when it is asked to, and else says back what it heard. */
const model: Model = {
  id: 'test/mail',
  name: 'Mail',
  async *stream({ messages }) {
    yield { type: 'message_start', message: { id: 'm', model: 'mail' } };
    const last = wordsOf(messages.at(-1));
    if (last.startsWith('Mail ')) {
      yield {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 'c1', name: 'send_mail', input: {} },
      };
      const partial_json = JSON.stringify({ to: last.slice(5) });
      yield { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json } };
    } else {
      yield { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
      yield { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: `Heard: ${last}` } };
    }
    yield { type: 'content_block_stop', index: 0 };
    yield { type: 'message_stop' };
  },
};

function wordsOf(message: ModelMessage | undefined): string {
  const block = message?.content[0];
  if (block?.type === 'text') return block.text;
  return block?.type === 'tool_result' ? String(block.content) : '';
}

const USERS: Readonly<Record<string, string>> = { 'ann-key': 'ann', 'bob-key': 'bob' };
const authenticate: AuthenticateUser = async ({ headers }) => {
  const account = USERS[headers.get('x-app-key') ?? ''];
  return account === undefined ? null : { account };
};

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function make(more: Partial<HandlerOptions> = {}): Handler {
  const store = openMemoryStore();
  const handler = createHandler({ store, models: [model], tools: [mail], authenticate, ...more });
  ends.push(async () => {
    await handler.close();
    await store.close();
  });
  return handler;
}

type Ask = (path: string, init?: RequestInit) => Promise<Response>;

async function listening(server: HttpServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const HOSTS: Readonly<Record<string, (handler: Handler) => Promise<Ask>>> = {
  'a standard fetch': async (handler) => (path, init) =>
    handler.fetch(
      new Request(`http://localhost:3000${path}`, { ...init, ...(init?.body && { duplex: 'half' }) }),
    ),
  'plain http': async (handler) => {
    const url = await listening(createServer((request, response) => handler.node(request, response)));
    return (path, init) => fetch(url + path, init);
  },
  'a host that cuts the path and reads the body': async (handler) => {
    const server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      const pass = (): void => {
        Object.assign(request, { originalUrl: request.url, url: request.url?.replace(/^\/api/, '') });
        handler.node(request, response, () => response.writeHead(418).end());
      };
      if (request.headers['content-type'] !== 'application/json') return pass();
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        Object.assign(request, { body: JSON.parse(Buffer.concat(pieces).toString() || '{}') });
        pass();
      });
    });
    const url = await listening(server);
    return (path, init) => fetch(url + path, init);
  },
};

const as = (key: string, body?: object): RequestInit => ({
  method: body === undefined ? 'GET' : 'POST',
  headers: { 'x-app-key': key, 'content-type': 'application/json' },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

async function startRun(ask: Ask, chat: string, text: string, key = 'ann-key'): Promise<string> {
  expect((await ask('/api/chats', as(key, { id: chat }))).status).toBe(200);
  const sent = await ask(`/api/chats/${chat}/messages`, as(key, { command_id: `${chat}-1`, text }));
  return ((await sent.json()) as { run_id: string }).run_id;
}

for (const [name, host] of Object.entries(HOSTS)) {
  test(`F130 an app with users of its own streams, resumes, asks and decides: ${name}`, async () => {
    const ask = await host(make());
    const answer = await ask('/api/chat', as('ann-key', { message: 'Hello' }));
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    const events = (await readEvents(answer)).map(({ data }) => JSON.parse(data) as ChatEvent);
    expect(events.at(-1)).toMatchObject({ type: 'complete', payload: { message: 'Heard: Hello' } });

    const runId = await startRun(ask, 'chat', 'Mail cem');
    const asked = await untilEvent(ask, runId, 'approval_request');
    const { approval_id, args_hash } = asked.event as Extract<RunEvent, { type: 'approval_request' }>;
    const decision = { command_id: 'd', approval_id, args_hash, decision: { type: 'approve' } };
    expect((await ask(`/api/runs/${runId}/decisions`, as('ann-key', decision))).status).toBe(200);
    const rest = await ask(`/api/runs/${runId}/events`, {
      headers: { 'x-app-key': 'ann-key', 'last-event-id': asked.id },
    });
    const types = (await readEvents(rest)).map(({ data }) => (JSON.parse(data) as RunEvent).type);
    expect(types[0]).toBe('approval_decision');
    expect(types.at(-1)).toBe('complete');
  });

  test(`F131 an upload comes in and goes out whole: ${name}`, async () => {
    const ask = await host(make());
    const bytes = new Uint8Array(FILE_PIECE + 100).map((_, i) => i * 7);
    const put = (path: string, body: BodyInit, type: string): Promise<Response> =>
      ask(path, { method: 'PUT', headers: { 'x-app-key': 'ann-key', 'content-type': type }, body });
    await put(
      '/api/files/f1',
      JSON.stringify({ name: 'a.bin', type: '', size: bytes.length }),
      'application/json',
    );
    for (const index of [0, 1]) {
      const piece = bytes.slice(index * FILE_PIECE, (index + 1) * FILE_PIECE);
      const said = await put(`/api/files/f1/pieces/${index}`, piece, 'application/octet-stream');
      expect(said.status).toBe(200);
    }
    expect((await ask('/api/files/f1/done', as('ann-key', {}))).status).toBe(200);
    const back = await ask('/api/files/f1', as('ann-key'));
    expect(back.headers.get('content-security-policy')).toContain('sandbox');
    expect(Buffer.from(await back.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);
    expect((await ask('/api/files/f1', as('bob-key'))).status).toBe(404);
  });

  test(`F132 two users of an app never meet, and nobody else comes in: ${name}`, async () => {
    const ask = await host(make());
    const runId = await startRun(ask, 'of-ann', 'Mail cem');
    await untilEvent(ask, runId, 'approval_request');
    for (const path of [`/api/runs/${runId}/events`, '/api/chats/of-ann/messages'])
      expect((await ask(path, as('bob-key'))).status).toBe(404);
    expect(await (await ask('/api/chats', as('bob-key'))).json()).toMatchObject({ chats: [] });
    for (const key of ['', 'eve-key']) expect((await ask('/api/chats', as(key))).status).toBe(401);
    const foreign = { 'x-app-key': 'ann-key', origin: 'https://evil.example' };
    expect((await ask('/api/chats', { headers: foreign })).status).toBe(403);
  });
}

async function untilEvent(ask: Ask, runId: string, type: string): Promise<{ event: RunEvent; id: string }> {
  const response = await ask(`/api/runs/${runId}/events`, as('ann-key'));
  const reader = response.body?.getReader();
  let text = '';
  const decoder = new TextDecoder();
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) throw new Error(`The run ended without ${type}: ${text}`);
    text += decoder.decode(value, { stream: true });
    const found = new RegExp(`id: (\\S+)\\n(?:event: .*\\n)?data: (.*"type":"${type}".*)\\n`).exec(text);
    if (found === null) continue;
    await reader?.cancel();
    return { id: found[1] ?? '', event: JSON.parse(found[2] ?? '') as RunEvent };
  }
}

test('F133 routes about sign-in, devices, people and tokens are closed to users of an app', async () => {
  const ask = await (HOSTS['a standard fetch'] as (handler: Handler) => Promise<Ask>)(make());
  for (const path of ['/api/devices', '/api/tokens', '/api/credentials', '/api/vault'])
    expect((await ask(path, as('ann-key'))).status).toBe(403);
  for (const path of ['/api/people', '/api/settings'])
    expect((await ask(path, as('ann-key'))).status).toBe(404);
  expect((await ask('/api/session', as('ann-key', { token: 'x' }))).status).toBe(404);
});

test('F134 a handler answers only at loopback and at its urls, below its base path', async () => {
  const handler = make({ urls: ['https://app.example'], basePath: '/ai' });
  const at = async (url: string, headers: Record<string, string> = {}): Promise<number> =>
    (await handler.fetch(new Request(url, { headers: { 'x-app-key': 'ann-key', ...headers } }))).status;
  expect(await at('https://app.example/ai/api/models')).toBe(200);
  expect(await at('http://app.example/ai/api/models', { origin: 'https://app.example' })).toBe(200);
  expect(await at('http://localhost:3000/ai/api/models')).toBe(200);
  expect(await at('https://other.example/ai/api/models')).toBe(403);
  expect(await at('https://app.example/api/models')).toBe(404);
});

test('F134 options that make no sense, or that all people would share, are refused with the fix', () => {
  const base = { store: openMemoryStore(), models: [model] };
  expect(() => createHandler({ ...base, urls: ['app.example'] })).toThrow(/https:\/\/app.example/);
  expect(() => createHandler({ ...base, basePath: 'ai/' })).toThrow(/basePath/);
  expect(() => createHandler({ ...base, ...{ workspace: '/tmp' } })).toThrow(/roomOf/);
});

test('F135 a user whom the app no longer knows is refused at once, and the streams of one who was removed end', async () => {
  let isIn = true;
  const store = openMemoryStore();
  const handler = make({ store, authenticate: () => (isIn ? { account: 'ann' } : null) });
  const ask: Ask = (path, init) => handler.fetch(new Request(`http://localhost${path}`, init));
  const sync = await ask('/api/sync');
  expect(sync.status).toBe(200);
  await store.removeAccount('app:ann');
  const events = await readEvents(sync);
  expect(events.length).toBeGreaterThanOrEqual(0);
  isIn = false;
  expect((await ask('/api/chats')).status).toBe(401);
});

test('F136 an id of a user that could be taken for another account is refused', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => told.mockRestore());
  for (const account of ['', 'a/b', 'a b', 'a\nb', 'a'.repeat(201)]) {
    const handler = make({ authenticate: () => ({ account }) });
    const { status } = await handler.fetch(new Request('http://localhost/api/chats'));
    expect(status).toBe(500);
  }
  const store = openMemoryStore();
  const handler = make({ store, authenticate: () => ({ account: 'first' }) });
  expect((await handler.fetch(new Request('http://localhost/api/chats'))).status).toBe(200);
  expect((await store.listAccounts()).map(({ id }) => id)).toEqual(['first', 'app:first']);
});
