import { afterEach, expect, test } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../../../../../fixtures/fake-provider.ts';
import { openAiResponsesWire, responsesEvent } from '../../../../../fixtures/openai-responses-wire.ts';
import { FULL_SCRIPT, TEXT_SCRIPT } from '../../../../../fixtures/script.ts';
import type { ModelBlock } from '../adapter/model.ts';
import { answeredCall, collect, contentOf, goneOn, IMAGE, modelContract } from '../adapter/model-contract.ts';
import { createOpenAiModel, type OpenAiOptions } from './openai.ts';

const create = (options: Partial<OpenAiOptions>) =>
  createOpenAiModel({ model: 'gpt-5', apiKey: 'secret', ...options });

modelContract({ name: 'OpenAI Responses', wire: openAiResponsesWire, thinks: true, create });

let fake: FakeProvider;
afterEach(() => fake?.close());

interface LooseEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

const CREATED = { type: 'response.created', response: { id: 'resp_1', model: 'gpt-5' } };
const COMPLETED = { type: 'response.completed', response: { usage: null } };

/** Reads these events with the adapter, between `created` and `ending`. */
async function read(events: readonly LooseEvent[], ending: LooseEvent = COMPLETED) {
  const chunks = [CREATED, ...events, ending].map((event) => responsesEvent(event));
  fake = await startFakeProvider(() => ({ chunks }));
  return contentOf(await collect(create({ baseUrl: fake.url, retries: 0 })));
}

const added = (output_index: number, item: object): LooseEvent => ({
  type: 'response.output_item.added',
  output_index,
  item,
});
const done = (output_index: number, item: object): LooseEvent => ({
  ...added(output_index, item),
  type: 'response.output_item.done',
});
const delta = (kind: string, text: string): LooseEvent => ({
  type: `response.${kind}.delta`,
  output_index: 0,
  delta: text,
});
const FUNCTION_CALL = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'look', arguments: '' };

test('M1 the parts of a summary are parted by a blank line', async () => {
  const part = (summary_index: number): LooseEvent => ({
    type: 'response.reasoning_summary_part.added',
    summary_index,
    part: { type: 'summary_text', text: '' },
  });
  const { content } = await read([
    added(0, { type: 'reasoning', id: 'rs_1', summary: [] }),
    part(0),
    delta('reasoning_summary_text', 'First'),
    part(1),
    delta('reasoning_summary_text', 'Second'),
  ]);
  expect(content).toMatchObject([{ type: 'thinking', thinking: 'First\n\nSecond' }]);
});

test('M1 reasoning that comes as text is thinking', async () => {
  const part = (content_index: number): LooseEvent => ({
    type: 'response.content_part.added',
    content_index,
    part: { type: 'reasoning_text', text: '' },
  });
  const { content } = await read([
    added(0, { type: 'reasoning', id: 'rs_1' }),
    part(0),
    delta('reasoning_text', 'Hm'),
    part(1),
    delta('reasoning_text', 'Aha'),
  ]);
  expect(content).toMatchObject([{ type: 'thinking', thinking: 'Hm\n\nAha' }]);
});

test('M1 items and parts are blocks of their own, reasoning with its own seal, even when nothing of it is shown', async () => {
  const reasoning = (id: string) => ({
    type: 'reasoning',
    id,
    summary: [],
    encrypted_content: `sealed ${id}`,
  });
  const part = { type: 'response.content_part.added', content_index: 1, part: { type: 'output_text' } };
  const { content } = await read([
    added(0, reasoning('rs_0')),
    delta('reasoning_summary_text', 'Hm'),
    done(0, reasoning('rs_0')),
    added(1, reasoning('rs_1')),
    done(1, reasoning('rs_1')),
    added(2, { type: 'message' }),
    delta('output_text', 'One'),
    part,
    delta('output_text', 'Two'),
    added(3, { type: 'message' }),
    delta('output_text', 'Three'),
  ]);
  const signature = (id: string) => JSON.stringify({ id, encrypted_content: `sealed ${id}` });
  expect(content).toMatchObject([
    { type: 'thinking', thinking: 'Hm', signature: signature('rs_0') },
    { type: 'thinking', thinking: '', signature: signature('rs_1') },
    { type: 'text', text: 'One' },
    { type: 'text', text: 'Two' },
    { type: 'text', text: 'Three' },
  ]);
});

