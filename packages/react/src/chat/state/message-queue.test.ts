import type { ChatSummary, QueueMessageRequest, WaitingMessage } from '@millrace/engine/run';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { turns } from '../../../../../fixtures/turns.ts';
import { ApiError } from '../../client/api-error.ts';
import { createMessageQueue, type MessageQueue } from './message-queue.ts';

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

/** A server that takes each command once, sends one message after the other in each chat, and is not always there. */
function fakeServer() {
  const waiting = new Map<string, WaitingMessage[]>();
  const of = (chatId: string): WaitingMessage[] => waiting.get(chatId) ?? [];
  const server = {
    reachable: true,
    refuses: false,
    runs: new Set<string>(),
    taken: [] as string[],
    commands: new Set<string>(),
    /** The answer is lost on its way back. */
    mute: false,
    ask() {
      if (!server.reachable) throw new ApiError(0, 'unreachable', 'The server could not be reached.');
    },
    async createChat() {},
    async queueMessage(chatId: string, { command_id, text }: QueueMessageRequest) {
      server.ask();
      if (server.refuses) throw new ApiError(400, 'bad_body', 'No.');
      const ids = { id: `of-${command_id}`, command_id };
      if (!server.commands.has(command_id))
        waiting.set(chatId, [...of(chatId), { ...ids, text, model: 'm', queued_at: 1 }]);
      server.commands.add(command_id);
      server.begin(chatId);
      if (server.mute) throw new ApiError(0, 'unreachable', 'The server could not be reached.');
      return { message_id: ids.id, run_id: `run-${command_id}`, messages: of(chatId) };
    },
    async readQueue(chatId: string) {
      server.ask();
      return { messages: of(chatId) };
    },
    async unqueueMessage(chatId: string, id: string) {
      server.ask();
      const found = of(chatId).find((each) => each.id === id);
      if (found === undefined) throw new ApiError(404, 'not_queued', 'Sent.');
      waiting.set(
        chatId,
        of(chatId).filter((each) => each !== found),
      );
      return found;
    },
    begin(chatId: string) {
      const [first, ...rest] = of(chatId);
      if (first === undefined || server.runs.has(chatId)) return;
      server.runs.add(chatId);
      server.taken.push(first.text);
      waiting.set(chatId, rest);
    },
    end(chatId = 'chat') {
      server.runs.delete(chatId);
      server.begin(chatId);
    },
    summary: (id = 'chat'): ChatSummary => ({
      ...{ id, title: '', updated_at: 1, seq: 1, epoch: 0, waiting: false },
      run_id: server.runs.has(id) ? 'run' : null,
      ...(of(id).length > 0 && { queued: of(id).map((each) => each.id) }),
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
        if (what === 'end') server.end();
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
        server.end();
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

/** The texts that a page shows as waiting. */
const shown = (queue: MessageQueue): string[] =>
  (queue.getState().queues['chat'] ?? []).map(({ text }) => text);

test('S370 a message that waits at the server stays in sight until its turn, and is in no storage', async () => {
  const [server, storage] = [fakeServer(), memoryStorage()];
  server.runs.add('chat');
  const queue = createMessageQueue(server, storage);
  for (const text of ['a', 'b']) queue.add('chat', { id: text, text });
  await expect.poll(() => shown(queue)).toEqual(['a', 'b']);
  await expect.poll(() => storage.length).toBe(0);
  await expect.poll(() => shown(queue)).toEqual(['a', 'b']);
  // Another device sees the same, and takes one out.
  const other = createMessageQueue(server, memoryStorage());
  other.hear([server.summary()]);
  await expect.poll(() => shown(other)).toEqual(['a', 'b']);
  expect((await other.remove('chat', 'a'))?.text).toBe('a');
  await expect.poll(() => shown(other)).toEqual(['b']);
  queue.hear([server.summary()]);
  await expect.poll(() => shown(queue)).toEqual(['b']);
  server.end();
  queue.hear([server.summary()]);
  await expect.poll(() => shown(queue)).toEqual([]);
  expect(server.taken).toEqual(['b']);
});

test('S370 a list that was asked for before a message was taken, and comes after it, hides nothing', async () => {
  const server = fakeServer();
  let answer = (): void => {};
  const late = new Promise<void>((resolve) => (answer = resolve));
  const queue = createMessageQueue(
    {
      ...server,
      async readQueue(chatId) {
        const list = await server.readQueue(chatId);
        await late;
        return list;
      },
    },
    memoryStorage(),
  );
  server.runs.add('chat');
  await server.queueMessage('chat', { command_id: 'x', text: 'x' });
  queue.hear([server.summary()]);
  queue.add('chat', { id: 'y', text: 'y' });
  await expect.poll(() => shown(queue)).toEqual(['x', 'y']);
  answer();
  await settle();
  await expect.poll(() => shown(queue)).toEqual(['x', 'y']);
});

test('U71 a message that is taken out gives its text back and is not sent, wherever it is', async () => {
  const server = fakeServer();
  server.runs.add('chat');
  const queue = createMessageQueue(server, memoryStorage());
  queue.hear([server.summary()]);
  for (const id of ['1', '2', '3']) queue.add('chat', { id, text: `no ${id}` });
  // The first one is on its way.
  expect((await queue.remove('chat', '1'))?.text).toBe('no 1');
  expect((await queue.remove('chat', '2'))?.text).toBe('no 2');
  server.reachable = false;
  await expect(queue.remove('chat', '3')).rejects.toThrow('could not be reached');
  await expect.poll(() => shown(queue)).toEqual(['no 3']);
  queue.add('chat', { id: '4', text: 'no 4' });
  await expect.poll(() => queue.getState().online).toBe(false);
  expect((await queue.remove('chat', '4'))?.text).toBe('no 4');
  server.reachable = true;
  server.end();
  expect(await queue.remove('chat', '3')).toBeUndefined();
  server.end();
  expect(server.taken).toEqual(['no 3']);
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
