import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeSse } from '@millrace/engine';
import { HEARTBEAT_HEADER } from '@millrace/engine/run';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type SilentProxy, startSilentProxy } from '../../../../fixtures/silent-proxy.ts';
import { followStream, streamAt } from './follow-stream.ts';
import { watchSilence } from './watch-silence.ts';

// A real event stream behind a real TCP proxy that can go silent without closing anything. The clocks are ours.

let server: Server;
let proxy: SilentProxy;
let answer: (response: ServerResponse) => void;
const asked: (string | undefined)[] = [];
const open = new Set<ServerResponse>();
const seen: string[] = [];
const connections: string[] = [];
let stop = (): void => {};
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
let view: EventTarget;
const event = (n: number): string => encodeSse({ id: `1-${n}`, data: 'x' });

beforeEach(async () => {
  for (const list of [asked, seen, connections]) list.length = 0;
  view = new EventTarget();
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', view);
  // Continues after the last id, as our server does.
  answer = (response) => response.write(event(Number(asked.at(-1)?.slice(2) ?? 0) + 1));
  server = createServer((request, response) => {
    asked.push(request.headers['last-event-id']?.toString());
    open.add(response);
    response.on('close', () => open.delete(response));
    response.setHeader('content-type', 'text/event-stream');
    response.setHeader(HEARTBEAT_HEADER, '15000');
    response.flushHeaders();
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proxy = await startSilentProxy((server.address() as AddressInfo).port);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
});

afterEach(async () => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await proxy.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function follow(): Promise<void> {
  stop = followStream({
    connect: streamAt(fetch, `http://127.0.0.1:${proxy.port}/`),
    onEvent: ({ id }) => seen.push(id),
    onConnection: (connection) => connections.push(connection),
  });
  await until(() => seen.length === 1);
}

async function until(holds: () => boolean): Promise<void> {
  for (let turns = 0; !holds(); turns++) {
    if (turns > 100_000) throw new Error('It never came to hold.');
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const later = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

test('U476 a connection that dies without a word is noticed 3 s after the beat that did not come, and taken up by id', async () => {
  await follow();
  await later(10_000);
  for (const response of open) response.write(': \n\n');
  await until(() => open.size === 1);
  // The beat is on its way through two sockets.
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  proxy.silence();
  await later(17_999);
  expect(connections).toEqual(['open']);
  await later(1);
  await until(() => connections.length === 2);
  expect(connections).toEqual(['open', 'lost']);
  proxy.recover();
  await later(250);
  await until(() => seen.length === 2);
  expect(seen).toEqual(['1-1', '1-2']);
  expect(asked).toEqual([undefined, '1-1']);
  expect(connections).toEqual(['open', 'lost', 'open']);
});

test('U477 a try that gets no answer is given up after 5, 10 and 18 seconds, and each one is told', async () => {
  await follow();
  proxy.silence();
  await later(18_000);
  await until(() => connections.length === 2);
  let made = proxy.made;
  for (const [wait, limit] of [
    [250, 5_000],
    [500, 10_000],
    [1_000, 18_000],
    [2_000, 18_000],
  ] as const) {
    await later(wait);
    await until(() => proxy.made === made + 1);
    made += 1;
    const told = connections.length;
    await later(limit - 1);
    expect(connections).toHaveLength(told);
    await later(1);
    await until(() => connections.length === told + 1);
  }
  expect(new Set(connections.slice(1))).toEqual(new Set(['lost']));
  proxy.recover();
  await later(4_000);
  await until(() => seen.length === 2);
  expect(connections.at(-1)).toBe('open');
});

test('U478 a computer that slept notices within 5 s of waking, also when its timers had stood still', async () => {
  await follow();
  proxy.silence();
  await later(2_000);
  vi.setSystemTime(Date.now() + 3_600_000);
  // The page looks at its clocks every 5 seconds.
  await later(3_000);
  await until(() => connections.at(-1) === 'lost');
  proxy.recover();
  await later(250);
  await until(() => seen.length === 2);
  // A person who opens the lid looks at the page: then it is at once.
  proxy.silence();
  await later(100);
  vi.setSystemTime(Date.now() + 3_600_000);
  page.dispatchEvent(new Event('visibilitychange'));
  await until(() => connections.length === 4);
});

test('U478 a clock that is set back hides no silence', async () => {
  await follow();
  proxy.silence();
  vi.setSystemTime(Date.now() - 3_600_000);
  await later(18_000);
  await until(() => connections.at(-1) === 'lost');
});

test('U479 when the network goes or comes, another connection is made at once, with the last id', async () => {
  await follow();
  for (const [i, name] of (['offline', 'online'] as const).entries()) {
    proxy.silence();
    view.dispatchEvent(new Event(name));
    proxy.recover();
    await until(() => connections.at(-1) === 'lost');
    await later(250);
    await until(() => seen.length === i + 2);
  }
  expect(seen).toEqual(['1-1', '1-2', '1-3']);
});

test('U480 headers alone are no connection: a proxy may hold back all that follows', async () => {
  await follow();
  answer = () => {};
  for (const response of open) response.destroy();
  await until(() => connections.length === 2);
  await later(250);
  await until(() => asked.length === 2);
  await later(5_000);
  await until(() => connections.length === 3);
  expect(connections).toEqual(['open', 'lost', 'lost']);
  answer = (response) => response.write(': \n\n');
  await later(500);
  await until(() => connections.at(-1) === 'open');
});

test('U476 no silence up to the limit ends a connection, and every longer one does, whatever came before', async () => {
  const gap = fc.integer({ min: 0, max: 17_999 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(gap, { maxLength: 12 }),
      fc.integer({ min: 0, max: 60_000 }),
      async (gaps, last) => {
        let ended = 0;
        const watch = watchSilence(18_000, () => {
          ended += 1;
        });
        for (const ms of gaps) {
          vi.advanceTimersByTime(ms);
          watch.heard(18_000);
        }
        expect(ended).toBe(0);
        vi.advanceTimersByTime(last);
        expect(ended).toBe(last >= 18_000 ? 1 : 0);
        watch.end();
        vi.advanceTimersByTime(60_000);
        expect(ended).toBe(last >= 18_000 ? 1 : 0);
        expect(vi.getTimerCount()).toBe(0);
      },
    ),
  );
});
