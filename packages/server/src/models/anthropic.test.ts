import { afterEach, expect, test } from 'vitest';
import { anthropicWire } from '../../../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../../../fixtures/fake-provider.ts';
import { FULL_SCRIPT, TEXT_SCRIPT } from '../../../../fixtures/script.ts';
import { createAnthropicModel } from './anthropic.ts';
import { collect, contentOf, modelContract } from './model-contract.ts';

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
