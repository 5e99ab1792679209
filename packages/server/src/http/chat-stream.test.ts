import { randomUUID } from 'node:crypto';
import { Chat } from '@ai-sdk/react';
import { type ChatMessage, createMessageReconstructor } from '@millrace/engine';
import type { ChatEvent, MessageRecord } from '@millrace/engine/run';
import type { SseEvent } from '@millrace/engine/sse';
import { DefaultChatTransport, type UIMessage } from 'ai';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anthropicEvent, anthropicWire, unmarked } from '../../../../fixtures/anthropic-wire.ts';
import { type FakeProvider, type Reply, startFakeProvider } from '../../../../fixtures/fake-provider.ts';
import { type RunningServer, readEvents, startServer } from '../../../../fixtures/running-server.ts';
import { FULL_SCRIPT, TEXT_SCRIPT } from '../../../../fixtures/script.ts';
import { createAnthropicModel } from '../models/anthropic/anthropic.ts';

let fake: FakeProvider;
let server: RunningServer;
let reply: Reply;

beforeEach(async () => {
  reply = { chunks: anthropicWire.stream(TEXT_SCRIPT) };
  fake = await startFakeProvider(() => reply);
  server = await startServer([
    createAnthropicModel({ model: 'm', apiKey: 'k', baseUrl: fake.url, retries: 0 }),
  ]);
});
afterEach(async () => {
  await server.close();
  await fake.close();
});

const ask = (body: object): Promise<Response> => server.api('POST', '/api/chat', body);
const chatEvents = (events: readonly SseEvent[]): ChatEvent[] =>
  events.map(({ data }) => JSON.parse(data) as ChatEvent);

/** Text, then a search that the provider runs by itself, then more text. */
function searchStream(): string[] {
  const [start = '', ping = '', ...rest] = anthropicWire.stream({
    parts: [{ text: ['Let me look.'] }, { text: ['It rains.'] }],
  });
  const search = { type: 'server_tool_use', id: 's1', name: 'web_search', input: {} };
  const found = { type: 'web_search_tool_result', tool_use_id: 's1', content: [{ title: 'Rain' }] };
  const events = [
    { type: 'content_block_start', index: 5, content_block: search },
    ...['{"query"', ':"rain"}'].map((partial_json) => ({
      type: 'content_block_delta',
      index: 5,
      delta: { type: 'input_json_delta', partial_json },
    })),
    { type: 'content_block_stop', index: 5 },
    { type: 'content_block_start', index: 6, content_block: found },
    { type: 'content_block_stop', index: 6 },
  ].map(anthropicEvent);
  return [start, ping, ...rest.slice(0, 3), ...events, ...rest.slice(3)];
}

test('C1 one request asks and streams the answer, with ids and the names of chat and run', async () => {
  const response = await ask({ message: 'Hi', context: {}, interaction_type: 'text_input' });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const chatId = response.headers.get('x-conversation-id') ?? '';
  expect(response.headers.get('x-run-id')).toMatch(/^[\w-]{36}$/);
  const events = await readEvents(response);
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  expect(events.every(({ id }) => /^1-\d+\.\d+$/.test(id))).toBe(true);
  expect(chatEvents(events)[0]).toEqual({ type: 'status', message: 'Thinking...' });
  expect(chatEvents(events).at(-1)).toMatchObject({ type: 'complete', payload: { message: 'Hello world.' } });
  const { messages } = (await (await server.api('GET', `/api/chats/${chatId}/messages`)).json()) as {
    messages: MessageRecord[];
  };
  expect(messages).toMatchObject([{ text: 'Hi' }, { text: 'Hello world.' }]);
});

test('C20 a question with a command_id is asked once, however often it is sent', async () => {
  await server.api('POST', '/api/chats', { id: 'c' });
  const again = { message: 'Hi', conversation_id: 'c', command_id: 'k' };
  const [first, second] = [await ask(again), await ask(again)];
  expect(second.headers.get('x-run-id')).toBe(first.headers.get('x-run-id'));
  expect(await readEvents(second)).toEqual(await readEvents(first));
  expect(fake.requests).toHaveLength(1);
});

