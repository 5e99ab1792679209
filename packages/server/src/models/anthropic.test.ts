import { afterEach, expect, test } from 'vitest';
import { anthropicWire } from '../../../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../../../fixtures/fake-provider.ts';
import { FULL_SCRIPT, TEXT_SCRIPT } from '../../../../fixtures/script.ts';
import { createAnthropicModel } from './anthropic.ts';
import type { ModelMessage } from './model.ts';
import { answeredCall, collect, contentOf, IMAGE, modelContract } from './model-contract.ts';

const create = (options: { readonly baseUrl: string }) =>
  createAnthropicModel({ model: 'm', apiKey: 'secret', ...options });

modelContract({ name: 'Anthropic', wire: anthropicWire, thinks: true, create });

let fake: FakeProvider;
afterEach(() => fake?.close());

test('M1 the request is as Anthropic wants it', async () => {
  fake = await startFakeProvider(() => ({ chunks: anthropicWire.stream(TEXT_SCRIPT) }));
  const tools = [{ name: 'weather', description: 'Looks out', input_schema: { type: 'object' } }];
  await collect(create({ baseUrl: `${fake.url}/` }), {
    system: 'Be brief.',
    tools,
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Rain?' }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Look', signature: 'seal' },
          { type: 'thinking', thinking: 'from another provider' },
          { type: 'thinking', thinking: 'from OpenAI', signature: '{"id":"rs_1","encrypted_content":"x"}' },
          { type: 'tool_use', id: 'c1', name: 'weather', input: { city: 'Bern' }, message: 'ours' },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c1', name: 'weather', content: 'wet', is_error: true },
        ],
      },
    ],
  });
  expect(fake.requests).toMatchObject([
    {
      method: 'POST',
      path: '/v1/messages',
      headers: { 'x-api-key': 'secret', 'anthropic-version': '2023-06-01' },
    },
  ]);
  expect(fake.requests[0]?.body).toEqual({
    model: 'm',
    max_tokens: 8192,
    stream: true,
    system: 'Be brief.',
    tools,
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Rain?' }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Look', signature: 'seal' },
          { type: 'tool_use', id: 'c1', name: 'weather', input: { city: 'Bern' } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'wet', is_error: true }] },
    ],
  });
});

/** The messages that the adapter sends for these. */
async function sent(messages: readonly ModelMessage[]) {
  fake = await startFakeProvider(() => ({ chunks: anthropicWire.stream(TEXT_SCRIPT) }));
  await collect(create({ baseUrl: fake.url }), { messages });
  return fake.requests[0]?.body.messages;
}

test('M20 an image goes to Anthropic as a block behind all results', async () => {
  const [ask, call, { content: said } = expect.fail('no answer')] = answeredCall(
    { type: 'text', text: 'And?' },
    IMAGE,
  );
  const messages = [ask, call, { role: 'user', content: said.toReversed() }] as ModelMessage[];
  expect((await sent(messages)).at(-1)).toEqual({
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 'c1', content: 'seen' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: IMAGE.data } },
      { type: 'text', text: 'And?' },
    ],
  });
});

test('M1 what Anthropic refuses is left out: empty text, empty messages, signs in the ids of calls', async () => {
  const id = 'functions.look:0';
  const messages = await sent([
    { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
    { role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm' }] },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: ' \n' },
        { type: 'tool_use', id, name: 'look', input: {} },
      ],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, name: 'look', content: '' }] },
  ]);
  expect(messages).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'functions_look_0', name: 'look', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'functions_look_0', content: '' }] },
  ]);
});

test('M1 seals and citations are kept', async () => {
  const citation = { type: 'web_search_result_location', url: 'https://example.org', cited_text: 'rain' };
  const script = { parts: [...FULL_SCRIPT.parts.slice(0, 1), { text: ['Rain.'], citations: [citation] }] };
  fake = await startFakeProvider(() => ({ chunks: anthropicWire.stream(script) }));
  expect(contentOf(await collect(create({ baseUrl: fake.url }))).content).toMatchObject([
    { type: 'thinking', signature: 'c2lnbmVk' },
    { type: 'text', text: 'Rain.', citations: [citation] },
  ]);
});

test('M2 data that is no JSON is passed over', async () => {
  const [first = '', ...rest] = anthropicWire.stream(TEXT_SCRIPT);
  fake = await startFakeProvider(() => ({ chunks: [first, 'event: x\ndata: not json\n\n', ...rest] }));
  const { content, status } = contentOf(await collect(create({ baseUrl: fake.url })));
  expect([content.length, status]).toEqual([1, 'completed']);
});
