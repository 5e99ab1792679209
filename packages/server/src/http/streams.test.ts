import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSseDecoder } from '@millrace/engine';
import { argsHash } from '@millrace/engine/approval';
import type { RunEvent } from '@millrace/engine/run';
import type { SseEvent } from '@millrace/engine/sse';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type SignedIn, serveOn } from '../../../../fixtures/bad-day.ts';
import { isLong } from '../../../../fixtures/long.ts';
import { begin, call, end, step, text, thinking } from '../../../../fixtures/sample-run.ts';
import { silentModel } from '../../../../fixtures/silent-model.ts';
import { talker } from '../../../../fixtures/talker.ts';
import { turns } from '../../../../fixtures/turns.ts';
import {
  openMemoryStore,
  openSqliteStore,
  type WholeStore as Store,
} from '../../../../fixtures/whole-store.ts';
import { createBus, runTopic } from '../agent/log/bus.ts';
import type { Model } from '../models/adapter/model.ts';
import { ANSWER, SEALER } from '../store/contract/place-contract.ts';
import { openDatabase } from '../store/sqlite/open-database.ts';

let folder: string;
let reads: { events: number; calls: number };
const closing: (() => unknown)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-streams-'));
  reads = { events: 0, calls: 0 };
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  vi.restoreAllMocks();
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

/** Counts what is read of logs. */
function counted(real: Store): Store {
  closing.push(() => real.close());
  return {
    ...real,
    async readEvents(...args) {
      const events = await real.readEvents(...args);
      reads.calls += 1;
      reads.events += events.length;
      return events;
    },
  };
}

const sqlite = (): Store => counted(openSqliteStore(join(folder, 'millrace.sqlite'), { sealer: SEALER }));

async function serve(...args: Parameters<typeof serveOn>): Promise<SignedIn> {
  const signedIn = await serveOn(...args);
  closing.push(() => signedIn.server.close());
  return signedIn;
}

/** A run that has these events, each list written by a worker of its own, and is claimed by nobody else. */
async function writeRun(store: Store, runId: string, lists: readonly (readonly RunEvent[])[]): Promise<void> {
  await store.createChat(runId, 1);
  const ids = { commandId: runId, chatId: runId, messageId: `m-${runId}`, runId };
  await store.postMessage({ ...ids, text: 'Hi', model: 'demo/demo', ts: 1 });
  for (const events of lists) {
    const run = await store.claimRun(runId, { owner: 'test', now: Date.now(), leaseMs: 600_000 });
    for (let at = 0; at < events.length; at += 50) {
      const claim = { runId, fence: run?.fence ?? 0 };
      await store.append(claim, (run?.lastSeq ?? 0) + at, events.slice(at, at + 50), 2, 'relaxed');
    }
  }
}

async function endRun(store: Store, runId: string): Promise<void> {
  const run = await store.getRun(runId);
  await store.endRun({ runId, fence: run?.fence ?? 0 }, run?.lastSeq ?? 0, { type: 'complete' }, ANSWER, 3);
}