test('C1 a conversation goes on, and the model is told what the page knows', async () => {
  const first = await ask({ message: 'One' });
  await readEvents(first);
  const conversation_id = first.headers.get('x-conversation-id') ?? '';
  await readEvents(await ask({ message: 'Two', context: { page: 'articles' }, conversation_id }));
  expect(unmarked(fake.requests[1]?.body)['messages']).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'One' }] },
    { role: 'assistant', content: [{ type: 'text', text: 'Hello world.' }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: expect.stringContaining('{"page":"articles"}') },
        { type: 'text', text: 'Two' },
      ],
    },
  ]);
});

test('C1 a chosen action is a message too, and nothing is none', async () => {
  const action_metadata = { action_identifier: 'apply_schema', action_data: { schema_id: 123 } };
  await readEvents(await ask({ message: '', interaction_type: 'action_executed', action_metadata }));
  const sent = JSON.stringify(fake.requests[0]?.body.messages);
  expect(sent).toContain('I chose \\"apply_schema\\".');
  expect(sent).toContain('schema_id');
  const empty = await ask({ message: ' ' });
  expect(empty.status).toBe(400);
  expect(await empty.json()).toMatchObject({ code: 'bad_body' });
  expect((await ask({ message: 'Hi', conversation_id: 'nowhere' })).status).toBe(404);
  expect((await ask({ message: 'Hi', model: 'no/such' })).status).toBe(400);
});

test('C1 a failing provider is an error event, and the chat goes on', async () => {
  reply = { status: 401, chunks: [anthropicWire.refusal('auth', 'invalid x-api-key')] };
  const response = await ask({ message: 'Hi' });
  const events = chatEvents(await readEvents(response));
  expect(events.at(-1)).toMatchObject({ type: 'error', code: 'auth', retryable: false });
  reply = { chunks: anthropicWire.stream(TEXT_SCRIPT) };
  const conversation_id = response.headers.get('x-conversation-id') ?? '';
  const again = chatEvents(await readEvents(await ask({ message: 'Again', conversation_id })));
  expect(again.at(-1)).toMatchObject({ type: 'complete' });
});

test.each(['chat', 'blocks', 'run'])(
  'C250 %s: a reader that broke off anywhere gets the rest',
  async (format) => {
    reply = { chunks: anthropicWire.stream(FULL_SCRIPT), paceMs: 2 };
    const runId = (await ask({ message: 'Hi' })).headers.get('x-run-id') ?? '';
    const read = async (lastId: string): Promise<SseEvent[]> =>
      readEvents(
        await server.api('GET', `/api/runs/${runId}/events?format=${format}`, undefined, {
          'last-event-id': lastId,
        }),
      );
    const all = await read('');
    expect(all.length).toBeGreaterThan(2);
    for (const [i, { id }] of all.entries()) expect(await read(id)).toEqual(all.slice(i + 1));
    const [first, ...rest] = await read('7-1.0');
    expect(first?.event).toBe('resync');
    expect(rest).toEqual(all);
  },
);

test('C6 the block stream of a run rebuilds its message', async () => {
  reply = { chunks: anthropicWire.stream(FULL_SCRIPT) };
  const runId = (await ask({ message: 'Hi' })).headers.get('x-run-id') ?? '';
  let message: ChatMessage | undefined;
  const reader = createMessageReconstructor({ onMessageComplete: (complete) => (message = complete) });
  const response = await server.api('GET', `/api/runs/${runId}/events?format=blocks`);
  for (const { event, data } of await readEvents(response)) {
    const parsed = JSON.parse(data);
    expect(parsed.type).toBe(event);
    reader.processSSEEvent(parsed);
  }
  expect(message).toMatchObject({ status: 'completed', finishReason: 'tool_use' });
  // A call may have its result while the next one still comes.
  const isResult = ({ type }: { type: string } | undefined = { type: '' }): boolean => type === 'tool_result';
  expect(message?.content.filter((block) => !isResult(block))).toMatchObject([
    { type: 'thinking', thinking: 'Two cities to look up.', signature: 'c2lnbmVk' },
    { type: 'text' },
    { type: 'tool_use', id: 'call_1', input: { city: 'Zürich', days: 3 } },
    { type: 'tool_use', id: 'call_2' },
  ]);
  expect(message?.content.filter(isResult)).toMatchObject([
    { tool_use_id: 'call_1', is_error: true },
    { tool_use_id: 'call_2', content: 'There is no tool weather here.' },
  ]);
  expect((await server.api('GET', `/api/runs/${runId}/events?format=xml`)).status).toBe(400);
});

