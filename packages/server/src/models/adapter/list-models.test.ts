import { afterEach, expect, test } from 'vitest';
import { type FakeProvider, startFakeProvider } from '../../../../../fixtures/fake-provider.ts';
import { listModels } from './list-models.ts';

let fake: FakeProvider;
afterEach(() => fake.close());

async function list(answer: unknown) {
  fake = await startFakeProvider(() => ({ chunks: [JSON.stringify(answer)] }));
  return listModels(fake.url, {});
}

test.each<[string, object, string]>([
  ['OpenRouter', { data: [{ id: 'm', name: 'Maker: M', context_length: 7 }] }, 'm'],
  ['Anthropic', { data: [{ type: 'model', id: 'm', max_input_tokens: 7, max_tokens: 3 }] }, 'm'],
  ['Gemini', { models: [{ name: 'models/m', inputTokenLimit: 7, outputTokenLimit: 3 }] }, 'm'],
  ['vLLM', { data: [{ id: 'maker/m', max_model_len: 7 }] }, 'maker/m'],
  ['llama.cpp', { data: [{ id: 'm', meta: { n_ctx: 7, n_ctx_train: 9 } }] }, 'm'],
  ['Groq', { data: [{ id: 'm', context_window: 7 }] }, 'm'],
  ['Mistral', { data: [{ id: 'm', max_context_length: 7 }] }, 'm'],
  ['LM Studio', { data: [{ id: 'm', max_context_length: 9, loaded_context_length: 7 }] }, 'm'],
])('M22 %s tells how many tokens fit', async (_, answer, name) => {
  expect(await list(answer)).toMatchObject([{ name, contextWindow: 7 }]);
});

test('M22 what makes no sense in a list takes nothing from the rest', async () => {
  const odd = [null, 3, {}, { id: 4 }, { id: 'a', context_length: 'many' }, { id: 'b', context_length: 0 }];
  expect(await list({ data: odd })).toEqual([{ name: 'a' }, { name: 'b' }]);
});
