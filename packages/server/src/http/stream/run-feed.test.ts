import { setMaxListeners } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunEvent } from '@millrace/engine/run';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { turns } from '../../../../../fixtures/turns.ts';
import { openSqliteStore, type WholeStore as Store } from '../../../../../fixtures/whole-store.ts';
import { createBus, runTopic } from '../../agent/log/bus.ts';
import type { Clock } from '../../agent/log/clock.ts';
import { createSealer } from '../../store/seal/sealer.ts';
import { createRunFeed } from './run-feed.ts';
import { openSse } from './sse-stream.ts';

const event = (text: string): RunEvent => ({
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'text_delta', text },
});

let folder: string;
let store: Store;
let reads: number;
const bus = createBus();
const open = { runId: 'run', fence: 1 };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-feed-'));
  const real = openSqliteStore(join(folder, 'millrace.sqlite'), { sealer: createSealer(new Uint8Array(32)) });
  reads = 0;
  store = {
    ...real,
    readEvents(...args) {
      reads += 1;
      return real.readEvents(...args);
    },
  };
  await store.createChat('chat', 1);
  await store.postMessage({
    commandId: 'c',
    chatId: 'chat',
    messageId: 'm',
    runId: 'run',
    text: 'x',
    model: 'x',
    ts: 1,
  });
  await store.claimRun('run', { owner: 'test', now: 1, leaseMs: 1_000 });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function append(...texts: string[]): Promise<void> {
  const seq = (await store.getRun('run'))?.lastSeq ?? 0;
  await store.append(open, seq, texts.map(event), 1, 'relaxed');
  bus.publish(runTopic('run'));
}

test('C254 a thousand watchers of one run need one read of the log for each append', async () => {
  const feed = createRunFeed({ store, bus });
  const never = new AbortController().signal;
  setMaxListeners(0, never);
  const watches = Array.from({ length: 1000 }, () => feed.watch({ id: 'run', lastSeq: 0 }));
  for (let seq = 0; seq < 5; seq++) {
    const waiting = watches.map((watch) => watch.next(seq, never));
    await append(`${seq}`);
    const lines = await Promise.all(waiting);
    expect(new Set(lines.map(([line]) => line)).size).toBe(1);
    expect(lines[0]).toMatchObject([{ event: { seq: seq + 1 } }]);
  }
  expect(reads).toBeLessThanOrEqual(11);
  for (const watch of watches) watch.close();
});

test('C254 a watcher anywhere in a long log gets every line once, in order', async () => {
  for (let i = 0; i < 30; i++) await append(...Array.from({ length: 100 }, (_, k) => `${i}-${k}`));
  const feed = createRunFeed({ store, bus });
  const never = new AbortController().signal;
  for (const from of [0, 1, 1499, 2999]) {
    const watch = feed.watch({ id: 'run', lastSeq: 3000 });
    const seen: number[] = [];
    for (let seq = from; seq < 3000; seq = seen.at(-1) ?? 0) {
      seen.push(...(await watch.next(seq, never)).map(({ event }) => event.seq));
    }
    expect(seen).toEqual(Array.from({ length: 3000 - from }, (_, i) => from + i + 1));
    watch.close();
  }
});

test('C255 who writes and dies before it tells is read all the same', async () => {
  const timers: (() => void)[] = [];
  const clock: Clock = {
    now: () => 1,
    after(_ms, run) {
      timers.push(run);
      return () => {};
    },
  };
  const watch = createRunFeed({ store, bus: createBus(), clock }).watch({ id: 'run', lastSeq: 0 });
  const lines = watch.next(0, new AbortController().signal);
  await expect.poll(() => timers.length).toBe(1);
  // No hint comes: it goes to another bus.
  await append('last words');
  expect(timers).toHaveLength(1);
  timers[0]?.();
  expect(await lines).toMatchObject([{ event: { seq: 1 } }]);
  expect(timers).toHaveLength(2);
  watch.close();
});

test('C254 a watcher that leaves is let go', async () => {
  const feed = createRunFeed({ store, bus });
  const gone = new AbortController();
  const watch = feed.watch({ id: 'run', lastSeq: 0 });
  const lines = watch.next(0, gone.signal);
  gone.abort();
  expect(await lines).toEqual([]);
  watch.close();
});

test('C253 events of one turn of the event loop leave in one write', async () => {
  const chunks = await received(async (stream) => {
    for (let i = 0; i < 100; i++) stream.send(`data: ${i}\n\n`);
    await stream.ready();
    stream.send('data: later\n\n');
  });
  // The headers, the hundred, and the one that came later.
  expect(chunks.length).toBeLessThanOrEqual(4);
  expect(chunks.join('').match(/data: /g)).toHaveLength(101);
});

test('C253 a reader that does not read holds the sender back', async () => {
  let sent = 0;
  const { socket, close } = await connectTo(async (stream) => {
    while (!stream.signal.aborted && sent < 10_000) {
      stream.send('x'.repeat(64 * 1024));
      sent += 1;
      await stream.ready();
    }
  });
  socket.pause();
  let before = -1;
  while (before !== sent) {
    before = sent;
    await turns(1000);
  }
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(1000);
  await close();
});

async function received(send: (stream: ReturnType<typeof openSse>) => Promise<void>): Promise<string[]> {
  const chunks: string[] = [];
  const { socket, close } = await connectTo(async (stream) => {
    await send(stream);
    stream.end();
  });
  socket.on('data', (data) => chunks.push(data.toString()));
  await new Promise((resolve) => socket.once('end', resolve));
  await close();
  return chunks;
}

async function connectTo(
  serve: (stream: ReturnType<typeof openSse>) => Promise<void>,
): Promise<{ socket: Socket; close: () => Promise<void> }> {
  const server: Server = createServer((_request, response) => void serve(openSse(response)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  return {
    socket,
    async close() {
      socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
