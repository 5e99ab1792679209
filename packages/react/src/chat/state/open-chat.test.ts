import type { CallRecord, ChatSummary, MessageRecord } from '@millrace/engine/run';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createClient } from '../../client/create-client.ts';
import { createOpenChat } from './open-chat.ts';

const CALL: CallRecord = { tool_use_id: 'c', tool: 'write_to_file', status: 'done', revertible: true };
const record = (seq: number, id: string, more: Partial<MessageRecord> = {}): MessageRecord => ({
  ...{ seq, id, ts: seq, role: 'assistant', text: id, status: 'completed' },
  ...more,
});
const summary = (seq: number): ChatSummary => ({
  ...{ id: 'chat', title: '', updated_at: 1, seq, epoch: 0, run_id: null, waiting: false },
});

afterEach(() => vi.unstubAllGlobals());

test('V9 a message that changed takes its place, and the page then asks only for what is newer', async () => {
  const asked: string[] = [];
  const answers = [
    { chat: summary(3), messages: [record(1, 'm'), record(2, 'run', { tools: [CALL] }), record(3, 'n')] },
    { chat: summary(4), messages: [record(2, 'run', { tools: [{ ...CALL, reverted: true }], rev: 4 })] },
    { chat: summary(5), messages: [record(5, 'o')] },
  ];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url, 'http://a').search);
    return Response.json(answers[asked.length - 1]);
  });
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setImmediate(draw));
  const chat = createOpenChat(createClient(), 'chat', false);
  const close = chat.open();
  const shown = () =>
    chat.getState().messages.map(({ id, tools }) => `${id}${tools?.[0]?.reverted ? ' undone' : ''}`);
  await expect.poll(shown).toEqual(['m', 'run', 'n']);
  chat.hear(summary(3));
  chat.hear(summary(4));
  await expect.poll(shown).toEqual(['m', 'run undone', 'n']);
  chat.hear(summary(4));
  chat.hear(summary(5));
  await expect.poll(shown).toEqual(['m', 'run undone', 'n', 'o']);
  expect(asked).toEqual(['?after=0', '?after=3', '?after=4']);
  close();
});

test('V4 client.revert asks for one call, or for all', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    sent.push([url, JSON.parse(String(body))]);
    return Response.json({ reverted: 1, already: 0, failed: 0, not_revertible: 0, calls: [] });
  });
  const request = { command_id: 'one', tool_use_id: 'c' };
  expect(await createClient().revert('a/b', request)).toMatchObject({ reverted: 1 });
  expect(sent).toEqual([['/api/runs/a%2Fb/revert', request]]);
});

test('U353 a run that the server does not know any more is told as lost, with what had arrived', async () => {
  const encode = (event: object): string => `id: 1-1\ndata: ${JSON.stringify(event)}\n\n`;
  let isGone = false;
  vi.stubGlobal('document', {
    ...new EventTarget(),
    visibilityState: 'visible',
    addEventListener() {},
    removeEventListener() {},
  });
  vi.stubGlobal('window', { addEventListener() {}, removeEventListener() {} });
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setImmediate(draw));
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes('/events'))
      return Response.json({
        chat: { ...summary(1), run_id: isGone ? null : 'run' },
        messages: [record(1, 'm', { role: 'user' })],
      });
    if (isGone) return Response.json({ code: 'no_run', message: 'There is no run.' }, { status: 404 });
    isGone = true;
    return new Response(encode({ type: 'status', message: 'Reading', seq: 1, fence: 1, ts: 1 }));
  });
  const chat = createOpenChat(createClient(), 'chat', false);
  const close = chat.open();
  await expect.poll(() => chat.getState().live?.run.status).toBe('failed');
  expect(chat.getState().live?.run.error?.message).toContain('This run ended when the server restarted.');
  close();
});

test('U481 without events the chat says what is known: that the run goes on, or nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setImmediate(draw));
  const network = { stream: 'breaks', requests: true };
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes('/events')) {
      if (!network.requests) throw new TypeError('Failed to fetch');
      const chat = { ...summary(1), run_id: 'run' };
      return Response.json({ chat, messages: [record(1, 'm', { role: 'user' })] });
    }
    if (network.stream === 'down') throw new TypeError('Failed to fetch');
    const bytes = new TextEncoder().encode(': \n\n');
    return new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(bytes);
          if (network.stream === 'breaks') controller.close();
        },
      }),
    );
  });
  const chat = createOpenChat(createClient(), 'chat', false);
  const close = chat.open();
  /** Lets tries pass until the chat says this. */
  async function comesTo(connection: string): Promise<void> {
    for (let tries = 0; chat.getState().connection !== connection && tries < 100; tries++)
      await vi.advanceTimersByTimeAsync(250);
    expect(chat.getState().connection).toBe(connection);
  }
  await comesTo('working');
  network.stream = 'down';
  network.requests = false;
  await comesTo('lost');
  // More tries that fail change nothing.
  await vi.advanceTimersByTimeAsync(20_000);
  expect(chat.getState().connection).toBe('lost');
  network.requests = true;
  await comesTo('working');
  network.stream = 'up';
  await comesTo('open');
  close();
});
