import type { ResponseOutputMessage } from 'openai/resources/responses/responses';
import { afterEach, expect, test } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../../../../../fixtures/fake-provider.ts';
import { responsesEvent } from '../../../../../fixtures/openai-responses-wire.ts';
import type { ModelBlock } from '../adapter/model.ts';
import { collect, contentOf } from '../adapter/model-contract.ts';
import { createAnthropicModel } from '../anthropic/anthropic.ts';
import { createOpenAiModel } from './openai.ts';

let fake: FakeProvider;
afterEach(() => fake?.close());

const message = (phase: ResponseOutputMessage['phase'], output_index: number) => [
  {
    type: 'response.output_item.added',
    output_index,
    item: { type: 'message', id: `m${output_index}`, role: 'assistant', content: [], phase },
  },
  { type: 'response.output_text.delta', output_index, content_index: 0, delta: `said ${output_index}` },
];

const STREAM = [
  { type: 'response.created', response: { id: 'r', model: 'm' } },
  ...message('commentary', 0),
  ...message('final_answer', 1),
  ...message(null, 2),
  { type: 'response.completed', response: { id: 'r', model: 'm' } },
].map(responsesEvent);

test('M273 the phase of a text is kept, goes back to OpenAI, and to nobody else', async () => {
  fake = await startFakeProvider(() => ({ chunks: STREAM }));
  const model = createOpenAiModel({ model: 'm', apiKey: 'k', baseUrl: fake.url });
  const { content } = contentOf(await collect(model));
  expect(content.map((block) => Reflect.get(block, 'phase'))).toEqual([
    'commentary',
    'final_answer',
    undefined,
  ]);
  const messages = [
    { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
    { role: 'assistant', content: content as unknown as ModelBlock[] },
  ] as const;
  await collect(model, { messages });
  const [, ...items] = fake.requests[1]?.body.input ?? [];
  expect(items.map(({ phase }: { phase?: string }) => phase)).toEqual([
    'commentary',
    'final_answer',
    undefined,
  ]);
  const other = createAnthropicModel({ model: 'm', apiKey: 'k', baseUrl: fake.url, retries: 0 });
  await collect(other, { messages }).catch(() => {});
  expect(JSON.stringify(fake.requests[2]?.body)).not.toContain('commentary');
});
