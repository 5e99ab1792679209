import { type ModelSettings, SETTING_NAMES, settingProblems } from '@millrace/engine/run';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { anthropicWire } from '../../../../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../../../../fixtures/fake-provider.ts';
import { geminiWire } from '../../../../../fixtures/gemini-wire.ts';
import { runs } from '../../../../../fixtures/long.ts';
import { openAiChatWire } from '../../../../../fixtures/openai-chat-wire.ts';
import { openAiResponsesWire } from '../../../../../fixtures/openai-responses-wire.ts';
import { TEXT_SCRIPT } from '../../../../../fixtures/script.ts';
import type { ListedModel } from '../adapter/list-models.ts';
import type { Model } from '../adapter/model.ts';
import { collect, HELLO } from '../adapter/model-contract.ts';
import { createOpenAiModel } from '../openai/openai.ts';
import { withTextCalls } from '../text-calls/text-calls.ts';
import { PROVIDERS } from './providers.ts';

let fake: FakeProvider;
afterEach(() => fake.close());

const WIRES = [
  ['/chat/completions', openAiChatWire],
  ['/responses', openAiResponsesWire],
  ['/v1beta/', geminiWire],
  ['/v1/messages', anthropicWire],
] as const;

const serve = async (): Promise<void> => {
  fake = await startFakeProvider(({ path }) => ({
    chunks: (WIRES.find(([part]) => path.includes(part))?.[1] ?? anthropicWire).stream(TEXT_SCRIPT),
  }));
};

function create(id: string, facts: Partial<ListedModel> = {}, maxTokens?: number): Model {
  const [provider = '', ...rest] = id.split('/');
  const name = rest.join('/');
  const { create: make } = PROVIDERS.find((each) => each.id === provider) ?? expect.fail(id);
  return make(name, { apiKey: 'k', baseUrl: fake.url }, { listed: { name, ...facts }, maxTokens });
}

/** The body of a request without the conversation. */
async function sent(model: Model, settings: ModelSettings = {}): Promise<Record<string, unknown>> {
  await collect(model, { ...HELLO, settings });
  const {
    model: _m,
    messages: _c,
    input: _i,
    contents: _g,
    stream: _s,
    store: _k,
    ...rest
  } = fake.requests.at(-1)?.body ?? {};
  const { stream_options: _o, include: _e, ...body } = rest;
  return body;
}

const namesOf = ({ settings = [] }: Model): string[] => settings.map(({ name }) => name);

test.each<[string, Partial<ListedModel>, string[]]>([
  ['anthropic/claude-sonnet-4-5', {}, ['temperature', 'top_p', 'top_k', 'max_tokens', 'thinking_tokens']],
  ['anthropic/claude-3-haiku-20240307', {}, ['temperature', 'top_p', 'top_k', 'max_tokens']],
  // Sampling is gone from these, and a name that nobody knows is new.
  [
    'anthropic/claude-opus-4-8',
    { thinking: ['adaptive', 'disabled'], efforts: ['low', 'high'] },
    ['max_tokens', 'thinking', 'effort'],
  ],
  ['anthropic/claude-next', {}, ['max_tokens']],
  ['openai/gpt-4o', {}, ['temperature', 'top_p', 'max_tokens']],
  ['openai/gpt-5.1', {}, ['max_tokens', 'effort', 'verbosity']],
  ['openai/o3', {}, ['max_tokens', 'effort']],
  [
    'gemini/gemini-2.5-flash',
    { thinking: ['thinking'] },
    ['temperature', 'top_p', 'top_k', 'max_tokens', 'thinking_tokens'],
  ],
  [
    'gemini/gemini-3.5-flash',
    { thinking: ['thinking'] },
    ['temperature', 'top_p', 'top_k', 'max_tokens', 'effort'],
  ],
  ['gemini/gemma-3-27b-it', { thinking: [] }, ['temperature', 'top_p', 'top_k', 'max_tokens']],
  [
    'openrouter/meta/llama',
    { parameters: ['temperature', 'top_k', 'reasoning', 'seed'] },
    ['temperature', 'top_k', 'effort'],
  ],
  [
    'ollama/qwen3:8b',
    { thinking: ['thinking'] },
    ['temperature', 'top_p', 'frequency_penalty', 'presence_penalty', 'max_tokens', 'effort'],
  ],
  [
    'ollama/llama3.2',
    { thinking: [] },
    ['temperature', 'top_p', 'frequency_penalty', 'presence_penalty', 'max_tokens'],
  ],
  ['compatible/any', {}, ['temperature', 'top_p', 'frequency_penalty', 'presence_penalty', 'max_tokens']],
])('M257 %s offers exactly the settings that its wire has', async (id, facts, names) => {
  await serve();
  expect(namesOf(create(id, facts))).toEqual(names);
});

