import type { ChatSummary, MessageRecord } from '@millrace/engine/run';
import { ApiError } from '@millrace/react';
import { expect, test } from 'vitest';
import { type ReadChats, readChats } from './read-chats.ts';

const chatOf = (id: string, seq = 1): ChatSummary => ({
  ...{ id, seq, title: id, updated_at: 0, epoch: 0, run_id: null, waiting: false },
});
const message: MessageRecord = { seq: 1, id: 'm', ts: 1, role: 'user', text: 'Hello', status: 'completed' };

/** Reads chats from a server that answers, or fails, as told; notes what it was asked for. */
async function reading(
  chats: readonly ChatSummary[],
  fails: (id: string) => Error | undefined = () => undefined,
) {
  const asked: string[] = [];
  const leaving = new AbortController();
  const read: ReadChats = new Map();
  const client = {
    async readMessages(id: string) {
      asked.push(id);
      const error = fails(id);
      if (error !== undefined) throw error;
      return { chat: chats.find((chat) => chat.id === id) ?? chatOf(id), messages: [message] };
    },
  };
  const options = { client, read, chats, signal: leaving.signal, onRead: () => {} };
  return { asked, leaving, read, options, failed: await readChats(options) };
}

const CHATS = Array.from({ length: 9 }, (_, place) => chatOf(`c${place}`));

test('W19 each chat is read once, and again when it has changed', async () => {
  const { asked, read, options, failed } = await reading(CHATS);
  expect([asked.length, read.size, failed]).toEqual([9, 9, 0]);
  await readChats(options);
  expect(asked).toHaveLength(9);
  await readChats({ ...options, chats: [chatOf('c3', 2), ...CHATS] });
  expect(asked.slice(9)).toEqual(['c3']);
});

test('W19 a chat that fails is counted, and an unreachable server is not asked again', async () => {
  const broken = new ApiError(500, 'x', 'x');
  const one = await reading(CHATS, (id) => (id === 'c4' ? broken : undefined));
  expect([one.read.size, one.failed]).toEqual([8, 1]);
  const away = new ApiError(0, 'unreachable', 'x');
  const none = await reading(CHATS, () => away);
  expect([none.read.size, none.failed]).toEqual([0, 9]);
  expect(none.asked.length).toBeLessThanOrEqual(3);
});

test('W19 a search that is left reads no further chat', async () => {
  const { asked, leaving, options } = await reading([]);
  leaving.abort();
  await readChats({ ...options, chats: CHATS });
  expect(asked).toEqual([]);
});
