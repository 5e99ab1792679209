import type { MessageRecord } from '@millrace/engine/run';
import { afterEach, expect, test } from 'vitest';
import { anthropicWire, unmarked } from '../../../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../../../fixtures/fake-provider.ts';
import { geminiWire } from '../../../../fixtures/gemini-wire.ts';
import { isLong } from '../../../../fixtures/long.ts';
import { chatWire, openAiChatWire } from '../../../../fixtures/openai-chat-wire.ts';
import { openAiResponsesWire } from '../../../../fixtures/openai-responses-wire.ts';
import type { Script, ScriptPart, Wire } from '../../../../fixtures/script.ts';
import { type ScriptedAgent, scriptedAgent } from '../../../../fixtures/scripted-agent.ts';
import type { Model } from '../models/adapter/model.ts';
import { createAnthropicModel } from '../models/anthropic/anthropic.ts';
import { createGeminiModel } from '../models/gemini/gemini.ts';
import { createCompatibleModel } from '../models/openai/compatible.ts';
import { createOpenAiModel } from '../models/openai/openai.ts';
import { withTextCalls } from '../models/text-calls/text-calls.ts';
import type { Tool } from '../tools/define/tool.ts';

const fakes: FakeProvider[] = [];
afterEach(() => Promise.all(fakes.splice(0).map((fake) => fake.close())));

async function serve(reply: () => readonly string[]): Promise<FakeProvider> {
  const fake = await startFakeProvider(() => ({ chunks: reply() }));
  fakes.push(fake);
  return fake;
}

interface Service {
  readonly wire: Wire;
  create(baseUrl: string): Model;
}

const key = { model: 'm', apiKey: 'k', retries: 0 };
const WIRES: Readonly<Record<string, Service>> = {
  Anthropic: { wire: anthropicWire, create: (baseUrl) => createAnthropicModel({ ...key, baseUrl }) },
  Responses: { wire: openAiResponsesWire, create: (baseUrl) => createOpenAiModel({ ...key, baseUrl }) },
  Chat: { wire: openAiChatWire, create: (baseUrl) => createOpenAiModel({ ...key, baseUrl, api: 'chat' }) },
  compatible: {
    wire: chatWire('reasoning'),
    create: (baseUrl) => createCompatibleModel({ ...key, provider: { id: 'x', name: 'X' }, baseUrl }),
  },
  Gemini: { wire: geminiWire, create: (baseUrl) => createGeminiModel({ ...key, baseUrl }) },
  'calls in text': {
    wire: chatWire('reasoning'),
    create: (baseUrl) =>
      withTextCalls(createCompatibleModel({ ...key, provider: { id: 'x', name: 'X' }, baseUrl })),
  },
};

const SHAPES: Readonly<Record<string, readonly ScriptPart[]>> = {
  text: [{ text: ['Hel', 'lo'] }],
  thinking: [{ thinking: ['So'], signature: 'c2ln' }],
  nothing: [],
  'half a call': [{ calls: [{ id: 'c1', name: 'look', input: { at: 'x' }, json: '{"at":' }] }],
  'the name of a call': [{ calls: [{ id: 'c1', name: 'look', input: { at: 'x' }, json: '' }] }],
};

const END: Script = { parts: [{ text: ['The end.'] }] };

function look(ran: string[]): Tool {
  return {
    ...{ name: 'look', description: 'Looks.', input_schema: { type: 'object' } },
    ...{ effect: 'read', approval: 'allow' },
    async run(input) {
      ran.push(JSON.stringify(input));
      return { content: 'Seen.' };
    },
  };
}

