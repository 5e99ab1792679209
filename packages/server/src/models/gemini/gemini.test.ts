import { afterEach, expect, test } from 'vitest';
import { anthropicWire } from '../../../../../fixtures/anthropic-wire.ts';
import { type FakeProvider, type Reply, startFakeProvider } from '../../../../../fixtures/fake-provider.ts';
import { geminiEvent, geminiFinish, geminiParts, geminiWire } from '../../../../../fixtures/gemini-wire.ts';
import { TEXT_SCRIPT } from '../../../../../fixtures/script.ts';
import type { ModelBlock, ModelRequest } from '../adapter/model.ts';
import { answeredCall, collect, contentOf, goneOn, IMAGE, modelContract } from '../adapter/model-contract.ts';
import { createAnthropicModel } from '../anthropic/anthropic.ts';
import { createGeminiModel } from './gemini.ts';
import type { GeminiOptions } from './gemini-request.ts';

type Options = Omit<Partial<GeminiOptions>, 'baseUrl'>;
const create = (options: Options & { readonly baseUrl: string }) =>
  createGeminiModel({ model: 'm', apiKey: 'secret', ...options });

modelContract({ name: 'Gemini', wire: geminiWire, thinks: true, create });

let fake: FakeProvider;
afterEach(() => fake?.close());

async function serve(reply: Reply): Promise<void> {
  fake = await startFakeProvider(() => reply);
}

/** Reads these chunks with the adapter. */
async function read(...chunks: object[]) {
  await serve({ chunks: chunks.map(geminiEvent) });
  return contentOf(await collect(create({ baseUrl: fake.url, retries: 0 })));
}

/** Sends a request with the adapter and returns what the server got. */
async function sent(request: ModelRequest, options: Options = {}) {
  await serve({ chunks: geminiWire.stream(TEXT_SCRIPT) });
  await collect(create({ baseUrl: `${fake.url}/`, ...options }), request);
  return fake.requests[0];
}

/** The log's blocks are the model's, but for times and ids. */
const asModelBlocks = (content: readonly unknown[]) => content as ModelBlock[];

const failure = (...chunks: object[]): Promise<unknown> => read(...chunks).catch((error: unknown) => error);

test('M1 the request is as Gemini wants it', async () => {
  const input_schema = { type: 'object', properties: { city: { type: 'string' } } };
  const request = await sent(
    {
      system: 'Be brief.',
      tools: [{ name: 'weather', description: 'Looks out', input_schema }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Rain?' }] },
        { role: 'assistant', content: [{ type: 'thinking', thinking: 'another provider', signature: 'x' }] },
        {
          role: 'assistant',
          content: [
            { type: 'redacted_thinking', data: 'another provider' },
            { type: 'text', text: '' },
            { type: 'tool_use', id: 'c1', name: 'weather', input: { city: 'Bern' } },
            { type: 'tool_use', id: 'made_r_2', name: 'weather', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', name: 'weather', content: 'wet' },
            { type: 'tool_result', tool_use_id: 'made_r_2', name: 'weather', content: 'no', is_error: true },
          ],
        },
      ],
    },
    { model: 'gemini 3', maxTokens: 99, includeThoughts: true, thinkingTokens: 512 },
  );
  expect(request).toMatchObject({
    method: 'POST',
    path: '/v1beta/models/gemini%203:streamGenerateContent?alt=sse',
    headers: { 'x-goog-api-key': 'secret' },
  });
  expect(request?.body).toEqual({
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    contents: [
      { role: 'user', parts: [{ text: 'Rain?' }] },
      {
        role: 'model',
        parts: [
          { functionCall: { id: 'c1', name: 'weather', args: { city: 'Bern' } } },
          { functionCall: { name: 'weather', args: {} } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'c1', name: 'weather', response: { output: 'wet' } } },
          { functionResponse: { name: 'weather', response: { error: 'no' } } },
        ],
      },
    ],
    tools: [
      {
        functionDeclarations: [
          { name: 'weather', description: 'Looks out', parametersJsonSchema: input_schema },
        ],
      },
    ],
    generationConfig: {
      maxOutputTokens: 99,
      thinkingConfig: { includeThoughts: true, thinkingBudget: 512 },
    },
  });
});

test('M1 what nobody asked for is not sent', async () => {
  const messages = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hi' }] }];
  expect((await sent({ messages }))?.body).toEqual({ contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] });
});

const city = (name: string) => ({ functionCall: { name: 'weather', args: { city: name } } });

