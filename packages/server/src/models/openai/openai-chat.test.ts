import { afterEach, expect, test } from 'vitest';
import { type FakeProvider, type Reply, startFakeProvider } from '../../../../../fixtures/fake-provider.ts';
import {
  chatChunk,
  chatEvent,
  openAiChatWire,
  usageChunk,
} from '../../../../../fixtures/openai-chat-wire.ts';
import { TEXT_SCRIPT } from '../../../../../fixtures/script.ts';
import type { ModelRequest } from '../adapter/model.ts';
import { answeredCall, collect, contentOf, IMAGE, modelContract } from '../adapter/model-contract.ts';
import { createOpenAiModel, type OpenAiOptions } from './openai.ts';

const create = (options: Partial<OpenAiOptions> & { readonly baseUrl: string }) =>
  createOpenAiModel({ model: 'm', apiKey: 'secret', api: 'chat', ...options });

modelContract({ name: 'OpenAI Chat Completions', wire: openAiChatWire, thinks: false, create });

let fake: FakeProvider;
afterEach(() => fake?.close());

const serve = async (reply: Reply): Promise<void> => {
  fake = await startFakeProvider(() => reply);
};

const DONE = 'data: [DONE]\n\n';

/** Reads these deltas with the adapter. They are JSON that no type checks: servers send what they like. */
async function read(deltas: readonly object[], finish: string | null = 'stop') {
  const chunks = deltas.map((delta) => chatEvent(chatChunk(delta)));
  const last = { ...chatChunk({}), choices: [{ index: 0, delta: {}, finish_reason: finish }] };
  await serve({ chunks: [...chunks, chatEvent(last), DONE] });
  return contentOf(await collect(create({ baseUrl: fake.url, retries: 0 })));
}

const call = (fields: object, fn?: object) => ({ tool_calls: [{ ...fields, ...(fn && { function: fn }) }] });

const TWO_CALLS = [
  { type: 'tool_use', name: 'look', input: { at: 1 } },
  { type: 'tool_use', name: 'look', input: { at: 2 } },
];

test.each<[string, object[]]>([
  [
    'come whole, without an index',
    [
      call({ id: 'a', type: 'function' }, { name: 'look', arguments: '{"at":1}' }),
      call({ id: 'b', type: 'function' }, { name: 'look', arguments: '{"at":2}' }),
    ],
  ],
  [
    'come whole in one delta, without index and id',
    [{ tool_calls: [1, 2].map((at) => ({ function: { name: 'look', arguments: `{"at":${at}}` } })) }],
  ],
  [
    'all have index 0 and no id',
    [1, 2].map((at) => call({ index: 0 }, { name: 'look', arguments: `{"at":${at}}` })),
  ],
  [
    'all have index 0, and ids',
    [
      call({ index: 0, id: 'a' }, { name: 'look', arguments: '{"at"' }),
      call({ index: 0 }, { arguments: ':1}' }),
      call({ index: 0, id: 'b' }, { name: 'look', arguments: '{"at"' }),
      call({ index: 0 }, { arguments: ':2}' }),
    ],
  ],
  [
    'repeat id and name, side by side, without an index',
    [
      call({ id: 'a' }, { name: 'look', arguments: '{"at"' }),
      call({ id: 'b' }, { name: 'look', arguments: '{"at"' }),
      call({ id: 'a' }, { name: 'look', arguments: ':1}' }),
      call({ id: 'b' }, { name: 'look', arguments: ':2}' }),
    ],
  ],
  [
    'repeat id and name, with an index',
    [
      call({ index: 0, id: 'a' }, { name: 'look', arguments: '' }),
      call({ index: 0, id: 'a' }, { name: 'look', arguments: '{"at":1}' }),
      call({ index: 1, id: 'b' }, { name: 'look', arguments: '' }),
      call({ index: 1, id: 'b' }, { name: 'look', arguments: '{"at":2}' }),
    ],
  ],
  [
    'repeat their names and have no ids',
    [
      call({ index: 0 }, { name: 'look', arguments: '{"at"' }),
      call({ index: 0 }, { name: 'look', arguments: ':1}' }),
      call({ index: 0 }, { name: 'look', arguments: '' }),
      call({ index: 1 }, { name: 'look', arguments: '{"at"' }),
      call({ index: 1 }, { name: 'look', arguments: ':2}' }),
    ],
  ],
  [
    'have input as an object, or null before it comes',
    [
      call({ index: 0, id: 'a' }, { name: 'look', arguments: { at: 1 } }),
      call({ index: 1, id: 'b' }, { name: 'look', arguments: null }),
      call({ index: 1, id: null }, { name: null, arguments: '{"at":2}' }),
    ],
  ],
  [
    'tell the name after the id, and input before the name',
    [
      call({ index: 0, id: 'a' }),
      call({ index: 0 }, { arguments: '{"at"' }),
      call({ index: 0 }, { name: 'look', arguments: ':1}' }),
      call({ index: 1, id: 'b' }, { name: '', arguments: '' }),
      call({ index: 1 }, { name: 'look', arguments: '{"at":2}' }),
    ],
  ],
  [
    'share one id',
    [
      call({ index: 0, id: 'look' }, { name: 'look', arguments: '{"at":1}' }),
      call({ index: 1, id: 'look' }, { name: 'look', arguments: '{"at":2}' }),
    ],
  ],
])('M1 two calls that %s are two calls', async (_, deltas) => {
  const { content, finishReason } = await read(deltas, 'tool_calls');
  expect(content).toMatchObject(TWO_CALLS);
  expect(new Set(content.map(({ id }) => id)).size).toBe(2);
  expect(finishReason).toBe('tool_use');
});

