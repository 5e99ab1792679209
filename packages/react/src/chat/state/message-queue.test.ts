import type { ChatSummary, SendMessageRequest } from '@millrace/engine/run';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { turns } from '../../../../../fixtures/turns.ts';
import { ApiError } from '../../client/api-error.ts';
import { createMessageQueue } from './message-queue.ts';

/** A browser's storage. */
function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    key: (place) => [...items.keys()][place] ?? null,
    clear: () => items.clear(),
    get length() {
      return items.size;
    },
  };
}

/** A server that takes each command once, one at a time in each chat, and is not always there. */
function fakeServer() {
  const server = {
    reachable: true,
    refuses: false,
    runs: new Set<string>(),
    taken: [] as string[],
    commands: new Set<string>(),
    /** The answer is lost on its way back. */
    mute: false,
    async createChat() {},
    async sendMessage(chatId: string, { command_id, text }: SendMessageRequest) {
      if (!server.reachable) throw new ApiError(0, 'unreachable', 'The server could not be reached.');
      if (server.refuses) throw new ApiError(400, 'bad_body', 'No.');
      if (!server.commands.has(command_id)) {
        if (server.runs.has(chatId)) throw new ApiError(409, 'run_active', 'Wait.');
        server.commands.add(command_id);
        server.taken.push(text);
        server.runs.add(chatId);
      }
      if (server.mute) throw new ApiError(0, 'unreachable', 'The server could not be reached.');
      return { message_id: command_id, run_id: `run-${command_id}` };
    },
    summary: (id = 'chat'): ChatSummary => ({
      ...{ id, title: '', updated_at: 1, seq: 1, epoch: 0, waiting: false },
      run_id: server.runs.has(id) ? 'run' : null,
    }),
  };
  return server;
}

beforeEach(() => void vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setImmediate(draw)));
afterEach(() => vi.unstubAllGlobals());

const settle = (): Promise<void> => turns(5);

test('U71 however tabs, reloads and a bad line come between, each message is sent once and in order', async () => {
  const event = fc.constantFrom('hear', 'hear', 'end', 'reload', 'lose', 'find', 'mute', 'other tab');
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 20 }), async (events) => {
      const storage = memoryStorage();
      const server = fakeServer();
      let queue = createMessageQueue(server, storage);
      const other = createMessageQueue(server, storage);
      server.runs.add('chat');
      queue.hear([server.summary()]);
      for (const text of ['a', 'b', 'c']) queue.add('chat', { id: `id-${text}`, text });
      for (const what of events) {
        if (what === 'end') server.runs.clear();
        if (what === 'lose') server.reachable = false;
        if (what === 'find') Object.assign(server, { reachable: true, mute: false });
        if (what === 'mute') server.mute = true;
        if (what === 'reload') queue = createMessageQueue(server, storage);
        if (what === 'other tab') other.hear([server.summary()]);
        if (what === 'hear') queue.hear([server.summary()]);
        await settle();
      }
      Object.assign(server, { reachable: true, mute: false });
      for (let i = 0; i < 8; i++) {
        server.runs.clear();
        queue.hear([server.summary()]);
        await settle();
      }
      expect(server.taken).toEqual(['a', 'b', 'c']);
      await settle();
      expect(queue.getState().queues).toEqual({});
    }),
    { numRuns: 40 },
  );
});

test('U71 a turn that ends before its own message is answered lets the next message go', async () => {
  const server = fakeServer();
  const queue = createMessageQueue(
    {
      ...server,
      async sendMessage(chatId, request) {
        const answer = await server.sendMessage(chatId, request);
        // The whole turn passes before the answer is read.
        for (const ends of [false, true]) {
          if (ends) server.runs.clear();
          queue.hear([server.summary()]);
        }
        await settle();
        return answer;
      },
    },
    memoryStorage(),
  );
  server.runs.add('chat');
  queue.hear([server.summary()]);
  for (const text of ['a', 'b', 'c']) queue.add('chat', { id: `id-${text}`, text });
  server.runs.clear();
  queue.hear([server.summary()]);
  await expect.poll(() => server.taken).toEqual(['a', 'b', 'c']);
});

test('U71 a message that is taken out gives its text back and is not sent', async () => {
  const server = fakeServer();
  server.runs.add('chat');
  const queue = createMessageQueue(server, memoryStorage());
  queue.hear([server.summary()]);
  queue.add('chat', { id: '1', text: 'no' });
  expect(queue.remove('chat', '1')?.text).toBe('no');
  server.runs.clear();
  queue.hear([server.summary()]);
  await settle();
  expect(server.taken).toEqual([]);
});

test('U349 what the server refuses stays with the reason, and is not tried again', async () => {
  const server = fakeServer();
  server.refuses = true;
  const queue = createMessageQueue(server, memoryStorage());
  queue.add('chat', { id: '1', text: 'bad' });
  await expect.poll(() => queue.getState().queues['chat']?.[0]?.problem).toBe('No.');
  server.refuses = false;
  queue.hear([server.summary()]);
  await settle();
  expect(server.taken).toEqual([]);
});

test('U71 what lies in the storage and is no queue is left out', () => {
  const storage = memoryStorage();
  storage.setItem('millrace:queue:a', '{"not":"a list"}');
  storage.setItem('millrace:queue:b', 'no json');
  storage.setItem('millrace:queue:c', '[{"id":"1","text":"yes"},{"id":2},null]');
  expect(createMessageQueue(fakeServer(), storage).getState().queues).toEqual({
    c: [{ id: '1', text: 'yes' }],
  });
});
