import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ChatState,
  type Client,
  createChatList,
  createClient,
  createOpenChat,
  type OpenChat,
} from '@millrace/react';
import { createSealer, createServer, type Model, type Server } from '@millrace/server';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { turns } from '../fixtures/turns.ts';
import { openSqliteStore, type WholeStore as Store } from '../fixtures/whole-store.ts';

// Real client, real server, and a network between them that takes its time: every request and every piece of a
// stream is late by an amount that fast-check chooses.

const WORDS = ['One ', 'two ', 'three.'];
const quick: Model = {
  id: 'test/quick',
  name: 'Quick',
  async *stream() {
    yield { type: 'message_start', message: { id: 'm', model: 'quick' } };
    yield { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
    for (const text of WORDS) {
      await turns(1);
      yield { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } };
    }
    yield { type: 'message_stop' };
  },
};

let folder: string;
let store: Store;
let server: Server;
let delays: readonly number[] = [0];
let requests = 0;
/** Requests without an answer. */
let underway = 0;

const nextDelay = (): number => delays[requests++ % delays.length] ?? 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-devices-'));
  store = openSqliteStore(join(folder, 'millrace.sqlite'), { sealer: createSealer(new Uint8Array(32)) });
  server = await createServer({ store, models: [quick], port: 0 });
  // The parts of a browser that the client needs.
  const target = { addEventListener() {}, removeEventListener() {} };
  vi.stubGlobal('document', { ...target, visibilityState: 'visible' });
  vi.stubGlobal('window', target);
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setImmediate(draw));
  const real = globalThis.fetch;
  let cookie = '';
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    underway += 1;
    await sleep(nextDelay());
    const headers = new Headers(init.headers);
    headers.set('cookie', cookie);
    try {
      const response = await real(url, { ...init, headers });
      cookie = response.headers.get('set-cookie')?.split(';', 1)[0] ?? cookie;
      await sleep(nextDelay());
      return response;
    } finally {
      underway -= 1;
    }
  });
  await createClient({ baseUrl: server.url }).signIn((await server.startLink()).split('#')[1] ?? '');
});

afterAll(async () => {
  vi.unstubAllGlobals();
  await server.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A device that has one chat open and hears of it from the list. */
function openDevice(client: Client, chatId: string, isNew: boolean): { chat: OpenChat; close: () => void } {
  const chat = createOpenChat(client, chatId, isNew);
  const list = createChatList(client);
  const hear = (): void => {
    const summary = list.getState().chats.find(({ id }) => id === chatId);
    if (summary) chat.hear(summary);
  };
  const closers = [chat.open(), list.open(), list.subscribe(hear)];
  return { chat, close: () => closers.forEach((close) => void close()) };
}

const shown = ({ messages, live }: ChatState): unknown => ({
  texts: messages.map(({ text }) => text),
  ids: new Set(messages.map(({ id }) => id)).size,
  live: live !== null,
});

test('S3 however late the network is, each device ends with each message once and nothing left open', async () => {
  const client = createClient({ baseUrl: server.url });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 12 }), async (chosen) => {
      delays = chosen;
      requests = 0;
      const chatId = crypto.randomUUID();
      const first = openDevice(client, chatId, true);
      await first.chat.send('Hello', undefined);
      const second = openDevice(client, chatId, false);
      const expected = { texts: ['Hello', WORDS.join('')], ids: 2, live: false };
      for (const { chat } of [first, second]) {
        await expect.poll(() => shown(chat.getState()), { interval: 5 }).toEqual(expected);
      }
      // Nothing that is still on its way may change it.
      await expect.poll(() => underway).toBe(0);
      for (const { chat, close } of [first, second]) {
        expect(shown(chat.getState())).toEqual(expected);
        close();
      }
    }),
    { numRuns: 25, endOnFailure: true },
  );
}, 60_000);

test('K35 however late the network is, a restore on one device takes its messages from every other, and an undo brings them back', async () => {
  const client = createClient({ baseUrl: server.url });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 12 }), async (chosen) => {
      delays = [0];
      const chatId = crypto.randomUUID();
      const devices = [openDevice(client, chatId, true), openDevice(client, chatId, true)];
      const settle = async (...texts: string[]): Promise<void> => {
        for (const { chat } of devices)
          await expect
            .poll(() => shown(chat.getState()), { interval: 5 })
            .toEqual({ texts, ids: texts.length, live: false });
      };
      const answer = WORDS.join('');
      await devices[0]?.chat.send('Hello');
      await settle('Hello', answer);
      await devices[0]?.chat.send('More');
      await settle('Hello', answer, 'More', answer);
      [delays, requests] = [chosen, 0];
      const run_id = devices[0]?.chat.getState().messages.at(-1)?.id ?? '';
      const { undo } = await client.restore(chatId, {
        command_id: crypto.randomUUID(),
        run_id,
        what: 'conversation',
      });
      await settle('Hello', answer);
      await client.restore(chatId, { command_id: crypto.randomUUID(), undo: undo ?? '' });
      await settle('Hello', answer, 'More', answer);
      for (const { close } of devices) close();
    }),
    { numRuns: 10, endOnFailure: true },
  );
}, 60_000);