test('M1 calls keep the ids of the server; one without gets an id that stays when the call is made again', async () => {
  const deltas = [
    call({ index: 0, id: 'a' }, { name: 'look', arguments: '{}' }),
    call({ index: 1 }, { name: 'hear', arguments: '{}' }),
  ];
  const ids = async () => (await read(deltas)).content.map(({ id }) => id);
  const first = await ids();
  await fake.close();
  expect(first).toEqual(['a', 'call_1_1']);
  expect(await ids()).toEqual(first);
});

test.each([
  ['stop', [{ content: 'x' }], 'end_turn'],
  ['length', [{ content: 'x' }], 'max_tokens'],
  ['content_filter', [{ content: 'x' }], 'refusal'],
  ['eos', [{ content: 'x' }], 'end_turn'],
  ['tool_calls', [call({ index: 0, id: 'a' }, { name: 'look', arguments: '{}' })], 'tool_use'],
  ['function_call', [call({ index: 0, id: 'a' }, { name: 'look', arguments: '{}' })], 'tool_use'],
  // As some servers say it after calls.
  ['stop', [call({ index: 0, id: 'a' }, { name: 'look', arguments: '{}' })], 'tool_use'],
])('M1 finish_reason %s after %j is %s', async (finish, deltas, expected) => {
  expect((await read(deltas, finish)).finishReason).toBe(expected);
});

test('M2 fields that are null, or of another type, are as if they were not there', async () => {
  const nothing = { content: null, refusal: null, tool_calls: null, annotations: null, reasoning: { a: 1 } };
  const odd = { ...chatChunk(nothing as object), id: null, usage: 'none', error: null, choices: [null] };
  await serve({
    chunks: [odd, { ...chatChunk({ content: 'x' }), error: null }, chatChunk({}, 'stop')].map((chunk) =>
      chatEvent(chunk),
    ),
  });
  const message = contentOf(await collect(create({ baseUrl: fake.url, retries: 0 })));
  expect(message.content).toMatchObject([{ type: 'text', text: 'x' }]);
});

test('M1 annotations are citations of the text', async () => {
  const url_citation = { url: 'https://example.org', title: 'Rain', start_index: 0, end_index: 5 };
  const { content } = await read([
    { content: 'Rain.' },
    { annotations: [{ type: 'url_citation', url_citation }] },
  ]);
  expect(content).toMatchObject([
    { type: 'text', text: 'Rain.', citations: [{ type: 'url_citation', ...url_citation }] },
  ]);
});

test('M1 tokens that the cache gave are counted apart', async () => {
  const usage = {
    prompt_tokens: 25,
    completion_tokens: 17,
    prompt_tokens_details: { cached_tokens: 20, audio_tokens: null },
  };
  await serve({
    chunks: [chatEvent(chatChunk({ content: 'x' }, 'stop')), chatEvent({ ...usageChunk(), usage }), DONE],
  });
  expect(contentOf(await collect(create({ baseUrl: fake.url }))).tokenUsage).toEqual({
    input_tokens: 5,
    output_tokens: 17,
    cache_read_input_tokens: 20,
  });
});