test('M2 fields that are null, or of another type, are as if they were not there', async () => {
  const { content } = await read([
    { type: 'response.output_text.delta', delta: 7, error: null },
    { type: 'response.output_item.added', output_index: null, item: null },
    { type: 'response.output_text.delta', delta: 'x', response: [], item: 3 },
    { type: '__proto__' },
  ]);
  expect(content).toMatchObject([{ type: 'text', text: 'x' }]);
});

test('M1 a refusal is text', async () => {
  const { content } = await read([delta('refusal', 'I will '), delta('refusal', 'not.')]);
  expect(content).toMatchObject([{ type: 'text', text: 'I will not.' }]);
});

test('M1 annotations are citations of the text, also after a search', async () => {
  const citation = {
    type: 'url_citation',
    url: 'https://example.org',
    title: 'R',
    start_index: 0,
    end_index: 4,
  };
  const script = { parts: [{ text: ['Rain', '.'], citations: [citation] }] };
  const [first = '', ...rest] = openAiResponsesWire.stream(script);
  const search = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search' } };
  fake = await startFakeProvider(() => ({
    chunks: [
      first,
      responsesEvent(added(0, { ...search, status: 'in_progress' })),
      responsesEvent({ type: 'response.web_search_call.searching' }),
      responsesEvent(done(0, search)),
      ...rest,
    ],
  }));
  expect(contentOf(await collect(create({ baseUrl: fake.url }))).content).toMatchObject([
    { type: 'text', text: 'Rain.', citations: [citation] },
  ]);
});

test.each<[string, LooseEvent[]]>([
  [
    'in pieces',
    [
      added(0, FUNCTION_CALL),
      delta('function_call_arguments', '{"at"'),
      delta('function_call_arguments', ':1}'),
      { type: 'response.function_call_arguments.done', output_index: 0, arguments: '{"at":1}' },
      done(0, { ...FUNCTION_CALL, arguments: '{"at":1}' }),
    ],
  ],
  [
    'only when it is whole',
    [
      added(0, FUNCTION_CALL),
      { type: 'response.function_call_arguments.done', output_index: 0, arguments: '{"at":1}' },
      done(0, { ...FUNCTION_CALL, arguments: '{"at":1}' }),
    ],
  ],
  ['with the end of the item', [done(0, { ...FUNCTION_CALL, arguments: '{"at":1}' })]],
])('M1 a call whose input comes %s has its input once', async (_, events) => {
  const { content, finishReason } = await read(events);
  expect(content).toMatchObject([{ type: 'tool_use', id: 'call_1', name: 'look', input: { at: 1 } }]);
  expect(content[0]).not.toHaveProperty('input_error');
  expect(finishReason).toBe('tool_use');
});

test.each([
  ['max_output_tokens', 'max_tokens'],
  ['content_filter', 'refusal'],
])('M1 a response that is incomplete for %s stops with %s', async (reason, expected) => {
  const ending = { type: 'response.incomplete', response: { incomplete_details: { reason } } };
  const { finishReason, status } = await read([delta('output_text', 'Hel')], ending);
  expect({ finishReason, status }).toEqual({ finishReason: expected, status: 'completed' });
});

