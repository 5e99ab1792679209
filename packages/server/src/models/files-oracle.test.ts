import type { DocumentBlockParam, ImageBlockParam } from '@anthropic-ai/sdk/resources/messages';
import type { Part } from '@google/genai';
import type { ChatCompletionContentPart } from 'openai/resources/chat/completions';
import type { ResponseInputContent } from 'openai/resources/responses/responses';
import { afterEach, expect, test } from 'vitest';
import { anthropicWire } from '../../../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../../../fixtures/fake-provider.ts';
import { geminiWire } from '../../../../fixtures/gemini-wire.ts';
import { openAiChatWire } from '../../../../fixtures/openai-chat-wire.ts';
import { openAiResponsesWire } from '../../../../fixtures/openai-responses-wire.ts';
import { PNG } from '../../../../fixtures/pictures.ts';
import { TEXT_SCRIPT } from '../../../../fixtures/script.ts';
import { smallPdf } from '../../../../fixtures/small-pdf.ts';
import type { Model, ModelBlock } from './adapter/model.ts';
import { collect } from './adapter/model-contract.ts';
import { createAnthropicModel } from './anthropic/anthropic.ts';
import { createGeminiModel } from './gemini/gemini.ts';
import { createOpenAiModel } from './openai/openai.ts';

let fake: FakeProvider;
afterEach(() => fake.close());

const png = Buffer.from(PNG).toString('base64');
const pdf = Buffer.from(smallPdf('Hello')).toString('base64');
const CONTENT: readonly ModelBlock[] = [
  { type: 'image', media_type: 'image/png', data: png },
  { type: 'document', name: 'a.pdf', media_type: 'application/pdf', data: pdf },
  { type: 'text', text: 'These?' },
];

type Make = (options: { model: string; apiKey: string; baseUrl: string }) => Model;

/** The content of the message that a model sends, as the provider got it. The provider decodes it. */
async function sent(make: Make, chunks: readonly string[], content = CONTENT): Promise<unknown> {
  fake = await startFakeProvider(() => ({ chunks }));
  const model = make({ model: 'gpt-4o', apiKey: 'k', baseUrl: fake.url });
  await collect(model, { messages: [{ role: 'user', content }] });
  const { messages, input, contents } = fake.requests[0]?.body ?? {};
  const [message] = messages ?? input ?? contents;
  return message.content ?? message.parts;
}

test('B46 pictures and PDFs have the blocks of Anthropic', async () => {
  const image: ImageBlockParam = {
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data: png },
  };
  const document: DocumentBlockParam = {
    type: 'document',
    source: { type: 'base64', media_type: 'application/pdf', data: pdf },
    title: 'a.pdf',
  };
  // The last block may have the mark of a cache, too.
  expect(await sent(createAnthropicModel, anthropicWire.stream(TEXT_SCRIPT))).toMatchObject([
    image,
    document,
    { type: 'text', text: 'These?' },
  ]);
});

test("B46 pictures and PDFs have the parts of OpenAI's Responses", async () => {
  const expected: ResponseInputContent[] = [
    { type: 'input_image', image_url: `data:image/png;base64,${png}`, detail: 'auto' },
    { type: 'input_file', filename: 'a.pdf', file_data: `data:application/pdf;base64,${pdf}` },
    { type: 'input_text', text: 'These?' },
  ];
  expect(await sent(createOpenAiModel, openAiResponsesWire.stream(TEXT_SCRIPT))).toEqual(expected);
});

test('B46 pictures and PDFs have the parts of Chat Completions', async () => {
  const expected: ChatCompletionContentPart[] = [
    { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
    { type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${pdf}` } },
    { type: 'text', text: 'These?' },
  ];
  const make: Make = (options) => createOpenAiModel({ ...options, api: 'chat' });
  expect(await sent(make, openAiChatWire.stream(TEXT_SCRIPT))).toEqual(expected);
});

test('B46 pictures and PDFs have the parts of Gemini', async () => {
  const expected: Part[] = [
    { inlineData: { mimeType: 'image/png', data: png } },
    { inlineData: { mimeType: 'application/pdf', data: pdf } },
    { text: 'These?' },
  ];
  expect(await sent(createGeminiModel, geminiWire.stream(TEXT_SCRIPT))).toEqual(expected);
});

test.each([
  ['a picture that was cut', { type: 'image', media_type: 'image/png', data: png.slice(0, 40) }],
  [
    'a PDF without its end',
    { type: 'document', name: 'a', media_type: 'application/pdf', data: pdf.slice(0, 400) },
  ],
  ['what is no base64', { type: 'image', media_type: 'image/png', data: '***' }],
] as const)('B47 the local provider refuses %s', async (_, block) => {
  await expect(sent(createAnthropicModel, anthropicWire.stream(TEXT_SCRIPT), [block])).rejects.toThrow();
});

test('B48 what a model reads is what its list says, else what its name tells, else what its wire can', () => {
  const options = { apiKey: 'k', baseUrl: 'http://x' };
  const reads = (make: Make, model: string, more = {}) => make({ ...options, model, ...more }).reads;
  const chat: Make = (given) => createOpenAiModel({ ...given, api: 'chat' });
  expect(reads(createAnthropicModel, 'claude-sonnet-4-5')).toEqual(['image', 'pdf']);
  expect(reads(createAnthropicModel, 'claude-2.1')).toEqual([]);
  expect(reads(createGeminiModel, 'gemini-3-pro')).toEqual(['image', 'pdf']);
  expect(reads(createOpenAiModel, 'o3-mini')).toEqual([]);
  expect(reads(chat, 'llama3.1')).toEqual([]);
  expect(reads(chat, 'llava:13b')).toEqual(['image']);
  expect(reads(chat, 'google/gemma-3-27b')).toEqual(['image']);
  expect(reads(chat, 'own', { listed: { name: 'own', reads: ['image'] } })).toEqual(['image']);
  expect(reads(chat, 'gpt-4o', { listed: { name: 'gpt-4o', reads: [] } })).toEqual([]);
});
