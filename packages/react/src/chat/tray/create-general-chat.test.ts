import type { ChatEvent, SuggestedAction } from '@millrace/engine/run';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../client/api-error.ts';
import type { ChatHooks, ChatQuestion } from '../../client/ask-chat.ts';
import { createGeneralChat, type GeneralChat } from './create-general-chat.ts';

// The client is a list of what was asked of it; the test speaks for the server.
const questions: ChatQuestion[] = [];
const cancelled: string[] = [];
const stopped: number[] = [];
let hooks: ChatHooks;
let chat: GeneralChat;
let seen: SuggestedAction[];

afterEach(() => vi.unstubAllGlobals());
beforeEach(() => {
  for (const list of [questions, cancelled, stopped]) list.length = 0;
  seen = [];
  vi.stubGlobal('requestAnimationFrame', (show: () => void) => show());
  const client = {
    askChat(question: ChatQuestion, given: ChatHooks) {
      const place = questions.push(question);
      hooks = given;
      return () => void stopped.push(place);
    },
    async cancelRun(runId: string) {
      cancelled.push(runId);
    },
    act: async () => ({ message_id: 'm', run_id: 'run-of-action', result: 'Refreshed.' }),
  };
  chat = createGeneralChat(client, () => ({ context: () => ({ page: 1 }), onAction: (it) => seen.push(it) }));
  chat.open();
});

const state = () => chat.getState();
const say = (...events: readonly ChatEvent[]): void => {
  for (const event of events) hooks.onEvent(event);
};
const END: ChatEvent = {
  type: 'complete',
  payload: { message: 'All.', tool_history: [], custom_payload: { type: 'tool_history', data: [] } },
};

test('C5 a message is asked, its answer streams, and the end is a message of the same id', async () => {
  const taken = chat.sendMessage('Hi');
  expect(questions).toMatchObject([
    { message: 'Hi', isNew: true, interaction_type: 'text_input', context: { page: 1 } },
  ]);
  expect(state()).toMatchObject({ isLoading: true, messages: [{ role: 'user', content: 'Hi' }] });
  hooks.onRun('run');
  expect(await taken).toBe(true);
  say({ type: 'status', message: 'Thinking...' });
  expect(state().statusText).toBe('Thinking...');
  say({ type: 'text_delta', text: 'Al' });
  expect(state()).toMatchObject({ streamingText: 'Al', statusText: null });
  const id = state().streamingId;
  say(END);
  expect(state()).toMatchObject({ isLoading: false, streamingText: '', streamingId: null, error: null });
  expect(state().messages[1]).toMatchObject({ id, role: 'assistant', content: 'All.', status: 'completed' });
  void chat.selectValue('yes', 'code');
  expect(questions[1]).toMatchObject({
    ...{ message: 'yes', isNew: false, interaction_type: 'value_selected', mode: 'code' },
    conversation_id: questions[0]?.conversation_id,
  });
});

test('C259 an error keeps what had come; a message that was not taken is not kept', async () => {
  void chat.sendMessage('Hi');
  hooks.onRun('run');
  say({ type: 'text_delta', text: 'Half' }, { type: 'error', message: 'No', code: 'x', retryable: false });
  expect(state().error).toBe('No');
  expect(state().messages[1]).toMatchObject({ content: 'Half', status: 'failed', error: 'No' });
  const taken = chat.sendMessage('Again');
  expect(state()).toMatchObject({ error: null, isLoading: true });
  hooks.onFailed(new ApiError(0, 'unreachable', 'Not there.'));
  expect(await taken).toBe(false);
  expect(state()).toMatchObject({ error: 'Not there.', isLoading: false });
  expect(state().messages).toHaveLength(2);
});

test('C260 cancel stops the run on the server, also one that is not known yet', async () => {
  void chat.sendMessage('Hi');
  await chat.cancel();
  expect(cancelled).toEqual([]);
  hooks.onRun('run');
  expect(cancelled).toEqual(['run']);
  say({ type: 'text_delta', text: 'Half' }, { type: 'cancelled' });
  expect(state().messages[1]).toMatchObject({ content: 'Half', status: 'cancelled' });
  await chat.cancel();
  expect(cancelled).toEqual(['run']);
});

test('C28 a server that does not name its runs: what was taken is kept, and stopping ends the reading', async () => {
  const taken = chat.sendMessage('Hi');
  hooks.onRun(undefined);
  expect(await taken).toBe(true);
  say({ type: 'text_delta', text: 'Half' });
  await chat.cancel();
  expect(cancelled).toEqual([]);
  expect(stopped).toContain(1);
  expect(state()).toMatchObject({ isLoading: false, streamingText: '' });
  expect(state().messages[1]).toMatchObject({ content: 'Half', status: 'cancelled' });
  void chat.sendMessage('Again');
  hooks.onRun(undefined);
  say({ type: 'text_delta', text: 'Some' });
  hooks.onFailed(new ApiError(0, 'broken_off', 'It broke off.'));
  expect(state().messages[3]).toMatchObject({ content: 'Some', status: 'failed', error: 'It broke off.' });
});

test('C28 a question to such a server is never asked a second time by who comes back', () => {
  const close = chat.open();
  void chat.sendMessage('Hi');
  hooks.onRun(undefined);
  say({ type: 'text_delta', text: 'Half' });
  close();
  chat.open();
  expect(questions).toHaveLength(1);
  expect(state().messages[1]).toMatchObject({ content: 'Half', status: 'failed' });
});

test('C261 reset begins another conversation and stops the run, whenever its name comes', () => {
  void chat.sendMessage('Hi');
  chat.reset();
  expect(state()).toMatchObject({ messages: [], isLoading: false });
  const old = hooks;
  void chat.sendMessage('New');
  expect(questions[1]?.conversation_id).not.toBe(questions[0]?.conversation_id);
  old.onRun('old');
  old.onEvent({ type: 'text_delta', text: 'late' });
  old.onEvent(END);
  expect(cancelled).toEqual(['old']);
  expect([stopped.includes(1), stopped.includes(2)]).toEqual([true, false]);
  expect(state()).toMatchObject({ streamingText: '', isLoading: true, messages: [{ content: 'New' }] });
});

test('C262 an action of the page runs here; one of the server runs there and its answer is read', async () => {
  const close: SuggestedAction = { label: 'Close', action: 'close', handler: 'client' };
  await chat.runAction(close);
  expect([seen, questions]).toEqual([[close], []]);
  await chat.runAction({ label: 'Refresh', action: 'refresh', handler: 'server' });
  expect(questions).toMatchObject([{ runId: 'run-of-action' }]);
  expect(state().messages).toMatchObject([{ role: 'user', content: 'Refresh', result: 'Refreshed.' }]);
  say(END);
  expect(state().messages[1]).toMatchObject({ content: 'All.' });
});

test('C263 who comes back reads the answer from its beginning; a resync starts over', () => {
  const close = chat.open();
  void chat.sendMessage('Hi');
  hooks.onRun('run');
  say({ type: 'text_delta', text: 'Half' });
  close();
  chat.open();
  expect(questions.at(-1)).toMatchObject({ runId: 'run' });
  expect(state().streamingText).toBe('');
  say({ type: 'text_delta', text: 'Half' });
  hooks.onResync();
  say({ type: 'text_delta', text: 'Whole' });
  expect(state().streamingText).toBe('Whole');
});