test.each<[string, LooseEvent, string]>([
  [
    'response.failed',
    { type: 'response.failed', response: { error: { code: 'rate_limit_exceeded', message: 'Slow down' } } },
    'rate_limited',
  ],
  ['error', { type: 'error', code: 'context_length_exceeded', message: 'Slow down' }, 'context_length'],
  [
    'error with an object',
    { type: 'error', error: { type: 'server_error', message: 'Slow down' } },
    'overloaded',
  ],
  ['an error without a type', { type: '', error: { code: 429, message: 'Slow down' } }, 'rate_limited'],
])('M4 %s ends the answer with its cause', async (_, ending, code) => {
  const failed = read([delta('output_text', 'Hel')], ending);
  await expect(failed).rejects.toMatchObject({ code, message: expect.stringContaining('Slow down') });
});

test('M1 tokens that the cache gave and took are counted apart', async () => {
  const input_tokens_details = { cached_tokens: 10, cache_write_tokens: 8 };
  const usage = { input_tokens: 25, output_tokens: 17, input_tokens_details };
  const { tokenUsage } = await read([], { type: 'response.completed', response: { usage } });
  expect(tokenUsage).toEqual({
    input_tokens: 7,
    output_tokens: 17,
    cache_read_input_tokens: 10,
    cache_creation_input_tokens: 8,
  });
});

/** The body of a request with these options and blocks of the assistant. */
async function bodyOf(options: Partial<OpenAiOptions>, content: readonly ModelBlock[] = []) {
  fake = await startFakeProvider(() => ({ chunks: openAiResponsesWire.stream(TEXT_SCRIPT) }));
  await collect(create({ baseUrl: fake.url, ...options }), { messages: goneOn(content) });
  return fake.requests[0]?.body;
}

test('M1 the request is as the Responses API wants it', async () => {
  fake = await startFakeProvider(() => ({ chunks: openAiResponsesWire.stream(TEXT_SCRIPT) }));
  await collect(create({ baseUrl: `${fake.url}/v1/`, maxTokens: 99 }), {
    system: 'Be brief.',
    tools: [{ name: 'weather', description: 'Looks out', input_schema: { type: 'object' } }],
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Rain?' }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'c1', name: 'weather', input: { city: 'Bern' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c1', name: 'weather', content: 'wet', is_error: true },
          { type: 'text', text: 'And?' },
        ],
      },
    ],
  });
  expect(fake.requests).toMatchObject([
    { method: 'POST', path: '/v1/responses', headers: { authorization: 'Bearer secret' } },
  ]);
  expect(fake.requests[0]?.body).toEqual({
    model: 'gpt-5',
    stream: true,
    store: false,
    max_output_tokens: 99,
    include: ['reasoning.encrypted_content'],
    instructions: 'Be brief.',
    input: [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Rain?' }] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I look.' }] },
      { type: 'function_call', call_id: 'c1', name: 'weather', arguments: '{"city":"Bern"}' },
      { type: 'function_call_output', call_id: 'c1', output: 'The tool failed: wet' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'And?' }] },
    ],
    tools: [
      {
        type: 'function',
        name: 'weather',
        description: 'Looks out',
        parameters: { type: 'object' },
        strict: false,
      },
    ],
  });
});

test.each<[string, OpenAiOptions['reasoning'], object]>([
  ['gpt-5', undefined, { include: ['reasoning.encrypted_content'] }],
  ['o4-mini', undefined, { include: ['reasoning.encrypted_content'] }],
  ['gpt-5-chat-latest', undefined, {}],
  ['gpt-4o', undefined, {}],
  ['gpt-5', false, {}],
  [
    'mine',
    { effort: 'low', summary: 'auto' },
    { include: ['reasoning.encrypted_content'], reasoning: { effort: 'low', summary: 'auto' } },
  ],
])('M1 of %s with reasoning %j the request holds %j', async (model, reasoning, expected) => {
  const { include, reasoning: asked } = await bodyOf({ model, reasoning });
  expect({ include, reasoning: asked }).toEqual({ include: undefined, reasoning: undefined, ...expected });
});