test('M4 a message that is over stays whole when the connection breaks after it', async () => {
  await serve({ chunks: openAiChatWire.stream(TEXT_SCRIPT).slice(0, -2), cut: true });
  const message = contentOf(await collect(create({ baseUrl: fake.url, retries: 0 })));
  expect(message).toMatchObject({ status: 'completed', content: [{ text: 'Hello world.' }] });
});

test('M4 [DONE] without a finish_reason is not the end of an answer', async () => {
  const failed = read([{ content: 'Hel' }], null);
  await expect(failed).rejects.toMatchObject({ code: 'network', message: expect.stringContaining('OpenAI') });
});

const SO_FAR = chatChunk({ content: 'Hel' });

test.each<[string, object, string]>([
  ['an error with the number of a status', { error: { code: 429, message: 'Slow down' } }, 'rate_limited'],
  [
    'an error beside a choice',
    { ...SO_FAR, error: { code: 'server_error', message: 'Slow down' }, choices: [] },
    'overloaded',
  ],
  [
    'an error inside a choice',
    {
      ...SO_FAR,
      choices: [{ index: 0, delta: {}, finish_reason: 'error', error: { code: 502, message: 'Slow down' } }],
    },
    'overloaded',
  ],
  ['an error in itself', { object: 'error', message: 'Slow down', code: 400 }, 'bad_request'],
  ['an error of one string', { error: 'Slow down' }, 'overloaded'],
])('M4 %s ends the answer with its cause', async (_, trouble, code) => {
  await serve({ chunks: [chatEvent(SO_FAR), chatEvent(trouble)] });
  const failed = collect(create({ baseUrl: fake.url, retries: 0 }));
  await expect(failed).rejects.toMatchObject({ code, message: expect.stringContaining('Slow down') });
});

test('M3 a model that is not there is told with what to check', async () => {
  const error = { message: 'The model `m` does not exist', type: 'invalid_request_error' };
  await serve({ status: 404, chunks: [JSON.stringify({ error })] });
  await expect(collect(create({ baseUrl: fake.url }))).rejects.toMatchObject({
    code: 'bad_request',
    message:
      "OpenAI does not know this model or address: The model `m` does not exist. Check the model's name and OPENAI_BASE_URL.",
  });
});

const CONVERSATION: ModelRequest = {
  system: 'Be brief.',
  tools: [{ name: 'weather', description: 'Looks out', input_schema: { type: 'object' } }],
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'Rain?' }] },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Look', signature: 'seal' },
        { type: 'text', text: 'I ' },
        { type: 'text', text: 'look.' },
        { type: 'tool_use', id: 'c1', name: 'weather', input: { city: 'Bern' } },
        { type: 'text', text: 'Twice.' },
        { type: 'tool_use', id: 'c2', name: 'weather', input: {} },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'And?' },
        { type: 'tool_result', tool_use_id: 'c1', name: 'weather', content: 'wet' },
        { type: 'tool_result', tool_use_id: 'c2', name: 'weather', content: 'no city', is_error: true },
      ],
    },
    { role: 'assistant', content: [{ type: 'thinking', thinking: 'Stopped here' }] },
    { role: 'user', content: [{ type: 'text', text: 'Go on' }] },
  ],
};

test('M1 the request is as Chat Completions wants it', async () => {
  await serve({ chunks: openAiChatWire.stream(TEXT_SCRIPT) });
  await collect(
    create({ baseUrl: `${fake.url}/v1/`, maxTokens: 99, reasoning: { effort: 'low' } }),
    CONVERSATION,
  );
  expect(fake.requests).toMatchObject([
    { method: 'POST', path: '/v1/chat/completions', headers: { authorization: 'Bearer secret' } },
  ]);
  const called = (id: string, input: string) => ({
    id,
    type: 'function',
    function: { name: 'weather', arguments: input },
  });
  expect(fake.requests[0]?.body).toEqual({
    model: 'm',
    stream: true,
    stream_options: { include_usage: true },
    max_completion_tokens: 99,
    reasoning_effort: 'low',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Rain?' },
      {
        role: 'assistant',
        content: 'I look.\n\nTwice.',
        tool_calls: [called('c1', '{"city":"Bern"}'), called('c2', '{}')],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'wet' },
      { role: 'tool', tool_call_id: 'c2', content: 'The tool failed: no city' },
      { role: 'user', content: 'And?' },
      { role: 'user', content: 'Go on' },
    ],
    tools: [
      {
        type: 'function',
        function: { name: 'weather', description: 'Looks out', parameters: { type: 'object' } },
      },
    ],
  });
});