test.each<[string, object[], object[]?]>([
  ['a thought', [{ text: 'Hm', thought: true, thoughtSignature: 'a' }, { text: 'Yes' }]],
  [
    'two thoughts',
    [
      { text: 'Hm', thought: true, thoughtSignature: 'a' },
      { text: 'So', thought: true, thoughtSignature: 'b' },
    ],
  ],
  ['the last text', [{ text: 'Ye' }, { text: 's', thoughtSignature: 'a:b\nc' }]],
  ['an empty text at the end', [{ text: 'Yes' }, { text: '', thoughtSignature: 'a' }]],
  ['an empty text alone', [{ text: '', thoughtSignature: 'a' }]],
  ['an empty text before a call', [{ text: 'Yes' }, { text: '', thoughtSignature: 'a' }, city('Bern')]],
  [
    'text in the middle',
    [
      { text: 'ab' },
      { text: 'cd', thoughtSignature: 'x' },
      { text: 'e', thoughtSignature: 'y' },
      { text: 'f' },
    ],
  ],
  ['a call', [{ ...city('Bern'), thoughtSignature: 'a' }]],
  ['the first of two calls', [{ ...city('Bern'), thoughtSignature: 'a' }, city('Rom')]],
  [
    'each of two calls',
    [
      { ...city('Bern'), thoughtSignature: 'a' },
      { ...city('Rom'), thoughtSignature: 'b' },
    ],
  ],
  [
    'text and call',
    [{ text: 'Yes', thoughtSignature: 'a' }, { ...city('Bern'), thoughtSignature: 'b' }, { text: 'Done' }],
  ],
])('M11 a seal on %s goes back on the same part', async (_, parts) => {
  // One part a chunk, as Gemini streams.
  const { content } = await read(...parts.map((part) => geminiParts(part)), geminiFinish('STOP'));
  await fake.close();
  const request = await sent({ messages: goneOn(asModelBlocks(content)) });
  expect(request?.body.contents[1]).toEqual({ role: 'model', parts });
});

test('M11 seals of Gemini do not go to another provider', async () => {
  const { content } = await read(
    geminiParts({ text: 'Hm', thought: true, thoughtSignature: 'YQ==' }),
    geminiParts({ ...city('Bern'), thoughtSignature: 'Yg==' }),
    geminiFinish('STOP'),
  );
  expect(content).toMatchObject([
    { type: 'thinking', thinking: 'Hm', signature: 'gemini:thought:YQ==' },
    { type: 'redacted_thinking', data: 'gemini:call:Yg==' },
    { type: 'tool_use' },
  ]);
  await fake.close();
  await serve({ chunks: anthropicWire.stream(TEXT_SCRIPT) });
  const claude = createAnthropicModel({ model: 'm', apiKey: 'k', baseUrl: fake.url });
  await collect(claude, { messages: goneOn(asModelBlocks(content)) });
  expect(fake.requests[0]?.body.messages[1]).toMatchObject({ content: [{ type: 'tool_use' }] });
});

test('M11 thoughts that have no seal are shown and do not go back', async () => {
  const { content } = await read(
    geminiParts({ text: 'Hm', thought: true }),
    geminiParts({ text: ', so', thought: true }, { text: 'Yes' }),
    geminiFinish('STOP'),
  );
  expect(content).toMatchObject([
    { type: 'thinking', thinking: 'Hm, so' },
    { type: 'text', text: 'Yes' },
  ]);
  await fake.close();
  const request = await sent({ messages: goneOn(asModelBlocks(content)) });
  expect(request?.body.contents[1]).toEqual({ role: 'model', parts: [{ text: 'Yes' }] });
});

test('M11 a call without an id gets one that is its own', async () => {
  const { content } = await read(geminiParts(city('Bern'), city('Rom')), geminiFinish('STOP'));
  expect(content).toMatchObject([
    { type: 'tool_use', id: 'made_resp_1_1', input: { city: 'Bern' } },
    { type: 'tool_use', id: 'made_resp_1_2', input: { city: 'Rom' } },
  ]);
});

test('M11 a version that says STOP in every chunk is read to its end', async () => {
  const { content, finishReason } = await read(
    geminiFinish('STOP'),
    geminiParts({ text: 'a' }),
    geminiParts(city('Bern')),
  );
  expect(content).toMatchObject([{ text: 'a' }, { name: 'weather' }]);
  expect(finishReason).toBe('tool_use');
});

test.each(['SAFETY', 'PROHIBITED_CONTENT', 'JAILBREAK', 'A_NEW_REASON'])(
  'M41 a prompt that is blocked for %s is a refusal with the words of Gemini',
  async (blockReason) => {
    const promptFeedback = { blockReason, blockReasonMessage: 'Not this.' };
    expect(await read({ promptFeedback, usageMetadata: {} })).toMatchObject({
      status: 'completed',
      content: [],
      finishReason: 'refusal',
      stopDetails: { type: 'content_filter', reason: blockReason, explanation: 'Not this.' },
    });
  },
);