/** A reader on a socket of its own. */
function watch({ server, device }: SignedIn, path: string, lastId = ''): Socket {
  const { port, host } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  const last = lastId === '' ? '' : `last-event-id: ${lastId}\r\n`;
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${device.cookie}\r\nX-Millrace-Key: ${device['x-millrace-key']}\r\n${last}Connection: close\r\n\r\n`,
  );
  closing.push(() => socket.destroy());
  return socket;
}

async function readAll(signedIn: SignedIn, path: string, lastId = ''): Promise<SseEvent[]> {
  const answer = await fetch(`${signedIn.server.url}${path}`, {
    headers: { ...signedIn.device, ...(lastId !== '' && { 'last-event-id': lastId }) },
  });
  const events: SseEvent[] = [];
  const decoder = createSseDecoder({ onEvent: (event) => events.push(event) });
  for await (const bytes of answer.body ?? []) decoder.feed(bytes);
  return events;
}

const COUNT = 500;
const SIZE = 100_000;
const FORMATS = ['run', 'blocks', 'chat', 'ai-sdk'] as const;

test('C256 readers that never read cost little, however much there is to read, and lose nothing', async () => {
  const store = sqlite();
  const pieces = Array.from({ length: COUNT }, (_, i) => `${i} `.padEnd(SIZE, 'x'));
  await writeRun(store, 'run', [[step(1), begin('m'), ...text(0, ...pieces)]]);
  await endRun(store, 'run');
  const signedIn = await serve(store, silentModel);
  const kept = new Map<ServerResponse, number>();
  const write = ServerResponse.prototype.write;
  vi.spyOn(ServerResponse.prototype, 'write').mockImplementation(function (
    this: ServerResponse,
    chunk: unknown,
  ): boolean {
    const more = Reflect.apply(write, this, [chunk]) as boolean;
    kept.set(this, Math.max(kept.get(this) ?? 0, this.writableLength));
    return more;
  });
  reads = { events: 0, calls: 0 };
  const sockets = FORMATS.map((format) => watch(signedIn, `/api/runs/run/events?format=${format}`).pause());
  let before = -1;
  while (before !== reads.events) {
    before = reads.events;
    await turns(1000);
  }
  expect(kept.size).toBe(FORMATS.length);
  expect(Math.max(...kept.values())).toBeLessThan(1_000_000);
  // The AI SDK's reader goes over the log once before; sockets of the system take some megabytes each.
  expect(reads.events).toBeLessThan(3 * COUNT);
  const [slow] = sockets;
  const events: SseEvent[] = [];
  const decoder = createSseDecoder({ onEvent: (event) => events.push(event), maxEventLength: 10 * SIZE });
  slow?.on('data', (bytes) => decoder.feed(bytes));
  slow?.resume();
  await expect.poll(() => events.length).toBe(COUNT + 5);
  expect(Math.max(...kept.values())).toBeLessThan(1_000_000);
}, 60_000);

const READERS = isLong ? 1000 : 400;

test(`C254 ${READERS} readers of one run do not read its log ${READERS} times`, async () => {
  const store = sqlite();
  const signedIn = await serve(store, talker(30), { limits: { streams: READERS } });
  const runId = await signedIn.send();
  const texts: (() => string)[] = [];
  for (let i = 0; i < READERS; i += 1) {
    let said = '';
    const socket = watch(signedIn, `/api/runs/${runId}/events?format=${FORMATS[i % 4]}`);
    socket.on('data', (bytes) => {
      said += bytes.toString();
    });
    texts.push(() => said);
    // A system lets only some hundred wait at a door: the server, which is this process, takes them in as they come.
    if (i % 100 === 99) await once(socket, 'connect');
  }
  await expect.poll(async () => (await store.getRun(runId))?.status, { interval: 200 }).toBe('completed');
  const finished = (said: string): boolean => /"complete"|message_stop|\[DONE\]/.test(said);
  await expect.poll(() => texts.filter((said) => finished(said())).length).toBe(READERS);
  for (const said of texts) expect(said()).toContain('word59 ');
  expect(reads.calls).toBeLessThan(READERS / 2);
}, 60_000);

const attempt = fc.record({
  thoughts: fc.array(fc.string({ maxLength: 5 }), { maxLength: 3 }),
  words: fc.array(fc.string({ maxLength: 8 }), { minLength: 1, maxLength: 6 }),
  call: fc.option(fc.constantFrom(['{}'], ['{"a":', '1}'])),
  lost: fc.nat(4),
});

test('C250 a stream that is cut anywhere, again and again, is the uncut one when its parts are put together', async () => {
  const store = counted(openMemoryStore());
  const signedIn = await serve(store, silentModel);
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(attempt, { minLength: 1, maxLength: 3 }),
      fc.array(fc.nat(100)),
      async (attempts, cuts) => {
        runs += 1;
        const runId = `run-${runs}`;
        const lists = attempts.map(({ thoughts, words, call: input, lost }, i) => {
          const events = [
            ...[step(1, i + 1), begin(`m${i}`), ...thinking(0, ...thoughts), ...text(1, ...words)],
            ...(input === null ? [] : call(2, `c${i}`, ...input)),
            ...end('end_turn'),
          ];
          return i === attempts.length - 1 ? events : events.slice(0, events.length - lost - 1);
        });
        await writeRun(store, runId, lists);
        await endRun(store, runId);
        for (const format of ['run', 'blocks', 'chat']) {
          const path = `/api/runs/${runId}/events?format=${format}`;
          const uncut = await readAll(signedIn, path);
          const parts: SseEvent[] = [];
          for (const cut of cuts)
            parts.push(...(await readAll(signedIn, path, parts.at(-1)?.id)).slice(0, cut % 7));
          parts.push(...(await readAll(signedIn, path, parts.at(-1)?.id)));
          expect(parts).toEqual(uncut);
          // A position of the same number from another fence, and one that is not there yet.
          const foreign = `${lists.length + 1}-${uncut.length > 3 ? 2 : 1}`;
          for (const lastId of [foreign, '1-99999', '1-99999.3', '-', '1-1.x']) {
            const [first, ...rest] = await readAll(signedIn, path, lastId);
            expect([first?.event, rest]).toEqual(['resync', uncut]);
          }
        }
        const path = `/api/runs/${runId}/events?format=ai-sdk`;
        expect(await readAll(signedIn, path, '1-2')).toEqual(await readAll(signedIn, path));
      },
    ),
    { numRuns: isLong ? 15 : 5 },
  );
}, 60_000);

test('C257 the stream of a run that waits stays open, beats, and goes on when a person decides', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const store = sqlite();
  let calls = 0;
  const asking: Model = {
    ...silentModel,
    async *stream(request, signal) {
      calls += 1;
      if (calls === 1) {
        yield { type: 'message_start', message: { id: 'm1' } };
        const block = { type: 'tool_use', id: 't', name: 'act', input: {} } as const;
        yield { type: 'content_block_start', index: 0, content_block: block };
        yield { type: 'content_block_stop', index: 0 };
        yield { type: 'message_stop' };
      } else yield* silentModel.stream(request, signal);
    },
  };
  const act = { name: 'act', description: '', input_schema: {}, effect: 'read', approval: 'ask' } as const;
  const tool = { ...act, run: async () => ({ content: 'done' }) };
  const signedIn = await serve(store, asking, { tools: [tool] });
  const runId = await signedIn.send();
  let said = '';
  const socket = watch(signedIn, `/api/runs/${runId}/events`).on('data', (bytes) => {
    said += bytes.toString();
  });
  await expect.poll(() => said).toContain('approval_request');
  await expect.poll(async () => (await store.getRun(runId))?.status).toBe('waiting');
  vi.advanceTimersByTime(45_000);
  await expect.poll(() => said.match(/: \n\n/g)?.length).toBe(4);
  const [approval] = await store.readApprovals(runId);
  const closed = once(socket, 'close');
  const { status } = await signedIn.ask('POST', `/api/runs/${runId}/decisions`, {
    command_id: 'yes',
    approval_id: approval?.id,
    args_hash: argsHash({}),
    decision: { type: 'approve' },
  });
  expect(status).toBe(200);
  await closed;
  expect(said).toMatch(/approval_decision.*tool_complete.*"type":"complete"/s);
});

test('C251 a log that lost its newest events ends the streams that had them; who comes back starts over', async () => {
  const store = sqlite();
  const bus = createBus();
  await writeRun(store, 'run', [[step(1), begin('m'), ...text(0, 'kept', 'lost')]]);
  const signedIn = await serve(store, silentModel, { bus });
  let said = '';
  const socket = watch(signedIn, '/api/runs/run/events').on('data', (bytes) => {
    said += bytes.toString();
  });
  await expect.poll(() => said).toContain('id: 1-6');
  // A crashed database may lose writes that were not on disk.
  const database = openDatabase(join(folder, 'millrace.sqlite'));
  database.exec('DELETE FROM run_events WHERE seq > 4; UPDATE runs SET next_seq = 5');
  database.close();
  const run = await store.claimRun('run', { owner: 'test', now: Date.now(), leaseMs: 600_000 });
  const claim = { runId: 'run', fence: run?.fence ?? 0 };
  await store.append(
    claim,
    4,
    [step(1, 2), begin('m2'), ...text(0, 'new'), ...end('end_turn')],
    2,
    'durable',
  );
  const closed = once(socket, 'close');
  bus.publish(runTopic('run'));
  await closed;
  expect(said).not.toContain('2-');
  await endRun(store, 'run');
  const [first, ...rest] = await readAll(signedIn, '/api/runs/run/events', '1-6');
  expect(first?.event).toBe('resync');
  expect(rest.map(({ id }) => id)).toEqual([
    '1-1',
    '1-2',
    '1-3',
    '1-4',
    ...rest.slice(4).map((_, i) => `2-${i + 5}`),
  ]);
});