/** Lets a model say this, then that all is over, and sends two messages. */
async function talk(
  { wire, create }: Service,
  scripts: readonly Script[],
  options: { readonly mode?: string; readonly tools?: readonly Tool[]; readonly maxIterations?: number } = {},
) {
  const left = [...scripts];
  const ran: string[] = [];
  const fake = await serve(() => wire.stream(left.shift() ?? END));
  const agent = await scriptedAgent({
    script: () => [],
    model: () => ({ ...create(fake.url), id: 'test/script' }),
    tools: options.tools ?? [look(ran)],
    ...(options.maxIterations !== undefined && { maxIterations: options.maxIterations }),
  });
  const { mode } = options;
  const runId = await agent.send('First', mode === undefined ? {} : { mode });
  await agent.until(runId, 'completed', 'failed');
  const answer = (await agent.records()).find(({ id }) => id === runId);
  if (answer === undefined) throw new Error('There is no answer.');
  return { agent, answer, fake, ran, runId };
}

/** True if the person sees why: by a stop, by an error, or by an answer that is an end. */
function tellsWhy({ stop, error, text }: MessageRecord): boolean {
  return stop !== undefined || error !== undefined || text.includes('The end.');
}

async function goesOn(agent: ScriptedAgent): Promise<void> {
  const runId = await agent.send('Second');
  // The local server refuses what the real one would.
  expect(await agent.until(runId, 'completed', 'failed')).toMatchObject({ status: 'completed' });
}

test.each(Object.entries(WIRES))(
  'M42 %s: however a message ends, its run ends and tells why, and the chat goes on',
  async (name, service) => {
    // Gemini's calls are whole, and a model without native calls makes none.
    const isWhole = name === 'Gemini' || name === 'calls in text';
    const shapes = Object.entries(SHAPES).filter(([shape]) => !(isWhole && shape.includes('call')));
    const stops = [...Object.entries(service.wire.stops), ['a_new_reason', ['other']] as const];
    // In the long form all with all; else each word after two of the shapes, and each shape before many words.
    const some = (at: number) =>
      shapes.filter((_, i) => isLong || (i - at) % shapes.length === 0 || (i - at - 2) % shapes.length === 0);
    const cases = stops.flatMap(([stop, [reason]], at) =>
      some(at).map(async ([shape, parts]) => {
        const { agent, answer, ran } = await talk(service, [{ parts, stop: { name: stop } }]);
        const isNormal = ['end_turn', 'tool_use', 'stop_sequence'].includes(reason);
        const case_ = `${stop} after ${shape}`;
        expect([case_, answer.status, tellsWhy(answer) || isNormal]).toEqual([case_, 'completed', true]);
        // A name alone is a whole call only where the message was not cut.
        const mayRun = shape === 'the name of a call' && (isNormal || reason === 'pause_turn');
        if (!mayRun) expect([case_, ran]).toEqual([case_, []]);
        if (reason === 'refusal') expect([case_, answer.stop?.reason]).toEqual([case_, reason]);
        await goesOn(agent);
      }),
    );
    await Promise.all(cases);
  },
);

const { Anthropic = expect.fail(), Gemini = expect.fail() } = WIRES;
const TEXT = [{ text: ['Hel', 'lo'] }];

test('M254 an answer that reached the limit says so, and one that only thought is not asked for again', async () => {
  for (const parts of [TEXT, [{ thinking: ['Long.'] }], []]) {
    const { answer, fake } = await talk(Anthropic, [{ parts, stop: 'max_tokens' }]);
    expect(answer).toMatchObject({ status: 'completed', stop: { reason: 'max_tokens' } });
    expect(fake.requests).toHaveLength(1);
  }
});

test('M254 where tools must be used a cut answer goes on by itself, and the model is told', async () => {
  const finish: Tool = { ...look([]), name: 'finish', ends: true };
  const { answer, fake } = await talk(Anthropic, [{ parts: TEXT, stop: 'max_tokens' }], {
    mode: 'code',
    tools: [finish],
  });
  expect(JSON.stringify(fake.requests[1]?.body.messages)).toContain('cut off at the output limit');
  expect(answer.stop).toBeUndefined();
});

