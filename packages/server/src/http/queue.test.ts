import { createSseDecoder } from '@millrace/engine';
import {
  type ChatChanges,
  type MessageRecord,
  messageQueueList,
  queuedAnswer,
  waitingMessage,
} from '@millrace/engine/run';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../../fixtures/running-server.ts';
import type { Model } from '../models/adapter/model.ts';

let server: RunningServer;
/** Lets the model end its answer. */
let release: (() => void) | undefined;
let isHeld = true;
let fails = false;

/** A model that answers each question with its words, when it may. */
const echo: Model = {
  ...{ id: 'test/echo', name: 'Echo' },
  async *stream({ messages }, signal) {
    if (isHeld)
      await new Promise<void>((resolve, reject) => {
        release = resolve;
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    if (fails) throw new Error('Out of order.');
    const [asked] = messages.at(-1)?.content ?? [];
    const text = `You said: ${asked !== undefined && 'text' in asked ? asked.text : ''}`;
    yield { type: 'message_start', message: { id: 'm', model: 'test/echo' } };
    yield { type: 'content_block_start', index: 0, content_block: { type: 'text', text } };
    yield { type: 'content_block_stop', index: 0 };
    yield { type: 'message_stop' };
  },
};

beforeEach(async () => {
  [isHeld, fails, release] = [true, false, undefined];
  server = await startServer([echo]);
  await server.api('POST', '/api/chats', { id: 'chat' });
  await server.api('POST', '/api/chats/chat/messages', { command_id: 'first', text: 'First' });
  await expect.poll(() => release).toBeDefined();
});
afterEach(async () => {
  isHeld = false;
  release?.();
  await server.close();
});

const queue = (command_id: string, text: string, more: object = {}) =>
  server.api('POST', '/api/chats/chat/queue', { command_id, text, ...more });
const texts = async (): Promise<string[]> => {
  const answer = await server.api('GET', '/api/chats/chat/messages');
  return ((await answer.json()) as { messages: MessageRecord[] }).messages.map(({ text }) => text);
};
const waiting = async (): Promise<string[]> =>
  messageQueueList
    .parse(await (await server.api('GET', '/api/chats/chat/queue')).json())
    .messages.map(({ text }) => text);
function letGo(): void {
  isHeld = false;
  release?.();
}

test('S367 a queued message is sent and answered although no device reads anything', async () => {
  const answer = queuedAnswer.parse(await (await queue('a', 'Second')).json());
  expect(answer.messages).toMatchObject([{ id: answer.message_id, command_id: 'a', text: 'Second' }]);
  await queue('b', 'Third');
  await queue('a', 'Second');
  expect(await waiting()).toEqual(['Second', 'Third']);
  letGo();
  await expect.poll(texts).toHaveLength(6);
  expect(await texts()).toEqual([
    ...['First', 'You said: First', 'Second', 'You said: Second', 'Third', 'You said: Third'],
  ]);
  expect(await waiting()).toEqual([]);
  // Nothing is at work now.
  await queue('c', 'Fourth');
  await expect.poll(texts).toHaveLength(8);
});

test('S367 a turn that was stopped or failed lets the next message begin, too', async () => {
  await queue('a', 'Second');
  await queue('b', 'Third');
  const { chats } = (await (await server.api('GET', '/api/chats')).json()) as { chats: { run_id: string }[] };
  await server.api('POST', `/api/runs/${chats[0]?.run_id}/cancel`, {});
  await expect.poll(waiting).toEqual(['Third']);
  fails = true;
  release?.();
  await expect.poll(waiting).toEqual([]);
});

test('S368 every reader of the list hears which messages wait, and a message that waits can be taken out once', async () => {
  const told: ChatChanges[] = [];
  const decoder = createSseDecoder({ onEvent: ({ data }) => told.push(JSON.parse(data)) });
  const response = await server.api('GET', '/api/sync');
  const reader = response.body?.getReader();
  const hear = async (ids: readonly string[] | undefined): Promise<void> => {
    while (JSON.stringify(told.at(-1)?.chats[0]?.queued) !== JSON.stringify(ids))
      decoder.feed((await reader?.read())?.value ?? '');
  };
  const { message_id } = queuedAnswer.parse(await (await queue('a', 'Second')).json());
  await hear([message_id]);
  const other = queuedAnswer.parse(await (await queue('b', 'Third')).json()).message_id;
  await hear([message_id, other]);
  const taken = await server.api('DELETE', `/api/chats/chat/queue/${message_id}`);
  expect(waitingMessage.parse(await taken.json())).toMatchObject({ text: 'Second' });
  await hear([other]);
  const again = await server.api('DELETE', `/api/chats/chat/queue/${message_id}`);
  expect([again.status, (await again.json()).code]).toEqual([404, 'not_queued']);
  letGo();
  await hear(undefined);
  await reader?.cancel();
});

test('S369 what can’t be sent is refused before it waits, and no more wait than 50', async () => {
  const code = async (response: Promise<Response>) => [
    (await response).status,
    (await (await response).json()).code,
  ];
  expect(await code(queue('a', ' '))).toEqual([400, 'bad_body']);
  expect(await code(queue('a', 'x', { model: 'no/such' }))).toEqual([400, 'unknown_model']);
  expect(await code(queue('a', 'x', { mode: 'none' }))).toEqual([400, 'unknown_mode']);
  expect(await code(queue('a', 'x', { files: [{ id: 'none' }] }))).toEqual([404, 'no_file']);
  expect(await code(queue('a', 'x', { instead_of: 'm' }))).toEqual([400, 'bad_body']);
  expect(await code(server.api('POST', '/api/chats/none/queue', { command_id: 'a', text: 'x' }))).toEqual([
    ...[404, 'no_chat'],
  ]);
  expect(await code(server.api('GET', '/api/chats/none/queue'))).toEqual([404, 'no_chat']);
  for (let n = 0; n < 50; n++) expect((await queue(`n${n}`, `${n}`)).status).toBe(200);
  expect(await code(queue('a', 'x'))).toEqual([409, 'too_many']);
});
