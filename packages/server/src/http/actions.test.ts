import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type ActionAnswer, actionAnswer, type MessageRecord } from '@millrace/engine/run';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { type RunningServer, readEvents, startServer } from '../../../../fixtures/running-server.ts';
import { silentModel } from '../../../../fixtures/silent-model.ts';
import { turns } from '../../../../fixtures/turns.ts';
import { type WholeStore as Store, served } from '../../../../fixtures/whole-store.ts';
import { type ActionContext, defineAction } from '../tools/define/define-action.ts';

let server: RunningServer;
let calls: { data: unknown; ctx: ActionContext }[];
let trouble: Error | undefined;
/** The promise that an action waits for. */
let gate: Promise<void>;
/** True if the next message with a text finds that another run has just begun. */
let refusePost: boolean;

const apply = defineAction({
  name: 'apply_schema',
  input: z.object({ schema_id: z.number() }),
  async run(data, ctx) {
    calls.push({ data, ctx });
    await gate;
    if (trouble) throw trouble;
    return `Applied ${data.schema_id}, ${calls.length}.`;
  },
});

const withRaces = (store: Store): Store => ({
  ...store,
  async postMessage(message) {
    if (!refusePost || message.text === '') return store.postMessage(message);
    refusePost = false;
    return { type: 'run_active', runId: 'other' };
  },
});

beforeEach(async () => {
  [calls, trouble, gate, refusePost] = [[], undefined, Promise.resolve(), false];
  const prepare = async (store: Store) => {
    await store.createChat('chat-1', 1);
    await store.createChat('chat-2', 1);
  };
  server = await startServer([silentModel], prepare, (store) => ({
    store: served(withRaces(store)),
    actions: [apply],
  }));
});
afterEach(() => server.close());

const body = (more: object = {}) => ({
  command_id: 'c1',
  chat_id: 'chat-1',
  action: 'apply_schema',
  data: { schema_id: 7 },
  ...more,
});
const act = (more: object = {}) => server.api('POST', '/api/actions', body(more));
const codeOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { code: string }).code,
];
async function messages(chat = 'chat-1'): Promise<MessageRecord[]> {
  const response = await server.api('GET', `/api/chats/${chat}/messages`);
  return ((await response.json()) as { messages: MessageRecord[] }).messages.filter(
    ({ role }) => role === 'user',
  );
}
async function ended({ run_id }: ActionAnswer): Promise<void> {
  await readEvents(await server.api('GET', `/api/runs/${run_id}/events`));
}

test('H20 an action runs, and a message tells what was chosen and what came of it', async () => {
  const response = await act({ label: 'Apply it' });
  expect(response.status).toBe(200);
  const answer = actionAnswer.parse(await response.json());
  expect(answer.result).toBe('Applied 7, 1.');
  expect(calls).toMatchObject([{ data: { schema_id: 7 }, ctx: { chatId: 'chat-1', commandId: 'c1' } }]);
  expect(await messages()).toMatchObject([
    {
      id: answer.message_id,
      text: 'Apply it',
      context: { action: 'apply_schema', data: { schema_id: 7 }, result: 'Applied 7, 1.' },
    },
  ]);
  await ended(answer);
});

test.each([undefined, ' '])('H20 without a label the message names the action (%j)', async (label) => {
  await act({ label });
  expect(await messages()).toMatchObject([{ text: 'I chose "apply_schema".' }]);
});

test.each([
  [{ action: 'aply' }, 404, 'no_action'],
  [{ data: { schema_id: '7' } }, 400, 'bad_action'],
  [{ data: undefined }, 400, 'bad_action'],
  [{ chat_id: 'nowhere' }, 404, 'no_chat'],
  [{ model: 'no/such' }, 400, 'unknown_model'],
  [{ command_id: '' }, 400, 'bad_body'],
  [{ more: 1 }, 400, 'bad_body'],
])('H20 %j is refused before anything is done', async (more, status, code) => {
  expect(await codeOf(await act(more))).toEqual([status, code]);
  expect(calls).toEqual([]);
  expect(await messages()).toEqual([]);
});

test('H20 data that does not fit is told in words, and who is not signed in does nothing', async () => {
  expect(await (await act({ data: {} })).json()).toMatchObject({
    message: expect.stringContaining('schema_id'),
  });
  expect((await server.api('POST', '/api/actions', body(), { cookie: '' })).status).toBe(401);
  expect(calls).toEqual([]);
});