test('A494 an answer that is cut off three times in a row where work is done ends there, and says that it was cut', async () => {
  const finish: Tool = { ...look([]), name: 'finish', ends: true };
  const cut: Script = { parts: TEXT, stop: 'max_tokens' };
  const { answer, fake } = await talk(Anthropic, [cut, cut, cut], { mode: 'code', tools: [finish] });
  expect(answer).toMatchObject({ status: 'completed', stop: { reason: 'max_tokens' } });
  expect(fake.requests).toHaveLength(3);
});

test('A494 calls that were cut off three times in a row are told as cut, not as calls that can not be run', async () => {
  const cut: Script = { parts: SHAPES['half a call'] ?? [], stop: 'max_tokens' };
  const { answer } = await talk(Anthropic, [cut, cut, cut], { mode: 'code', tools: [look([])] });
  expect(answer.error?.code).toBe('needs_person');
  expect(answer.error?.message).toContain('output limit');
});

test('M43 a refusal ends the run: whole calls of it do not run, and nothing is asked again', async () => {
  const asks: Tool = { ...look([]), approval: 'ask' };
  const parts = [{ calls: [{ id: 'c1', name: 'look', input: { at: 'x' } }] }];
  const words = { category: 'cyber', explanation: 'Not this.' };
  const { agent, answer, fake, runId } = await talk(
    Anthropic,
    [{ parts, stop: { name: 'refusal', ...words } }],
    {
      tools: [asks],
    },
  );
  expect(answer.stop).toEqual({
    reason: 'refusal',
    details: { type: 'refusal', reason: 'refusal', ...words },
  });
  expect(fake.requests).toHaveLength(1);
  const results = answer.content?.filter(({ type }) => type === 'tool_result');
  expect(results).toMatchObject([{ is_error: true, content: expect.stringContaining('refused') }]);
  expect((await agent.store.readApprovals(runId)).every(({ status }) => status !== 'pending')).toBe(true);
});

test('M43 the next request holds neither the refused answer nor its question, but what ran for it', async () => {
  const refusal = { parts: TEXT, stop: { name: 'refusal' } };
  const { agent, fake } = await talk(Anthropic, [refusal]);
  await goesOn(agent);
  expect(unmarked(fake.requests.at(-1)?.body)['messages']).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'Second' }] },
  ]);
  const called = {
    parts: [{ calls: [{ id: 'c1', name: 'look', input: { at: 'x' } }] }],
    stop: 'tool_use' as const,
  };
  const worked = await talk(Anthropic, [called, refusal]);
  expect(worked.ran).toEqual(['{"at":"x"}']);
  await goesOn(worked.agent);
  const sent = JSON.stringify(worked.fake.requests.at(-1)?.body.messages);
  expect(sent).toContain('These tools had run: look.');
  expect(sent).not.toMatch(/First|Hello/);
});

