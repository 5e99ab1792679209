import { afterEach, expect, test } from 'vitest';
import { anthropicEvent, anthropicWire, unmarked } from '../../../../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../../../../fixtures/fake-provider.ts';
import { FULL_SCRIPT, TEXT_SCRIPT } from '../../../../../fixtures/script.ts';
import type { ModelMessage } from '../adapter/model.ts';
import { answeredCall, collect, contentOf, IMAGE, modelContract } from '../adapter/model-contract.ts';
import { createAnthropicModel } from './anthropic.ts';

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
  const cache_control = { type: 'ephemeral' };
  expect(fake.requests[0]?.body).toEqual({
    model: 'm',
    max_tokens: 8192,
    stream: true,
    system: [{ type: 'text', text: 'Be brief.', cache_control }],
    tools,
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Rain?', cache_control }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Look', signature: 'seal' },
          { type: 'tool_use', id: 'c1', name: 'weather', input: { city: 'Bern' } },
        ],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'wet', is_error: true, cache_control }],
      },
    ],
  });
});

/** The messages that the adapter sends for these. */
async function sent(messages: readonly ModelMessage[]) {
  fake = await startFakeProvider(() => ({ chunks: anthropicWire.stream(TEXT_SCRIPT) }));
  await collect(create({ baseUrl: fake.url }), { messages });
  return unmarked(fake.requests[0]?.body)['messages'] as { readonly role: string }[];
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

const ends = (delta: object) => [
  ...anthropicWire.stream(TEXT_SCRIPT).slice(0, -2),
  anthropicEvent({ type: 'message_delta', delta, usage: { output_tokens: 3 } }),
  anthropicEvent({ type: 'message_stop' }),
];

test.each<[string, object, object]>([
  ['null', { stop_reason: 'refusal', stop_details: null }, { type: 'refusal', reason: 'refusal' }],
  ['missing', { stop_reason: 'refusal' }, { type: 'refusal', reason: 'refusal' }],
  [
    'of another type than ever',
    { stop_reason: 'refusal', stop_details: { type: 'hologram', category: 7, explanation: ['x'] } },
    { type: 'refusal', reason: 'refusal' },
  ],
  ['no object', { stop_reason: 'refusal', stop_details: 'soon' }, { type: 'refusal', reason: 'refusal' }],
  [
    'whole',
    { stop_reason: 'refusal', stop_details: { type: 'refusal', category: 'cyber', explanation: 'No.' } },
    { type: 'refusal', reason: 'refusal', category: 'cyber', explanation: 'No.' },
  ],
  [
    'new, with a new reason',
    { stop_reason: 'sleepy', stop_details: { type: 'nap', explanation: 'Later.' } },
    { type: 'other', reason: 'sleepy', explanation: 'Later.' },
  ],
])('M41 details of a stop that are %s take nothing from the message', async (_, delta, details) => {
  fake = await startFakeProvider(() => ({ chunks: ends(delta) }));
  const { content, status, stopDetails } = contentOf(await collect(create({ baseUrl: fake.url })));
  expect([content[0], status]).toMatchObject([{ text: 'Hello world.' }, 'completed']);
  expect(stopDetails).toEqual(details);
});

test('M40 an end without a reason is a broken connection', async () => {
  const half = anthropicWire.stream(TEXT_SCRIPT).slice(0, -2);
  const stop = anthropicEvent({ type: 'message_stop' });
  for (const chunks of [[...half, stop], ends({ stop_reason: null })]) {
    fake = await startFakeProvider(() => ({ chunks }));
    const asked = collect(createAnthropicModel({ model: 'm', apiKey: 'k', baseUrl: fake.url, retries: 0 }));
    await expect(asked).rejects.toMatchObject({ code: 'network', retryable: true });
    await fake.close();
  }
});

test.each<[object, number]>([
  [{ model: 'claude-sonnet-4-5' }, 64_000],
  [{ model: 'claude-3-opus-20240229' }, 4_096],
  [{ model: 'claude-sonnet-4-5', thinkingTokens: 10_000 }, 64_000],
  [{ model: 'claude-sonnet-4-5', listed: { name: 'm', maxTokens: 50_000 } }, 50_000],
  [
    {
      model: 'claude-sonnet-4-5',
      listed: { name: 'm', maxTokens: 50_000 },
      maxTokens: 1_000,
      thinkingTokens: 2_000,
    },
    3_000,
  ],
])('M44 the longest answer of %j has %i tokens', async (options, tokens) => {
  fake = await startFakeProvider(() => ({ chunks: anthropicWire.stream(TEXT_SCRIPT) }));
  await collect(createAnthropicModel({ model: 'm', apiKey: 'k', baseUrl: fake.url, ...options }));
  expect(fake.requests[0]?.body.max_tokens).toBe(tokens);
});

test('M44 where the window has no room for the longest answer a shorter one is asked for', async () => {
  const words = 'input length and `max_tokens` exceed context limit: 180000 + 64000 > 200000, decrease it';
  const refused = { status: 400, chunks: [anthropicWire.refusal('bad_request', words)] };
  let replies = [refused, { status: 200, chunks: anthropicWire.stream(TEXT_SCRIPT) }];
  fake = await startFakeProvider(() => replies.shift() ?? { chunks: [] });
  const model = createAnthropicModel({ model: 'claude-sonnet-4', apiKey: 'k', baseUrl: fake.url });
  expect(contentOf(await collect(model)).status).toBe('completed');
  expect(fake.requests.map(({ body }) => body.max_tokens)).toEqual([64_000, 20_000]);
  // Without any room, the conversation is too long.
  const full = words.replace('180000', '199000');
  replies = [{ status: 400, chunks: [anthropicWire.refusal('bad_request', full)] }];
  await expect(collect(model)).rejects.toMatchObject({ code: 'context_length' });
});

test('M45 a block of a tool of its own goes back to Anthropic as it came', async () => {
  fake = await startFakeProvider(() => ({ chunks: anthropicWire.stream(TEXT_SCRIPT) }));
  const block = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'rain' } };
  const messages = [
    { role: 'user', content: [{ type: 'text', text: 'Rain?' }] },
    { role: 'assistant', content: [{ type: 'server_tool', block }] },
  ] as const;
  await collect(create({ baseUrl: fake.url }), { messages });
  expect(fake.requests[0]?.body.messages[1]).toEqual({ role: 'assistant', content: [block] });
});