test('M40 a reason that is none is no end', async () => {
  const failed = failure(geminiParts({ text: 'a' }), geminiFinish('FINISH_REASON_UNSPECIFIED'));
  expect(await failed).toMatchObject({ code: 'network', retryable: true });
});

test('M11 tokens of thinking are output, and tokens from the cache are told apart', async () => {
  const usageMetadata = {
    promptTokenCount: 100,
    cachedContentTokenCount: 60,
    toolUsePromptTokenCount: 7,
    candidatesTokenCount: 5,
    thoughtsTokenCount: 4,
  };
  const { tokenUsage, id, model } = await read({ ...geminiFinish('STOP'), usageMetadata });
  expect(tokenUsage).toEqual({ input_tokens: 47, output_tokens: 9, cache_read_input_tokens: 60 });
  expect([id, model]).toEqual(['resp_1', 'fake']);
});

test('M11 sources are citations, each once, with what rests on them', async () => {
  const web = (name: string) => ({ web: { uri: `https://${name}.example`, title: name } });
  const support = (text: string, ...groundingChunkIndices: number[]) => ({
    segment: { startIndex: 0, endIndex: 1, text },
    groundingChunkIndices,
  });
  const { content } = await read(
    geminiParts({ text: 'Wet. Cold.' }),
    geminiFinish('STOP', {
      groundingMetadata: {
        groundingChunks: [web('a'), { future: {} }, web('b'), web('a')],
        groundingSupports: [support('Wet.', 0, 2), support('Cold.', 3, 9)],
      },
    }),
  );
  expect(content).toMatchObject([
    {
      type: 'text',
      text: 'Wet. Cold.',
      citations: [
        { type: 'grounding', url: 'https://a.example', title: 'a', supports: ['Wet.', 'Cold.'] },
        { type: 'grounding', url: 'https://b.example', title: 'b', supports: ['Wet.'] },
      ],
    },
  ]);
});

test('M2 a part of an unknown form takes nothing from its neighbours', async () => {
  const { content } = await read(
    geminiParts({ text: 'a' }, { text: { rich: 'x' } }, { functionCall: { args: {} } }, { text: 'b' }),
    geminiFinish('STOP', { groundingMetadata: 'soon' }),
  );
  expect(content).toMatchObject([{ type: 'text', text: 'ab' }]);
});

test('M3 a key that Gemini does not know is told as such, though it says 400', async () => {
  const message = 'API key not valid. Please pass a valid API key.';
  await serve({ status: 400, chunks: [geminiWire.refusal('bad_request', message)] });
  const error = await collect(create({ baseUrl: fake.url })).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'auth', message: expect.stringContaining('GEMINI_API_KEY') });
});

test('M8 how long to wait stands in the body, and billing is spoken of when waiting is enough', async () => {
  const message = 'You exceeded your current quota, please check your plan and billing details.';
  const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '38.5s' }];
  const body = { error: { code: 429, message, status: 'RESOURCE_EXHAUSTED', details } };
  await serve({ status: 429, chunks: [JSON.stringify(body, null, 2)] });
  const error = await collect(create({ baseUrl: fake.url, retries: 0 })).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'rate_limited', retryable: true, retryAfterMs: 38_500 });
});

test('M20 an image is a part behind the responses', async () => {
  const [ask, call, { content: said } = expect.fail('no answer')] = answeredCall(IMAGE);
  const messages = [ask, call, { role: 'user', content: said.toReversed() }] as ModelRequest['messages'];
  expect((await sent({ messages }))?.body.contents.at(-1)).toEqual({
    role: 'user',
    parts: [
      { functionResponse: { id: 'c1', name: 'look', response: { output: 'seen' } } },
      { inlineData: { mimeType: 'image/png', data: IMAGE.data } },
    ],
  });
});

test('M24 the last count of tokens holds, also when only an earlier one spoke of the cache', async () => {
  const { tokenUsage } = await read(
    { ...geminiParts({ text: 'a' }), usageMetadata: { promptTokenCount: 100, cachedContentTokenCount: 60 } },
    { ...geminiFinish('STOP'), usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 5 } },
  );
  expect(tokenUsage).toEqual({ input_tokens: 100, output_tokens: 5, cache_read_input_tokens: 0 });
});

test('M25 messages of the assistant that stand together are one turn', async () => {
  const [ask, call, result] = answeredCall();
  const said = { role: 'assistant', content: [{ type: 'text', text: 'I look.' }] };
  const request = await sent({ messages: [ask, said, call, result] as ModelRequest['messages'] });
  const parts = [{ text: 'I look.' }, { functionCall: { id: 'c1', name: 'look', args: {} } }];
  expect(request?.body.contents[1]).toEqual({ role: 'model', parts });
});
