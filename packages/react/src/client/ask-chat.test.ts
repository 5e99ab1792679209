import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeSse } from '@millrace/engine';
import type { ChatEvent } from '@millrace/engine/run';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiError } from './api-error.ts';
import { createAskChat } from './ask-chat.ts';

// A real server that keeps one run and breaks its streams where the test wants.

let server: Server;
let baseUrl: string;
let log: readonly string[];
/** After how many lines each connection breaks; then none does. */
let breaks: number[];
let status: number;
let runHeader: boolean;
/** The status that it answers when a chat is created. */
let chatStatus: number;
const asked: { readonly path: string; readonly body: string; readonly lastId: string | undefined }[] = [];

beforeEach(async () => {
  asked.length = 0;
  [breaks, status, runHeader, chatStatus] = [[], 200, true, 200];
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  // A break is not waited for when the network comes back: here it always does.
  const online = (_: string, go: () => void): void => queueMicrotask(go);
  vi.stubGlobal('window', { addEventListener: online, removeEventListener: () => {} });
  server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  asked.push({ path: request.url ?? '', body: await bodyOf(request), lastId: lastIdOf(request) });
  if (request.url === '/api/chats') response.writeHead(chatStatus).end('{}');
  else answer(response, lastIdOf(request));
}

function answer(response: ServerResponse, lastId: string | undefined): unknown {
  response.statusCode = status;
  if (status !== 200) return response.end('{"code":"no","message":"Not today."}');
  response.setHeader('content-type', 'text/event-stream');
  if (runHeader) response.setHeader('x-run-id', 'run');
  const from = lastId === undefined ? 0 : Number(lastId.split('-')[1]);
  const count = breaks.shift() ?? log.length;
  for (const [at, data] of log.slice(from, from + count).entries())
    response.write(encodeSse({ id: `1-${from + at + 1}`, data }));
  if (from + count >= log.length) return response.end();
  return response.write('data: {"type":"text_', () => response.destroy());
}

const lastIdOf = (request: IncomingMessage): string | undefined =>
  request.headers['last-event-id']?.toString();

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) text += String(piece);
  return text;
}

/** Asks and reads until the end. */
function ask(
  more: object = {},
): Promise<{ events: ChatEvent[]; error?: ApiError; runs: (string | undefined)[] }> {
  const [events, runs]: [ChatEvent[], (string | undefined)[]] = [[], []];
  return new Promise((resolve) => {
    createAskChat(fetch, baseUrl)(
      { message: 'Hi', conversation_id: 'c', command_id: 'k', ...more },
      {
        onRun: (runId) => runs.push(runId),
        onResync: () => {},
        onEvent(event) {
          events.push(event);
          if (event.type === 'complete') resolve({ events, runs });
        },
        onFailed: (error) => resolve({ events, error, runs }),
      },
    );
  });
}

const text = (piece: string): string => JSON.stringify({ type: 'text_delta', text: piece });
const END = JSON.stringify({ type: 'complete', payload: { message: 'all' } });

test('C20 wherever the connection breaks, each event comes once and in order', async () => {
  const lines = fc.array(fc.string().map(text), { minLength: 1, maxLength: 12 });
  const cuts = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(lines, cuts, async (pieces, cut) => {
      asked.length = 0;
      log = [...pieces, END];
      breaks = [...cut];
      const { events, runs } = await ask();
      expect(events.map((event) => JSON.stringify(event))).toEqual(log);
      expect(runs).toEqual(['run']);
      expect(asked.slice(1).every(({ path }) => path === '/api/runs/run/events?format=chat')).toBe(true);
    }),
    { numRuns: 25 },
  );
});

test('C20 a question that does not get through is sent again as the same command, three times', async () => {
  log = [END];
  status = 503;
  const { error, runs } = await ask({ isNew: true });
  expect([error?.status, error?.message, runs]).toEqual([503, 'Not today.', []]);
  const sent = asked.filter(({ path }) => path === '/api/chat');
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
  expect(JSON.parse(sent[0]?.body ?? '')).toEqual({ message: 'Hi', conversation_id: 'c', command_id: 'k' });
  status = 409;
  asked.length = 0;
  expect((await ask()).error?.code).toBe('no');
  expect(asked).toHaveLength(1);
});

test('C21 lines that make no sense are passed over', async () => {
  const bad = [
    '{',
    'null',
    '"x"',
    '{"type":"toString"}',
    '{"type":"text_delta"}',
    '{"type":"complete","payload":null}',
  ];
  log = [...bad, text('a'), ...bad, END];
  expect((await ask()).events).toEqual([{ type: 'text_delta', text: 'a' }, JSON.parse(END)]);
  expect(asked).toHaveLength(1);
});

test('C21 an answer whose end makes no sense fails instead of being waited for', async () => {
  log = [text('a'), '{"type":"complete"}'];
  const { events, error } = await ask();
  expect(events).toHaveLength(1);
  expect(error?.code).toBe('broken_off');
});

test('C20 a server that does not name its run is never asked twice', async () => {
  log = [text('a'), text('b'), END];
  [breaks, runHeader] = [[1], false];
  const { error, runs } = await ask();
  expect([error?.code, asked.length, runs]).toEqual(['broken_off', 1, [undefined]]);
});

test('C28 a server that makes no conversations is asked all the same', async () => {
  log = [text('a'), END];
  for (chatStatus of [404, 405]) expect((await ask({ isNew: true })).events).toHaveLength(2);
  chatStatus = 403;
  expect((await ask({ isNew: true })).error?.status).toBe(403);
});

test('C28 an event of a tool may leave out which call it is about', async () => {
  const start = { type: 'tool_start', tool: 'search', input: {}, tool_use_id: 'a' };
  const done = { type: 'tool_complete', tool: 'search', index: 0 };
  log = [JSON.stringify(start), JSON.stringify(done), '{"type":"tool_complete","tool":"search"}', END];
  expect((await ask()).events.slice(0, -1)).toEqual([start, { ...done, tool_use_id: '' }]);
});

test('C20 a run that is known is read, not asked', async () => {
  log = [text('a'), END];
  const { events } = await ask({ runId: 'run' });
  expect(events).toHaveLength(2);
  expect(asked.map(({ path }) => path)).toEqual(['/api/runs/run/events?format=chat']);
});