test('M45 a paused message goes back as it is, and is no end', async () => {
  const { wire } = Anthropic;
  const use = { type: 'server_tool_use', id: 'srv_1', name: 'web_search' };
  const result = { type: 'web_search_tool_result', tool_use_id: 'srv_1', content: [] };
  const event = (data: { type: string; [field: string]: unknown }): string =>
    `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
  const [start = '', ...rest] = wire.stream({ parts: [], stop: { name: 'pause_turn' } });
  const paused = [
    start,
    event({ type: 'content_block_start', index: 0, content_block: { ...use, input: {} } }),
    event({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'input_json_delta', partial_json: '{"query":"rain"}' },
    }),
    event({ type: 'content_block_stop', index: 0 }),
    ...rest,
  ];
  const again = [
    start,
    event({ type: 'content_block_start', index: 0, content_block: result }),
    event({ type: 'content_block_stop', index: 0 }),
    ...rest,
  ];
  const replies = [paused, again];
  const fake = await serve(() => replies.shift() ?? wire.stream(END));
  const agent = await scriptedAgent({
    script: () => [],
    model: () => ({ ...Anthropic.create(fake.url), id: 'test/script' }),
  });
  const runId = await agent.send('Rain?');
  await agent.until(runId, 'completed', 'failed');
  const asked = { ...use, input: { query: 'rain' } };
  const question = { role: 'user', content: [{ type: 'text', text: 'Rain?' }] };
  expect(fake.requests.map(({ body }) => unmarked(body)['messages'])).toEqual([
    [question],
    [question, { role: 'assistant', content: [asked] }],
    [question, { role: 'assistant', content: [asked, result] }],
  ]);
  const answer = (await agent.records()).at(-1);
  expect([answer?.text, answer?.stop]).toEqual(['The end.', undefined]);
});

test('M45 a message that pauses for ever ends at the limit of steps, and says so', async () => {
  const pause = { parts: TEXT, stop: { name: 'pause_turn' } };
  const { answer, fake } = await talk(
    Anthropic,
    Array.from({ length: 30 }, () => pause),
    { maxIterations: 4 },
  );
  expect(fake.requests).toHaveLength(5);
  expect(answer).toMatchObject({ status: 'completed', stop: { reason: 'pause_turn' } });
});

test('M46 a full window is condensed and the answer asked for again; where nothing can be, it says so', async () => {
  const full = { parts: TEXT, stop: { name: 'model_context_window_exceeded' } };
  const { agent, answer } = await talk(Anthropic, [full, END, full, { parts: [{ text: ['In short.'] }] }]);
  // Nothing stood before the first question.
  expect(answer).toMatchObject({ text: 'Hello', stop: { reason: 'model_context_window_exceeded' } });
  const second = await agent.send('Second');
  await agent.until(second, 'completed');
  // The chat is condensed first, then the answer is cut, and there is nothing left to condense.
  const records = await agent.records();
  expect(records.at(-1)).toMatchObject({ condensed: { summary: 'The end.' } });
  const other = await talk(Anthropic, [END, full, { parts: [{ text: ['In short.'] }] }]);
  await goesOn(other.agent);
  const last = (await other.agent.records()).at(-1);
  expect(last).toMatchObject({ text: 'The end.', condensed: { summary: 'In short.' } });
  expect(last?.stop).toBeUndefined();
});

test('M47 a call that Gemini could not read is told to the model, three in a row to the person', async () => {
  const bad = { parts: TEXT, stop: { name: 'MALFORMED_FUNCTION_CALL' } };
  const { answer, fake } = await talk(Gemini, [bad, bad]);
  expect(answer).toMatchObject({ status: 'completed', text: expect.stringContaining('The end.') });
  expect(JSON.stringify(fake.requests[1]?.body)).toContain('could not be read');
  const stuck = await talk(Gemini, [bad, bad, bad]);
  expect(stuck.answer).toMatchObject({ status: 'failed', error: { code: 'needs_person' } });
});

test.each<[string, Script, RegExp]>([
  [
    'refused',
    { parts: TEXT, stop: { name: 'refusal', explanation: 'Too sharp.' } },
    /gave no answer.*Too sharp/,
  ],
  ['cut', { parts: TEXT, stop: 'max_tokens' }, /Hello.*did not finish.*output limit/],
  ['empty and cut', { parts: [], stop: 'max_tokens' }, /gave no answer.*output limit/],
  ['stopped for something new', { parts: TEXT, stop: { name: 'sleepy' } }, /Hello.*sleepy/],
])('M48 a sub-agent that was %s tells its parent', async (_, script, words) => {
  const delegate: Tool = {
    ...look([]),
    name: 'delegate',
    run: async (_input, { spawn }) => ({ content: await spawn({ message: 'Do it' }) }),
  };
  const called: Script = {
    parts: [{ calls: [{ id: 'c1', name: 'delegate', input: {} }] }],
    stop: 'tool_use',
  };
  const { answer } = await talk(Anthropic, [called, script], { tools: [delegate] });
  const result = answer.content?.find(({ type }) => type === 'tool_result');
  expect(JSON.stringify(result)).toMatch(words);
  expect([answer.text, answer.stop]).toEqual(['The end.', undefined]);
});