test('M20 an image is a part of a message behind the results', async () => {
  await serve({ chunks: openAiChatWire.stream(TEXT_SCRIPT) });
  await collect(create({ baseUrl: fake.url }), {
    messages: answeredCall(IMAGE, { type: 'text', text: '' }, { type: 'text', text: 'And?' }),
  });
  expect(fake.requests[0]?.body.messages.slice(2)).toEqual([
    { role: 'tool', tool_call_id: 'c1', content: 'seen' },
    {
      role: 'user',
      content: [
        {
          type: 'image_url',
          image_url: {
            url: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
          },
        },
        { type: 'text', text: 'And?' },
      ],
    },
  ]);
});

test('M41 a refusal of OpenAI is text, and the end says that it is one', async () => {
  const { content, finishReason, stopDetails } = await read([{ refusal: 'I will ' }, { refusal: 'not.' }]);
  expect(content).toMatchObject([{ type: 'text', text: 'I will not.' }]);
  expect([finishReason, stopDetails]).toEqual(['refusal', { type: 'refusal', reason: 'refusal' }]);
});

test("M41 Azure's filters and the name that OpenRouter's provider gave are told with the end", async () => {
  const content_filter_results = { hate: { filtered: true, severity: 'high' }, sexual: { filtered: false } };
  const last = {
    ...{ index: 0, delta: {}, finish_reason: 'content_filter', native_finish_reason: 'SAFETY' },
    content_filter_results,
  };
  await serve({ chunks: [chatEvent({ ...chatChunk({}), choices: [last] }), DONE] });
  expect(contentOf(await collect(create({ baseUrl: fake.url }))).stopDetails).toEqual({
    ...{ type: 'content_filter', reason: 'content_filter' },
    ...{ category: 'hate', explanation: 'SAFETY' },
  });
});

test.each<[string, number, object]>([
  ['Azure', 400, { error: { code: 'content_filter', message: 'Filtered.', type: null, status: 400 } }],
  ['OpenAI', 400, { error: { code: 'invalid_prompt', message: 'Filtered.', type: 'invalid_request_error' } }],
  ['OpenRouter', 403, { error: { code: 403, message: 'Filtered.', metadata: { flagged_input: 'x' } } }],
])(
  'M41 a prompt that %s refuses with %i is a message that was refused, not an error',
  async (_, status, body) => {
    await serve({ status, chunks: [JSON.stringify(body)] });
    const message = contentOf(await collect(create({ baseUrl: fake.url, retries: 0 })));
    expect(message).toMatchObject({
      ...{ status: 'completed', content: [], finishReason: 'refusal' },
      stopDetails: { type: 'content_filter', explanation: 'Filtered.' },
    });
    expect(fake.requests).toHaveLength(1);
  },
);

test('M41 a refusal in mid-stream closes what is open, and a call that is not whole has no input', async () => {
  const error = { code: 'content_filter', message: 'Filtered.' };
  const begun = call({ index: 0, id: 'a' }, { name: 'look', arguments: '{"at"' });
  await serve({ chunks: [chatEvent(chatChunk(begun as object)), chatEvent({ error })] });
  const { content, finishReason } = contentOf(await collect(create({ baseUrl: fake.url })));
  expect(content).toMatchObject([
    { name: 'look', input: {}, input_error: expect.stringContaining('cut off') },
  ]);
  expect(finishReason).toBe('refusal');
});

test.each([
  ['model_length', 'model_context_window_exceeded'],
  ['eos_token', 'end_turn'],
  ['COMPLETE', 'end_turn'],
  ['abort', 'other'],
])('M40 the end %s of a compatible server is %s', async (finish, told) => {
  expect((await read([{ content: 'x' }], finish)).finishReason).toBe(told);
});
