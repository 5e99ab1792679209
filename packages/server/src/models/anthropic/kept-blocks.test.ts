import type Anthropic from '@anthropic-ai/sdk';
import { afterEach, expect, test } from 'vitest';
import { anthropicEvent, anthropicWire } from '../../../../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../../../../fixtures/fake-provider.ts';
import { TEXT_SCRIPT } from '../../../../../fixtures/script.ts';
import type { ModelBlock, ModelMessage } from '../adapter/model.ts';
import { collect, contentOf } from '../adapter/model-contract.ts';
import { createGeminiModel } from '../gemini/gemini.ts';
import { createOpenAiModel } from '../openai/openai.ts';
import { createAnthropicModel } from './anthropic.ts';
import { readKept } from './kept-blocks.ts';

let fake: FakeProvider;
afterEach(() => fake?.close());

type Beta = Anthropic.Beta.BetaContentBlock;
const COMPACTION: Anthropic.Beta.BetaCompactionBlock = {
  type: 'compaction',
  content: 'We built a mill.',
  encrypted_content: 'c2VhbA==',
};
const UPLOAD: Anthropic.Beta.BetaContainerUploadBlock = { type: 'container_upload', file_id: 'file_1' };
const FALLBACK = { type: 'fallback', from: { model: 'a' }, to: { model: 'b' } } as unknown as Beta;
const NEWER = { type: 'hologram', light: ['red'], depth: 3 } as unknown as Beta;

const start = (index: number, content_block: object) =>
  anthropicEvent({ type: 'content_block_start', index, content_block });
const grow = (index: number, delta: object) => anthropicEvent({ type: 'content_block_delta', index, delta });
const stop = (index: number) => anthropicEvent({ type: 'content_block_stop', index });

/** A message with these blocks behind its text, as the provider streams it. */
function stream(): string[] {
  const events = anthropicWire.stream(TEXT_SCRIPT);
  const blocks = [
    start(1, { ...COMPACTION, content: null, encrypted_content: null }),
    grow(1, { type: 'compaction_delta', content: 'We built ' }),
    grow(1, { type: 'compaction_delta', content: 'a mill.' }),
    grow(1, { type: 'compaction_delta', encrypted_content: COMPACTION.encrypted_content }),
    stop(1),
    ...[UPLOAD, FALLBACK, NEWER].flatMap((block, i) => [start(2 + i, block), stop(2 + i)]),
  ];
  return [...events.slice(0, -2), ...blocks, ...events.slice(-2)];
}

async function heard(): Promise<readonly ModelBlock[]> {
  fake = await startFakeProvider(() => ({ chunks: stream() }));
  const model = createAnthropicModel({ model: 'm', apiKey: 'k', baseUrl: fake.url });
  const { content } = contentOf(await collect(model));
  await fake.close();
  return content as unknown as readonly ModelBlock[];
}

const talk = (content: readonly ModelBlock[]): ModelMessage[] => [
  { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
  { role: 'assistant', content },
  { role: 'user', content: [{ type: 'text', text: 'Go on' }] },
];

test('M270 blocks of Anthropic that mean nothing here are kept and go back as they came', async () => {
  const content = await heard();
  const kept = content.flatMap((block) => (block.type === 'redacted_thinking' ? [readKept(block.data)] : []));
  expect(kept).toEqual([COMPACTION, UPLOAD, FALLBACK, NEWER]);
  fake = await startFakeProvider(() => ({ chunks: anthropicWire.stream(TEXT_SCRIPT) }));
  await collect(createAnthropicModel({ model: 'm', apiKey: 'k', baseUrl: fake.url }), {
    messages: talk(content),
  });
  expect(fake.requests[0]?.body.messages[1].content.slice(1)).toEqual([COMPACTION, UPLOAD, FALLBACK, NEWER]);
});

test.each([
  ['OpenAI', createOpenAiModel],
  ['Google', createGeminiModel],
] as const)('M270 no block that is kept for Anthropic goes to %s', async (_, create) => {
  const content = await heard();
  fake = await startFakeProvider(() => ({ status: 400, chunks: ['{}'] }));
  const model = create({ model: 'm', apiKey: 'k', baseUrl: fake.url });
  await collect(model, { messages: talk(content) }).catch(() => {});
  expect(JSON.stringify(fake.requests[0]?.body)).toContain('Go on');
  expect(JSON.stringify(fake.requests[0]?.body)).not.toMatch(/compaction|file_1|hologram/);
});

test('M270 a block that is cut off is not kept, and one of ours that is broken is none', async () => {
  const events = anthropicWire.stream(TEXT_SCRIPT);
  const broken = [start(1, COMPACTION), start(2, { type: 'text' }), stop(2)];
  fake = await startFakeProvider(() => ({
    chunks: [...events.slice(0, -2), ...broken, ...events.slice(-2)],
  }));
  const model = createAnthropicModel({ model: 'm', apiKey: 'k', baseUrl: fake.url });
  expect(contentOf(await collect(model)).content.map(({ type }) => type)).toEqual(['text']);
});

test.each(['anthropic:', 'anthropic:{', 'anthropic:[]', 'c2VhbA==', '{"on":"call"}'])(
  'M270 %j is no block',
  (data) => {
    expect(readKept(data)).toBeUndefined();
  },
);

test('M271 the instructions and the last two messages of the user are marked to be kept by the provider', async () => {
  fake = await startFakeProvider(() => ({ chunks: anthropicWire.stream(TEXT_SCRIPT) }));
  const said = (role: 'user' | 'assistant', text: string): ModelMessage => ({
    role,
    content: [
      { type: 'text', text: `${text} 1` },
      { type: 'text', text: `${text} 2` },
    ],
  });
  const messages = [
    said('user', 'a'),
    said('assistant', 'b'),
    said('user', 'c'),
    said('assistant', 'd'),
    said('user', 'e'),
  ];
  await collect(createAnthropicModel({ model: 'm', apiKey: 'k', baseUrl: fake.url }), {
    system: 's',
    messages,
  });
  const body: Anthropic.MessageCreateParams = fake.requests[0]?.body;
  const blocks = [body.system, ...body.messages.map(({ content }) => content)].flat();
  const isMarked = (block: unknown): boolean =>
    JSON.stringify(block).includes('"cache_control":{"type":"ephemeral"}');
  expect(blocks.filter(isMarked).map((block) => Reflect.get(Object(block), 'text'))).toEqual([
    's',
    'c 2',
    'e 2',
  ]);
});

test.each<[string, Anthropic.ThinkingConfigParam]>([
  ['claude-opus-4-7', { type: 'adaptive' }],
  ['claude-sonnet-5', { type: 'adaptive' }],
  ['claude-opus-4-6', { type: 'enabled', budget_tokens: 2000 }],
  ['claude-3-7-sonnet-latest', { type: 'enabled', budget_tokens: 2000 }],
])('M272 %s thinks as it can where a budget is set', async (model, thinking) => {
  fake = await startFakeProvider(() => ({ chunks: anthropicWire.stream(TEXT_SCRIPT) }));
  await collect(createAnthropicModel({ model, apiKey: 'k', baseUrl: fake.url, thinkingTokens: 2000 }));
  expect(fake.requests[0]?.body.thinking).toEqual(thinking);
});