test('H20 an action that fails posts nothing, and may be tried again', async () => {
  trouble = new Error('The table is locked.');
  const response = await act();
  expect(response.status).toBe(502);
  expect(await response.json()).toEqual({
    code: 'action_failed',
    message: 'apply_schema failed: The table is locked.',
  });
  expect(await messages()).toEqual([]);
  trouble = undefined;
  expect((await act()).status).toBe(200);
  expect(calls).toHaveLength(2);
});

/** Sends requests, and waits until the server has taken all of them in. */
async function arrived<T>(send: () => Promise<T>[]): Promise<Promise<T>[]> {
  let came = 0;
  const count = (): void => {
    came += 1;
  };
  subscribe('http.server.request.start', count);
  const sent = send();
  await expect.poll(() => came).toBe(sent.length);
  unsubscribe('http.server.request.start', count);
  // Their bodies are read by then, too.
  await turns(50);
  return sent;
}

test('H21 the same command has the same answer and does nothing again', async () => {
  const first = (await (await act()).json()) as ActionAnswer;
  await ended(first);
  expect(await (await act()).json()).toEqual(first);
  expect(await (await act({ action: 'gone', label: 'Other' })).json()).toEqual(first);
  expect(calls).toHaveLength(1);
  expect(await messages()).toHaveLength(1);
});

test('H21 a command that is sent twice at once runs once', async () => {
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  const both = await arrived(() => [act(), act()]);
  await expect.poll(() => calls.length).toBe(1);
  open();
  const [first, second] = await Promise.all(both.map(async (each) => (await each).json()));
  expect(second).toEqual(first);
  expect(calls).toHaveLength(1);
  expect(await messages()).toHaveLength(1);
});

test('H21 a failure reaches everybody who sent the command at once', async () => {
  trouble = new Error('No.');
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  const both = await arrived(() => [act(), act()]);
  await expect.poll(() => calls.length).toBe(1);
  open();
  for (const each of both) expect(await codeOf(await each)).toEqual([502, 'action_failed']);
});

test('H21 what could not be posted at first is posted later, without doing it again', async () => {
  refusePost = true;
  expect(await codeOf(await act())).toEqual([409, 'run_active']);
  expect(await messages()).toEqual([]);
  const again = await act();
  expect(again.status).toBe(200);
  expect(await again.json()).toMatchObject({ result: 'Applied 7, 1.' });
  expect(calls).toHaveLength(1);
});

test('H21 a command that was used for something else does nothing', async () => {
  await server.api('POST', '/api/chats/chat-2/messages', { command_id: 'c1', text: 'Hi' });
  expect(await codeOf(await act())).toEqual([409, 'command_used']);
  expect(calls).toEqual([]);
});

const choose = (action_identifier: string, more: object = {}) =>
  server.api('POST', '/api/chat', {
    message: '',
    interaction_type: 'action_executed',
    action_metadata: { action_identifier, action_data: { schema_id: 7 } },
    conversation_id: 'chat-1',
    ...more,
  });

test('H22 an action that is chosen in a chat runs first, and its result is told', async () => {
  await readEvents(await choose('apply_schema'));
  expect(await messages()).toMatchObject([
    {
      text: 'I chose "apply_schema".',
      context: { action: { action_identifier: 'apply_schema' }, result: 'Applied 7, 1.' },
    },
  ]);
  expect(calls).toMatchObject([{ ctx: { chatId: 'chat-1' } }]);
});

test('H22 an action that the server does not have is told as it is', async () => {
  await readEvents(await choose('close_chat'));
  await readEvents(await choose('apply_schema', { message: 'Look', interaction_type: 'text_input' }));
  const [first, second] = await messages();
  expect(first?.context).toEqual({
    action: { action_identifier: 'close_chat', action_data: { schema_id: 7 } },
  });
  expect(second?.context).not.toHaveProperty('result');
  expect(calls).toEqual([]);
});

test('H22 what is refused or fails there posts nothing', async () => {
  expect(await codeOf(await choose('apply_schema', { model: 'no/such' }))).toEqual([400, 'unknown_model']);
  expect(calls).toEqual([]);
  trouble = new Error('No.');
  expect(await codeOf(await choose('apply_schema'))).toEqual([502, 'action_failed']);
  const bad = { action_metadata: { action_identifier: 'apply_schema' } };
  expect(await codeOf(await choose('apply_schema', bad))).toEqual([400, 'bad_action']);
  expect(await messages()).toEqual([]);
});
