import { type AnswerSettings, answerSettings } from '@millrace/engine/run';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { anthropicWire } from '../../../../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../../../../fixtures/fake-provider.ts';
import { geminiWire } from '../../../../../fixtures/gemini-wire.ts';
import { openAiChatWire } from '../../../../../fixtures/openai-chat-wire.ts';
import { openAiResponsesWire } from '../../../../../fixtures/openai-responses-wire.ts';
import { type RunningServer, readEvents, startServer } from '../../../../../fixtures/running-server.ts';
import { TEXT_SCRIPT } from '../../../../../fixtures/script.ts';
import { createAnthropicModel } from '../../models/anthropic/anthropic.ts';
import { createGeminiModel } from '../../models/gemini/gemini.ts';
import { createCompatibleModel } from '../../models/openai/compatible.ts';
import { createOpenAiModel } from '../../models/openai/openai.ts';

const WIRES = [
  ['/chat/completions', openAiChatWire],
  ['/responses', openAiResponsesWire],
  ['/v1beta/', geminiWire],
  ['/v1/messages', anthropicWire],
] as const;
const wireOf = (path: string) => WIRES.find(([part]) => path.includes(part))?.[1] ?? anthropicWire;

let fake: FakeProvider;
let server: RunningServer;
beforeEach(async () => {
  fake = await startFakeProvider(({ path }) => ({ chunks: wireOf(path).stream(TEXT_SCRIPT) }));
  const access = { apiKey: 'k', baseUrl: fake.url };
  server = await startServer([
    createAnthropicModel({ ...access, model: 'claude-sonnet-4-5' }),
    createOpenAiModel({ ...access, model: 'gpt-4o' }),
    createGeminiModel({ ...access, model: 'gemini-2.5-flash' }),
    createCompatibleModel({ ...access, model: 'm', provider: { id: 'ollama', name: 'Ollama' } }),
  ]);
  for (const id of ['chat-1', 'chat-2']) await server.api('POST', '/api/chats', { id });
});
afterEach(async () => {
  await server.close();
  await fake.close();
});

const ACCOUNT = '/api/account/settings';
const CHAT = '/api/chats/chat-1/settings';
const change = (path: string, body: object): Promise<Response> => server.api('PATCH', path, body);
async function read(path: string): Promise<AnswerSettings> {
  const body: unknown = await (await server.api('GET', path)).json();
  return answerSettings.parse(body) as AnswerSettings;
}
async function ask(model: string, conversation_id = 'chat-1'): Promise<void> {
  await readEvents(await server.api('POST', '/api/chat', { message: 'Hi', model, conversation_id }));
}
const heard = (): string | undefined => {
  const { path = '', body } = fake.requests.at(-1) ?? {};
  return wireOf(path).heard(body).system;
};
const MODELS = ['anthropic/claude-sonnet-4-5', 'openai/gpt-4o', 'gemini/gemini-2.5-flash', 'ollama/m'];

test('M263 on every wire the model reads the instructions of the account and of the chat, in this order', async () => {
  await change(ACCOUNT, { prompt: 'Call me Ada.' });
  await change(CHAT, { prompt: 'Answer in German.' });
  for (const model of MODELS) {
    await ask(model);
    expect([model, heard()]).toEqual([
      model,
      expect.stringMatching(/Call me Ada\.[\s\S]*Answer in German\.$/),
    ]);
    await ask(model, 'chat-2');
    expect([model, heard()]).toEqual([model, expect.stringMatching(/Call me Ada\.$/)]);
  }
});

test('M263 a change counts from the next message on, and none of it is in a message', async () => {
  await change(CHAT, { prompt: 'Be terse.' });
  await ask('ollama/m');
  expect(heard()).toContain('Be terse.');
  await change(CHAT, { prompt: 'Be long.' });
  await ask('ollama/m');
  expect(heard()).toMatch(/^(?![\s\S]*terse)[\s\S]*Be long\./);
  await change(CHAT, { prompt: '' });
  await ask('ollama/m');
  expect(heard() ?? '').not.toContain('Instructions of the person');
  const messages = await (await server.api('GET', '/api/chats/chat-1/messages')).text();
  expect(messages).toContain('Hello world.');
  expect(messages).not.toMatch(/Be terse|Be long|Instructions of the person/);
});