test.each<[string, Partial<ListedModel>, ModelSettings, object]>([
  [
    'anthropic/claude-sonnet-4-5',
    {},
    { temperature: 0.2, max_tokens: 500 },
    { max_tokens: 500, temperature: 0.2 },
  ],
  [
    'anthropic/claude-sonnet-4-5',
    {},
    { thinking_tokens: 2_000, max_tokens: 500 },
    { max_tokens: 2_500, thinking: { type: 'enabled', budget_tokens: 2_000 } },
  ],
  [
    'anthropic/claude-sonnet-4-5',
    { maxTokens: 3_000 },
    { thinking_tokens: 2_000, max_tokens: 3_000 },
    { max_tokens: 3_000, thinking: { type: 'enabled', budget_tokens: 2_000 } },
  ],
  ['anthropic/claude-sonnet-4-5', { maxTokens: 9 }, { thinking_tokens: 0 }, { max_tokens: 9 }],
  [
    'anthropic/claude-opus-4-8',
    { maxTokens: 9, thinking: ['adaptive', 'disabled'], efforts: ['low', 'high'] },
    { thinking: 'adaptive', effort: 'low' },
    { max_tokens: 9, thinking: { type: 'adaptive' }, output_config: { effort: 'low' } },
  ],
  [
    'anthropic/claude-opus-4-8',
    { maxTokens: 9, thinking: ['adaptive', 'disabled'] },
    { thinking: 'off', temperature: 0.5 },
    { max_tokens: 9, thinking: { type: 'disabled' } },
  ],
  [
    'openai/gpt-4o',
    {},
    { temperature: 1.5, top_p: 0.5, max_tokens: 16 },
    { temperature: 1.5, top_p: 0.5, max_output_tokens: 16 },
  ],
  [
    'openai/gpt-5.1',
    {},
    { effort: 'low', verbosity: 'high', temperature: 1 },
    { reasoning: { effort: 'low' }, text: { verbosity: 'high' } },
  ],
  [
    'gemini/gemini-2.5-flash',
    {},
    { temperature: 0, top_p: 1, top_k: 3, max_tokens: 7, thinking_tokens: 0 },
    {
      generationConfig: {
        temperature: 0,
        topP: 1,
        topK: 3,
        maxOutputTokens: 7,
        thinkingConfig: { thinkingBudget: 0 },
      },
    },
  ],
  [
    'gemini/gemini-3.5-flash',
    {},
    { effort: 'minimal' },
    { generationConfig: { thinkingConfig: { thinkingLevel: 'MINIMAL' } } },
  ],
  [
    'openrouter/meta/llama',
    { parameters: ['temperature', 'top_k', 'reasoning', 'max_tokens'] },
    { temperature: 0, top_k: 5, effort: 'high', max_tokens: 3, top_p: 0.5 },
    { temperature: 0, top_k: 5, reasoning: { effort: 'high' }, max_tokens: 3 },
  ],
  [
    'ollama/qwen3:8b',
    { thinking: ['thinking'] },
    { effort: 'low', presence_penalty: -1 },
    { reasoning_effort: 'low', presence_penalty: -1 },
  ],
])('M258 %s with %j gets %j as its provider calls it', async (id, facts, settings, body) => {
  await serve();
  expect(await sent(create(id, facts), settings)).toEqual(body);
  expect(await sent(withTextCalls(create(id, facts)), settings)).toEqual(body);
});

