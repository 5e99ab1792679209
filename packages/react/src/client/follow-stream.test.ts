import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeSse } from '@millrace/engine';
import type { SseEvent } from '@millrace/engine/sse';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiError } from './api-error.ts';
import { followStream, streamAt } from './follow-stream.ts';

// A real event stream over HTTP. Of the browser there is only what the follower listens to, and its timers are ours.

let server: Server;
let url: string;
let answer: (response: ServerResponse) => void;
const asked: (string | undefined)[] = [];
const open = new Set<ServerResponse>();
const events: SseEvent[] = [];
const connections: string[] = [];
let refused: ApiError | undefined;
let stop: () => void;
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });

beforeEach(async () => {
  for (const list of [asked, events, connections]) list.length = 0;
  refused = undefined;
  page.visibilityState = 'visible';
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', new EventTarget());
  answer = (response) => response.write(encodeSse({ id: `1-${asked.length}`, data: 'x' }));
  server = createServer((request: IncomingMessage, response: ServerResponse) => {
    asked.push(request.headers['last-event-id']?.toString());
    open.add(response);
    response.on('close', () => open.delete(response));
    response.setHeader('content-type', 'text/event-stream');
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

afterEach(async () => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function follow(): void {
  stop = followStream({
    connect: streamAt(fetch, url),
    onEvent: (event) => events.push(event),
    onConnection: (connection) => connections.push(connection),
    onRefused: (error) => {
      refused = error;
    },
  });
}

function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
}

// Vitest's own poll waits with the timers that the tests replace.
async function until(holds: () => boolean): Promise<void> {
  for (let turns = 0; !holds(); turns++) {
    if (turns > 100_000) throw new Error('It never came to hold.');
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function show(state: 'visible' | 'hidden'): void {
  page.visibilityState = state;
  page.dispatchEvent(new Event('visibilitychange'));
}

test('W4 a broken stream is taken up again with the last id that was seen', async () => {
  answer = (response) => {
    response.write(encodeSse({ id: `1-${asked.length}`, data: 'x' }));
    if (asked.length < 3) setImmediate(() => response.destroy());
  };
  follow();
  await expect.poll(() => events.map(({ id }) => id)).toEqual(['1-1', '1-2', '1-3']);
  expect(asked).toEqual([undefined, '1-1', '1-2']);
  expect(connections).toEqual(['open', 'lost', 'open', 'lost', 'open']);
});

test('R251 an id without data is where the stream goes on, and `retry` is how long it waits', async () => {
  fakeTimers();
  answer = (response) => {
    response.write('retry: 3000\n\nid: 7\n\n');
    if (asked.length === 1) setImmediate(() => response.destroy());
  };
  follow();
  await until(() => connections.includes('lost'));
  await vi.advanceTimersByTimeAsync(2900);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(200);
  await until(() => asked.length === 2);
  expect(asked).toEqual([undefined, '7']);
});

test('W4 a server in trouble is asked again; one that refuses is not', async () => {
  answer = (response) => {
    response.statusCode = asked.length < 3 ? 503 : 401;
    response.end(JSON.stringify({ code: 'signed_out', message: 'Sign in.' }));
  };
  follow();
  await expect.poll(() => refused).toMatchObject({ status: 401, code: 'signed_out', message: 'Sign in.' });
  expect(asked).toHaveLength(3);
});

test('W4 a stream of a server that does not say how often it beats counts as dead after 45 seconds', async () => {
  fakeTimers();
  follow();
  await until(() => events.length === 1);
  await vi.advanceTimersByTimeAsync(44_000);
  expect([open.size, asked.length]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(1_000);
  await until(() => open.size === 0);
  await vi.advanceTimersByTimeAsync(250);
  await until(() => events.length === 2);
  expect(asked).toEqual([undefined, '1-1']);
});

test('W4 a page that is hidden for 30 seconds gives its connection back and returns when it is shown', async () => {
  fakeTimers();
  follow();
  await until(() => events.length === 1);
  show('hidden');
  await vi.advanceTimersByTimeAsync(29_000);
  show('visible');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(open.size).toBe(1);
  // A word, so that it is not the silence that ends the connection.
  for (const response of open) response.write(encodeSse({ id: '1-2', data: 'x' }));
  await until(() => events.length === 2);
  show('hidden');
  await vi.advanceTimersByTimeAsync(30_000);
  await until(() => open.size === 0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(1);
  expect(connections).toEqual(['open', 'resting']);
  show('visible');
  await until(() => events.length === 3);
  expect(asked).toEqual([undefined, '1-2']);
  expect(connections).toEqual(['open', 'resting', 'open']);
});

test('W4 a hidden page keeps a stream that is to stay, and takes one up again that is to stay from now on', async () => {
  fakeTimers();
  let stays = true;
  let tell = (): void => {};
  stop = followStream({
    connect: streamAt(fetch, url),
    onEvent: (event) => events.push(event),
    onConnection: (connection) => connections.push(connection),
    hidden: {
      stays: () => stays,
      subscribe(listener) {
        const before = tell;
        tell = () => {
          before();
          listener();
        };
        return () => {
          tell = before;
        };
      },
    },
  });
  await until(() => events.length === 1);
  show('hidden');
  await vi.advanceTimersByTimeAsync(31_000);
  expect(open.size).toBe(1);
  stays = false;
  tell();
  await vi.advanceTimersByTimeAsync(10_000);
  for (const response of open) response.write(encodeSse({ id: '1-2', data: 'x' }));
  await until(() => events.length === 2);
  await vi.advanceTimersByTimeAsync(20_000);
  await until(() => connections.at(-1) === 'resting');
  stays = true;
  tell();
  await until(() => events.length === 3);
  expect(asked).toEqual([undefined, '1-2']);
});

test('W4 nothing is heard of a stream that was let go', async () => {
  follow();
  await expect.poll(() => events.length).toBe(1);
  stop();
  await expect.poll(() => open.size).toBe(0);
  expect(connections).toEqual(['open']);
  expect(asked).toHaveLength(1);
});
