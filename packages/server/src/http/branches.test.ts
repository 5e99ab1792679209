import type { ChatSummary, MessageRecord } from '@millrace/engine/run';
import { afterEach, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../../../fixtures/running-server.ts';
import type { Model, ModelRequest } from '../models/adapter/model.ts';
import type { ServerOptions } from './server-options.ts';

let server: RunningServer;
let requests: ModelRequest[];
/** Lets the model end its answer. */
let release: (() => void) | undefined;
afterEach(async () => {
  release?.();
  release = undefined;
  await server.close();
});

/** A model that answers each question with its number, or with a title. */
function countingModel(holds: boolean): Model {
  return {
    ...{ id: 'test/count', name: 'Count' },
    async *stream(request) {
      requests.push(request);
      if (holds) await new Promise<void>((resolve) => (release = resolve));
      const said = request.system?.startsWith('You name') ? '"Numbers, all of them."' : `A${requests.length}`;
      yield { type: 'message_start', message: { id: 'm', model: 'test/count' } };
      yield { type: 'content_block_start', index: 0, content_block: { type: 'text', text: said } };
      yield { type: 'content_block_stop', index: 0 };
      yield { type: 'message_stop' };
    },
  };
}

async function start(more: Partial<ServerOptions> = {}, holds = false): Promise<void> {
  requests = [];
  server = await startServer([countingModel(holds)], undefined, () => more);
  await server.api('POST', '/api/chats', { id: 'chat' });
}

let commands = 0;
const command = (): string => `c${++commands}`;
const chat = async (): Promise<{ chat: ChatSummary; messages: MessageRecord[] }> =>
  (await server.api('GET', '/api/chats/chat/messages')).json() as never;
const texts = async (): Promise<string[]> => (await chat()).messages.map(({ text }) => text);

/** Sends a message and waits for its answer. Returns its id. */
async function say(text: string, more: object = {}): Promise<string> {
  const body = { command_id: command(), text, ...more };
  const sent = await server.api('POST', '/api/chats/chat/messages', body);
  expect(sent.status).toBe(200);
  await expect.poll(async () => (await chat()).chat.run_id).toBe(null);
  return ((await sent.json()) as { message_id: string }).message_id;
}
const choose = (message_id: string) =>
  server.api('POST', '/api/chats/chat/branch', { command_id: command(), message_id });
const askedOf = (request: ModelRequest | undefined): string[] =>
  request?.messages.map(({ content }) =>
    content.map((block) => ('text' in block ? block.text : '')).join(''),
  ) ?? [];

test('C30 a message in the place of another is another branch: the model reads only that one', async () => {
  await start();
  const first = await say('One');
  const second = await say('Two');
  const edited = await say('Two, but better', { instead_of: second });
  expect(await texts()).toEqual(['One', 'A1', 'Two, but better', 'A3']);
  expect(askedOf(requests.at(-1))).toEqual(['One', 'A1', 'Two, but better']);
  expect((await chat()).messages[2]?.branches).toEqual([second, edited]);
  expect((await choose(second)).status).toBe(204);
  expect(await texts()).toEqual(['One', 'A1', 'Two', 'A2']);
  await say('Three');
  expect(askedOf(requests.at(-1))).toEqual(['One', 'A1', 'Two', 'A2', 'Three']);
  await choose(edited);
  await choose(second);
  expect(await texts()).toEqual(['One', 'A1', 'Two', 'A2', 'Three', 'A4']);
  expect((await choose(first)).status).toBe(404);
  const bad = await server.api('POST', '/api/chats/chat/messages', {
    ...{ command_id: command(), text: 'X', instead_of: 'nothing' },
  });
  expect([bad.status, ((await bad.json()) as { code: string }).code]).toEqual([404, 'no_message']);
});

test('C264 the same command makes one branch, and none is made while a run works', async () => {
  await start();
  const first = await say('One');
  const body = { command_id: 'again', text: 'One', instead_of: first };
  const sent = await Promise.all(
    [1, 2].map(async () => (await server.api('POST', '/api/chats/chat/messages', body)).json()),
  );
  expect(sent[0]).toEqual(sent[1]);
  await expect.poll(async () => (await chat()).chat.run_id).toBe(null);
  expect((await chat()).messages[0]?.branches).toHaveLength(2);
  await server.close();

  await start({}, true);
  const asked = await server.api('POST', '/api/chats/chat/messages', { command_id: command(), text: 'One' });
  const { message_id } = (await asked.json()) as { message_id: string };
  await expect.poll(() => requests.length).toBe(1);
  const other = { command_id: command(), text: 'Two', instead_of: message_id };
  expect((await server.api('POST', '/api/chats/chat/messages', other)).status).toBe(409);
  expect((await choose(message_id)).status).toBe(409);
});

test('C31 the model of a chat names it once, after the first answer, and never a chat that a person has named', async () => {
  await start({ titles: true });
  await say('How many?');
  await expect.poll(async () => (await chat()).chat.title).toBe('Numbers, all of them');
  expect(requests).toHaveLength(2);
  expect(requests[1]?.tools).toBeUndefined();
  await say('And now?');
  expect((await server.api('PATCH', '/api/chats/chat', { title: ' Mine ' })).status).toBe(204);
  const { messages } = await chat();
  await say('How many?', { instead_of: messages[0]?.id });
  await expect.poll(() => requests.length).toBe(5);
  expect((await chat()).chat.title).toBe('Mine');
  expect((await server.api('PATCH', '/api/chats/chat', { title: ' ' })).status).toBe(400);
  expect((await server.api('PATCH', '/api/chats/nowhere', { title: 'X' })).status).toBe(404);
});

test('C31 without it a chat is called after its first words', async () => {
  await start();
  await say('How many?');
  expect((await chat()).chat.title).toBe('How many?');
  expect(requests).toHaveLength(1);
});

test('C32 a deleted chat is gone, and readers of the list hear of it', async () => {
  await start();
  await say('One');
  const stream = await server.api('GET', '/api/sync');
  const reader = stream.body?.getReader();
  const next = async (): Promise<string> => new TextDecoder().decode((await reader?.read())?.value);
  expect(await next()).toContain('"id":"chat"');
  expect((await server.api('DELETE', '/api/chats/chat')).status).toBe(204);
  expect(await next()).toContain('{"chats":[],"gone":["chat"]}');
  await reader?.cancel();
  expect((await server.api('GET', '/api/chats/chat/messages')).status).toBe(404);
  expect((await server.api('DELETE', '/api/chats/chat')).status).toBe(404);
});