test('M263 settings of the chat win over those of the account, and each model has its own', async () => {
  const [claude = '', gpt = ''] = MODELS;
  await change(ACCOUNT, {
    models: { [claude]: { temperature: 0.2, top_k: 5 }, [gpt]: { temperature: 1.9 } },
  });
  await change(CHAT, { models: { [claude]: { temperature: 0.9 } } });
  await ask(claude);
  expect(fake.requests.at(-1)?.body).toMatchObject({ temperature: 0.9, top_k: 5 });
  await ask(claude, 'chat-2');
  expect(fake.requests.at(-1)?.body).toMatchObject({ temperature: 0.2, top_k: 5 });
  await ask(gpt);
  expect(fake.requests.at(-1)?.body).toMatchObject({ temperature: 1.9 });
  await change(CHAT, { models: { [claude]: { temperature: null } } });
  await ask(claude);
  expect(fake.requests.at(-1)?.body).toMatchObject({ temperature: 0.2 });
  expect(await read(CHAT)).toEqual({ prompt: '', models: {}, rev: 2 });
});

test.each<[string, object, string, RegExp]>([
  [
    'a value that is too large',
    { models: { 'anthropic/claude-sonnet-4-5': { temperature: 1.5 } } },
    'bad_setting',
    /temperature must be 1 or less for claude-sonnet-4-5\./,
  ],
  [
    'a value that is too small',
    { models: { 'openai/gpt-4o': { max_tokens: 3 } } },
    'bad_setting',
    /max_tokens must be 16 or more/,
  ],
  ['half a token', { models: { 'openai/gpt-4o': { max_tokens: 20.5 } } }, 'bad_setting', /whole number/],
  [
    'a setting that the wire does not have',
    { models: { 'openai/gpt-4o': { top_k: 3 } } },
    'bad_setting',
    /gpt-4o has no setting top_k/,
  ],
  [
    'a word for a number',
    { models: { 'openai/gpt-4o': { top_p: 'much' } } },
    'bad_setting',
    /top_p must be a number/,
  ],
  [
    'two that exclude each other',
    { models: { 'anthropic/claude-sonnet-4-5': { temperature: 0.5, thinking_tokens: 2000 } } },
    'bad_setting',
    /does not take temperature together with thinking_tokens/,
  ],
  [
    'a model that is not there',
    { models: { 'nobody/x': { top_p: 1 } } },
    'unknown_model',
    /no model nobody\/x/,
  ],
  [
    'instructions that are too long',
    { prompt: 'x'.repeat(20_001) },
    'bad_body',
    /prompt: must be 20000 characters at most/,
  ],
  ['what nobody knows', { prompts: 'x' }, 'bad_body', /./],
])('M264 %s is refused with what to do, and nothing is kept', async (_, body, code, words) => {
  for (const path of [ACCOUNT, CHAT]) {
    const refused = await change(path, body);
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { code, message: expect.stringMatching(words) },
    ]);
    expect(await read(path)).toMatchObject({ rev: 0 });
  }
});

test('M264 a value that excludes one from before is refused until that one is reset', async () => {
  const [id = ''] = MODELS;
  await change(CHAT, { models: { [id]: { temperature: 0.5 } } });
  const refused = await change(CHAT, { models: { [id]: { thinking_tokens: 2000 } } });
  expect(await refused.json()).toMatchObject({ code: 'bad_setting' });
  const both = await change(CHAT, { models: { [id]: { thinking_tokens: 2000, temperature: null } } });
  expect(await both.json()).toMatchObject({ models: { [id]: { thinking_tokens: 2000 } } });
});

test('M264 a chat that is not there has no settings; what is not there can be reset', async () => {
  for (const response of [
    await server.api('GET', '/api/chats/nowhere/settings'),
    await change('/api/chats/nowhere/settings', { prompt: 'x' }),
  ])
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'no_chat' }]);
  expect((await change(ACCOUNT, { models: { 'gone/model': { temperature: null } } })).status).toBe(200);
});

test('M265 the list of models has the window, the price and the settings of each', async () => {
  const { models } = (await (await server.api('GET', '/api/models')).json()) as { models: object[] };
  expect(models[0]).toMatchObject({
    id: 'anthropic/claude-sonnet-4-5',
    context_window: 200_000,
    price: { input: 3, output: 15 },
    settings: expect.arrayContaining([expect.objectContaining({ name: 'thinking_tokens', default: 0 })]),
  });
  expect(models[3]).not.toHaveProperty('price');
});

test('L368 every device is told when the account’s settings, a chat’s or the models changed', async () => {
  await ask('ollama/m');
  const abort = new AbortController();
  const response = await fetch(`${server.url}/api/sync`, {
    headers: { ...server.device },
    signal: abort.signal,
  });
  const reader = response.body?.getReader() ?? expect.fail('no stream');
  let text = '';
  const until = async (part: RegExp): Promise<void> => {
    while (!part.test(text)) text += new TextDecoder().decode((await reader.read()).value);
  };
  await until(/"chats":\[\{/);
  await change(ACCOUNT, { prompt: 'x' });
  await until(/"settings_rev":1/);
  text = '';
  await change(CHAT, { prompt: 'y' });
  await until(/"id":"chat-1"[^}]*"settings_rev":1/);
  abort.abort();
});