test('M1 reasoning goes back as it came, with what it led to', async () => {
  fake = await startFakeProvider(() => ({ chunks: openAiResponsesWire.stream(FULL_SCRIPT) }));
  const { content } = contentOf(await collect(create({ baseUrl: fake.url })));
  await fake.close();
  // The blocks of an answer are what the next request holds.
  const { input } = await bodyOf({}, content as ModelBlock[]);
  expect(input.slice(1, 5)).toMatchObject([
    {
      type: 'reasoning',
      id: 'rs_0',
      encrypted_content: 'c2lnbmVk',
      summary: [{ type: 'summary_text', text: 'Two cities to look up.' }],
    },
    { type: 'message', role: 'assistant' },
    { type: 'function_call', call_id: 'call_1' },
    { type: 'function_call', call_id: 'call_2' },
  ]);
});

test('M1 reasoning of other providers, such that led to nothing, and empty text do not go back', async () => {
  const seal = (id: string) => JSON.stringify({ id, encrypted_content: 'x' });
  const { input } = await bodyOf({}, [
    { type: 'thinking', thinking: 'unsealed' },
    { type: 'thinking', thinking: 'of Anthropic', signature: 'c2lnbmVk' },
    { type: 'redacted_thinking', data: 'of Anthropic' },
    { type: 'thinking', thinking: '', signature: seal('rs_1') },
    { type: 'text', text: 'Yes.' },
    { type: 'text', text: '' },
    { type: 'thinking', thinking: 'cut off', signature: seal('rs_2') },
  ]);
  expect(input.slice(1, -1)).toEqual([
    { type: 'reasoning', id: 'rs_1', encrypted_content: 'x', summary: [] },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes.' }] },
  ]);
});

test('M20 an image is a part of a message behind the results', async () => {
  fake = await startFakeProvider(() => ({ chunks: openAiResponsesWire.stream(TEXT_SCRIPT) }));
  await collect(create({ baseUrl: fake.url }), {
    messages: answeredCall(IMAGE, { type: 'text', text: '' }, { type: 'text', text: 'And?' }),
  });
  expect(fake.requests[0]?.body.input.slice(2)).toEqual([
    { type: 'function_call_output', call_id: 'c1', output: 'seen' },
    {
      type: 'message',
      role: 'user',
      content: [
        {
          type: 'input_image',
          image_url:
            'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
          detail: 'auto',
        },
        { type: 'input_text', text: 'And?' },
      ],
    },
  ]);
});

test.each<[string, LooseEvent[]]>([
  ['in pieces', [delta('refusal', 'I will '), delta('refusal', 'not.')]],
  ['whole', [{ type: 'response.refusal.done', refusal: 'I will not.' }]],
  ['both ways', [delta('refusal', 'I will not.'), { type: 'response.refusal.done', refusal: 'I will not.' }]],
])('M41 a refusal that comes %s is text, and the end says that it is one', async (_, events) => {
  const { content, finishReason, stopDetails } = await read(events);
  expect(content).toMatchObject([{ type: 'text', text: 'I will not.' }]);
  expect([finishReason, stopDetails?.type]).toEqual(['refusal', 'refusal']);
});

test('M41 a response that failed for a policy is a message that was refused', async () => {
  const error = { code: 'bio_policy', message: 'Not this.' };
  const ending = { type: 'response.failed', response: { error } };
  expect(await read([delta('output_text', 'Hel')], ending)).toMatchObject({
    ...{ status: 'completed', finishReason: 'refusal' },
    content: [{ text: 'Hel' }],
    stopDetails: { type: 'content_filter', reason: 'bio_policy', explanation: 'Not this.' },
  });
});

test('M40 a response that is incomplete without a reason is no normal end', async () => {
  const { finishReason, stopDetails } = await read([], { type: 'response.incomplete', response: {} });
  expect([finishReason, stopDetails]).toEqual(['other', { type: 'other', reason: 'incomplete' }]);
});
