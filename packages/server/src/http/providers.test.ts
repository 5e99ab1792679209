import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Chat } from '@ai-sdk/react';
import type { ChatEvent } from '@millrace/engine/run';
import { DefaultChatTransport, type UIMessage } from 'ai';
import { afterEach, expect, test } from 'vitest';
import { anthropicWire } from '../../../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../../../fixtures/fake-provider.ts';
import { geminiWire } from '../../../../fixtures/gemini-wire.ts';
import { openAiChatWire } from '../../../../fixtures/openai-chat-wire.ts';
import { openAiResponsesWire } from '../../../../fixtures/openai-responses-wire.ts';
import { type RunningServer, readEvents, startServer } from '../../../../fixtures/running-server.ts';
import { FULL_SCRIPT, type Wire } from '../../../../fixtures/script.ts';
import type { Model } from '../models/adapter/model.ts';
import { createAnthropicModel } from '../models/anthropic/anthropic.ts';
import { createDemoModel } from '../models/demo/demo.ts';
import { createGeminiModel } from '../models/gemini/gemini.ts';
import { createCompatibleModel } from '../models/openai/compatible.ts';
import { createOpenAiModel } from '../models/openai/openai.ts';

let fake: FakeProvider | undefined;
let server: RunningServer;
afterEach(async () => {
  await server.close();
  await fake?.close();
});

async function askBoth(model: Model, question: string): Promise<{ chat: string; aiSdk: string }> {
  server = await startServer([model]);
  const events = await readEvents(await server.api('POST', '/api/chat', { message: question }));
  const last = JSON.parse(events.at(-1)?.data ?? '{}') as ChatEvent;
  const client = new Chat<UIMessage>({
    id: randomUUID(),
    transport: new DefaultChatTransport({
      api: `${server.url}/api/ai-sdk/chat`,
      headers: { ...server.device },
    }),
  });
  await client.sendMessage({ text: question });
  const said = client.messages.at(-1)?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return { chat: last.type === 'complete' ? last.payload.message : '', aiSdk: said?.join('') ?? '' };
}

test.each<[string, Wire, (baseUrl: string) => Model]>([
  ['Anthropic', anthropicWire, (baseUrl) => createAnthropicModel({ model: 'm', apiKey: 'k', baseUrl })],
  ['OpenAI', openAiResponsesWire, (baseUrl) => createOpenAiModel({ model: 'm', apiKey: 'k', baseUrl })],
  ['Gemini', geminiWire, (baseUrl) => createGeminiModel({ model: 'm', apiKey: 'k', baseUrl })],
  [
    'a compatible server',
    openAiChatWire,
    (baseUrl) => createCompatibleModel({ provider: { id: 'x', name: 'X' }, model: 'm', baseUrl }),
  ],
])('C6 %s answers through the whole server, in both formats', async (_name, wire, create) => {
  fake = await startFakeProvider(() => ({ chunks: wire.stream(FULL_SCRIPT) }));
  const text = 'Grüße 🌊! I look\n\nup both.';
  expect(await askBoth(create(fake.url), 'Rain?')).toEqual({ chat: text, aiSdk: text });
});

test('C6 the demo model answers through the whole server, in both formats', async () => {
  const folder = fileURLToPath(new URL('../../../../fixtures/demo', import.meta.url));
  const { chat, aiSdk } = await askBoth(createDemoModel({ folder, paceMs: 0 }), 'Hello');
  expect(chat).toContain('I am the demo model');
  expect(aiSdk).toBe(chat);
});