/** The AI SDK's own chat, as `useChat` holds it, in a browser that is signed in. */
function aiSdkChat(id = randomUUID()): Chat<UIMessage> {
  return new Chat({
    id,
    transport: new DefaultChatTransport({
      api: `${server.url}/api/ai-sdk/chat`,
      headers: { ...server.device },
    }),
  });
}

test('C266 the AI SDK chats with the server: reasoning, text, a streamed input, an error of a tool', async () => {
  reply = { chunks: anthropicWire.stream(FULL_SCRIPT), paceMs: 1 };
  const chat = aiSdkChat();
  await chat.sendMessage({ text: 'Rain?' });
  expect(chat.error).toBeUndefined();
  expect(chat.status).toBe('ready');
  expect(chat.messages).toMatchObject([
    { role: 'user' },
    {
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        { type: 'reasoning', text: 'Two cities to look up.' },
        { type: 'text', text: 'Grüße 🌊! I look\n\nup both.' },
        { type: 'tool-weather', input: { city: 'Zürich', days: 3 }, state: 'output-error' },
        { type: 'tool-weather', input: { city: '東京', options: { units: ['C', 'mm'] } } },
      ],
    },
  ]);
});

test('C266 the AI SDK reads a tool result and goes on with the conversation', async () => {
  reply = { chunks: searchStream() };
  const chat = aiSdkChat();
  await chat.sendMessage({ text: 'Rain?' });
  await chat.sendMessage({ text: 'And now?' });
  expect(chat.error).toBeUndefined();
  expect(chat.messages).toHaveLength(4);
  expect(chat.messages[1]?.parts).toMatchObject([
    { type: 'step-start' },
    { type: 'text', text: 'Let me look.' },
    {
      type: 'tool-web_search',
      input: { query: 'rain' },
      output: [{ title: 'Rain' }],
      state: 'output-available',
    },
    { type: 'text', text: 'It rains.' },
  ]);
  expect(fake.requests[1]?.body.messages).toHaveLength(3);
});

test('C266 an error reaches the AI SDK, which keeps what had come; asking again works', async () => {
  const half = anthropicWire.stream(TEXT_SCRIPT).slice(0, 4);
  reply = { chunks: [...half, anthropicWire.trouble('Overloaded')] };
  const chat = aiSdkChat();
  await chat.sendMessage({ text: 'Hi' });
  expect(chat.error?.message).toContain('Overloaded');
  expect(chat.messages.at(-1)?.parts).toContainEqual(
    expect.objectContaining({ type: 'text', text: 'Hello' }),
  );
  reply = { chunks: anthropicWire.stream(TEXT_SCRIPT) };
  await chat.regenerate();
  expect(chat.error).toBeUndefined();
  expect(chat.messages.at(-1)?.parts.at(-1)).toMatchObject({ text: 'Hello world.' });
});

test('C266 the AI SDK resumes a running answer from its beginning; an idle chat has none', async () => {
  reply = { chunks: anthropicWire.stream(TEXT_SCRIPT), paceMs: 60 };
  const id = randomUUID();
  expect((await server.api('GET', `/api/ai-sdk/chat/${id}/stream`)).status).toBe(204);
  const first = aiSdkChat(id);
  const asked = first.sendMessage({ text: 'Hi' });
  await expect.poll(() => first.status).toBe('streaming');
  const second = aiSdkChat(id);
  await second.resumeStream();
  await asked;
  expect(second.messages.at(-1)?.parts.at(-1)).toMatchObject({ type: 'text', text: 'Hello world.' });
  expect(second.messages.at(-1)).toEqual(first.messages.at(-1));
  expect((await server.api('GET', `/api/ai-sdk/chat/${id}/stream`)).status).toBe(204);
});

test('C266 a stream for the AI SDK says so and ends with [DONE]; the same message twice is one question', async () => {
  const id = randomUUID();
  const body = {
    id,
    trigger: 'submit-message',
    messages: [{ id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
  };
  const response = await server.api('POST', '/api/ai-sdk/chat', body);
  expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
  expect((await readEvents(response)).at(-1)?.data).toBe('[DONE]');
  await readEvents(await server.api('POST', '/api/ai-sdk/chat', body));
  expect(fake.requests).toHaveLength(1);
  const silent = { id, messages: [{ id: 'u2', role: 'user', parts: [{ type: 'file' }] }] };
  expect((await server.api('POST', '/api/ai-sdk/chat', silent)).status).toBe(400);
});