test('M258 a request without settings, or with none that the model takes, is as it was before', async () => {
  await serve();
  for (const { id } of PROVIDERS) {
    const model = create(`${id}/m`, { maxTokens: 77, parameters: [], thinking: [], efforts: [] });
    const plain = await sent(model);
    expect(await sent(model, { verbosity: 'high', effort: 'low', thinking: 'off', temperature: 99 })).toEqual(
      plain,
    );
    expect(JSON.stringify(plain)).not.toMatch(/temperature|top|penalty|effort|thinking/i);
  }
});

test('M258 a model of OpenAI behind Chat Completions gets its own names', async () => {
  await serve();
  const make = (model: string) => createOpenAiModel({ model, apiKey: 'k', baseUrl: fake.url, api: 'chat' });
  expect(await sent(make('gpt-5'), { effort: 'minimal', max_tokens: 5, verbosity: 'low' })).toEqual({
    reasoning_effort: 'minimal',
    max_completion_tokens: 5,
    verbosity: 'low',
  });
  expect(await sent(make('gpt-4o'), { frequency_penalty: 1 })).toEqual({ frequency_penalty: 1 });
});

test('M259 the owner’s longest answer is the most that a person can choose, and the default that is shown', async () => {
  await serve();
  for (const { id } of PROVIDERS) {
    const { settings = [] } = create(`${id}/m`, { maxTokens: 9_000 }, 500);
    const limit = settings.find(({ name }) => name === 'max_tokens');
    expect([id, limit]).toMatchObject([id, { max: 500, default: 500 }]);
    expect(settingProblems(settings, { max_tokens: 501 })).toEqual([
      { name: 'max_tokens', problem: 'too_large', limit: 500 },
    ]);
  }
});

test('M257 defaults and limits are those that the provider lists', async () => {
  await serve();
  const sampling = { temperature: 0.7, maxTemperature: 1.5, topP: 0.9, topK: 40 };
  expect(create('gemini/gemma', { sampling, maxTokens: 9, thinking: [] }).settings).toMatchObject([
    { name: 'temperature', max: 1.5, default: 0.7 },
    { name: 'top_p', default: 0.9 },
    { name: 'top_k', default: 40 },
    { name: 'max_tokens', max: 9, default: 9 },
  ]);
});

test('M258 whatever is asked for, no provider gets a value that its model does not take', async () => {
  await serve();
  const any = fc.oneof(
    fc.double({ min: -5, max: 5, noNaN: true }),
    fc.integer({ min: -10, max: 70_000 }),
    fc.constantFrom('low', 'high', 'off', 'adaptive', 'none', 'odd'),
  );
  const asked = fc.dictionary(fc.constantFrom(...SETTING_NAMES), any);
  const ids = [
    'anthropic/claude-sonnet-4-5',
    'openai/gpt-4o',
    'openai/gpt-5',
    'gemini/gemini-2.5-pro',
    'ollama/x',
  ];
  const models = ids.map((id) => create(id));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...models), asked, async (model, values) => {
      // The values are of any type, as an old or foreign row may hold them.
      const body = await sent(model, values as ModelSettings);
      const thinks = Object(body['thinking'])['type'] === 'enabled';
      if (thinks) expect(body).not.toHaveProperty('temperature');
      for (const [name, low, high] of [
        ['temperature', 0, model.id.startsWith('anthropic') ? 1 : 2],
        ['top_p', 0, 1],
        ['frequency_penalty', -2, 2],
      ] as const) {
        const value = body[name] ?? low;
        expect([name, Number(value) >= low && Number(value) <= high]).toEqual([name, true]);
      }
      expect(['undefined', 'none', 'minimal', 'low', 'medium', 'high']).toContain(
        String(Object(body['reasoning'])['effort']),
      );
    }),
    { numRuns: runs(60) },
  );
});
