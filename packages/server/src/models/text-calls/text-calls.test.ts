import type { Dialect } from '@millrace/engine/calls';
import type { BlockEvent, ToolUseBlock } from '@millrace/engine/message';
import { afterEach, expect, test } from 'vitest';
import { anthropicWire, unmarked } from '../../../../../fixtures/anthropic-wire.ts';
import { type FakeProvider, startFakeProvider } from '../../../../../fixtures/fake-provider.ts';
import { pieces, type Script, type ScriptCall } from '../../../../../fixtures/script.ts';
import { REQUEST, saying, speaking, TOOLS, text, tool } from '../../../../../fixtures/text-tools.ts';
import type { Model, ModelMessage, ModelRequest } from '../adapter/model.ts';
import { answeredCall, collect, contentOf, expectedBlocks, IMAGE } from '../adapter/model-contract.ts';
import { createAnthropicModel } from '../anthropic/anthropic.ts';
import { type PrintDialect, printCall } from './print-call.ts';
import { fenceResult, fenceSection, resultMark } from './result-fence.ts';
import { withTextCalls } from './text-calls.ts';
import { toolSection } from './tool-section.ts';

const DIALECTS: readonly PrintDialect[] = ['roo', 'invoke', 'qwen', 'hermes'];
const MARK = resultMark('a run');

let fake: FakeProvider | undefined;
afterEach(() => fake?.close());

/** The answer of a model over the wire of a real adapter, with the request that it got. */
async function overTheWire(script: Script, request: Partial<ModelRequest>, wrap: (model: Model) => Model) {
  fake = await startFakeProvider(() => ({ chunks: anthropicWire.stream(script) }));
  const model = wrap(createAnthropicModel({ model: 'm', apiKey: 'k', baseUrl: fake.url }));
  const messages: ModelMessage[] = [{ role: 'user', content: [{ type: 'text', text: 'Do it' }] }];
  const events = await collect(model, { messages, tools: TOOLS, ...request });
  await fake.close();
  return { events, message: contentOf(events), body: unmarked(fake.requests[0]?.body) };
}

const read = async (chunks: readonly string[], dialect: Dialect = 'roo') =>
  contentOf(await collect(withTextCalls(saying(chunks), { dialect }), REQUEST));
const calls = (content: readonly { readonly type: string }[]) =>
  content.filter((block): block is ToolUseBlock => block.type === 'tool_use');
const readCalls = async (said: string, dialect?: Dialect) => calls((await read([said], dialect)).content);

const call = (name: string, input: ScriptCall['input'], id = 'x'): ScriptCall => ({ id, name, input });
const SCRIPT_CALLS = [
  call('write_to_file', {
    path: 'a/ü.ts',
    content: '\nif (a < b && "c") {\n\t</content>\n}\n\n',
    line_count: 4,
  }),
  call('execute_command', { command: 'echo "&amp;" && ls', cwd: '.' }),
  call('wait', {}),
  call('plan', {
    days: -1.5e3,
    wet: false,
    cities: ['東京', '"'],
    more: { a: [null] },
    note: '🌊 "5"',
    unit: 'C',
  }),
];
const native: Script = {
  parts: [
    { thinking: ['Hm', '.'], signature: 'c2ln' },
    { text: ['I do ', 'it.'] },
    { calls: SCRIPT_CALLS },
    { text: ['Done?'] },
  ],
  stop: 'tool_use',
};

test.each(DIALECTS)('M12 calls in %s give the blocks of native calls', async (dialect) => {
  const printed = SCRIPT_CALLS.map(({ name, input }) => printCall(dialect, name, input)).join('\n\n');
  const said = `I do it.\n\n${printed}\n\nDone?`;
  const script: Script = { parts: [{ thinking: ['Hm', '.'], signature: 'c2ln' }, { text: pieces(said, 7) }] };
  const { message } = await overTheWire(script, {}, (model) => withTextCalls(model, { dialect }));
  const ids = SCRIPT_CALLS.map((_, i) => `msg_1_${i + 1}`);
  const expected = expectedBlocks(native, true).map((block) =>
    block.type === 'tool_use' ? { ...block, id: ids.shift() } : block,
  );
  expect(message.content).toMatchObject(expected);
  expect(message.content[0]).toMatchObject({ signature: 'c2ln' });
  const { message: nativeMessage } = await overTheWire(native, {}, (model) => model);
  const comparable = ({ content, ...rest }: typeof message) => ({
    ...rest,
    content: content.map(({ id: _, ...block }) => block),
  });
  expect(comparable(message)).toEqual(comparable(nativeMessage));
});

test('M250 the model is asked in text: no tools, and calls and results as words', async () => {
  const messages: ModelMessage[] = [
    { role: 'user', content: [{ type: 'text', text: 'Write it' }] },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm', signature: 'c2ln' },
        { type: 'text', text: 'Yes.' },
        { type: 'tool_use', id: 'a', name: 'write_to_file', input: { path: 'a.ts', content: 'x' } },
        {
          type: 'tool_use',
          id: 'b',
          name: 'plan',
          input: { days: 2, note: null },
          message: 'x was ignored.',
        },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', name: 'write_to_file', content: '' },
        { type: 'tool_result', tool_use_id: 'b', name: 'plan', content: 'No such day', is_error: true },
        { type: 'text', text: 'Go on' },
      ],
    },
  ];
  const { body } = await overTheWire(
    { parts: [{ text: ['ok'] }] },
    { system: 'Be brief.', messages, mark: MARK },
    withTextCalls,
  );
  expect(Object.keys(body).sort()).toEqual(['max_tokens', 'messages', 'model', 'stream', 'system']);
  expect(body['system']).toBe(`Be brief.\n\n${toolSection(TOOLS, 'roo')}\n\n${fenceSection(MARK)}`);
  expect(body['messages']).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'Write it' }] },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm', signature: 'c2ln' },
        {
          type: 'text',
          text: 'Yes.\n\n<write_to_file>\n<path>a.ts</path>\n<content>\nx\n</content>\n</write_to_file>\n\n<plan>\n<days>2</days>\n</plan>',
        },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'text',
          text: `[write_to_file for 'a.ts'] Result:\n${fenceResult('(no output)', MARK)}\n\n[plan] Error:\n(x was ignored.)\n${fenceResult('No such day', MARK)}\n\nGo on`,
        },
      ],
    },
  ]);
});

test('M20 images stay images behind results that became words', async () => {
  const { body } = await overTheWire(
    { parts: [{ text: ['ok'] }] },
    { messages: answeredCall(IMAGE, { type: 'text', text: 'And?' }), mark: MARK },
    withTextCalls,
  );
  expect((body['messages'] as ModelMessage[]).at(-1)?.content).toMatchObject([
    { type: 'text', text: `[look] Result:\n${fenceResult('seen', MARK)}` },
    { type: 'image', source: { media_type: 'image/png', data: IMAGE.data } },
    { type: 'text', text: 'And?' },
  ]);
});

test('M250 without tools the answer passes as it is, and calls of old stay words', async () => {
  const messages = answeredCall();
  const script: Script = { parts: [{ text: [' <wait>', '</wait> '] }] };
  const asked = { tools: [], messages, mark: MARK };
  const { message, body } = await overTheWire(script, asked, withTextCalls);
  expect(message.content).toMatchObject([{ type: 'text', text: ' <wait></wait> ' }]);
  expect((body['messages'] as ModelMessage[])[1]?.content).toEqual([
    { type: 'text', text: '<look>\n</look>' },
  ]);
  expect(body['system']).toBe(fenceSection(MARK));
});

test.each([
  ['<days>3</days>', { days: 3 }],
  ['<days>three</days>', { days: 'three' }],
  ['<days>"3"</days>', { days: '"3"' }],
  ['<wet>true</wet>', { wet: true }],
  ['<wet>null</wet>', { wet: null }],
  ['<wet>yes</wet>', { wet: 'yes' }],
  ['<cities>\n[\n"a"\n]\n</cities>', { cities: ['a'] }],
  ['<cities>a, b</cities>', { cities: 'a, b' }],
  ['<cities>{}</cities>', { cities: '{}' }],
  ['<note>3</note>', { note: '3' }],
  ['<any>3</any>', { any: '3' }],
  ['<unit>C</unit>', { unit: 'C' }],
])('M251 a value is of the type that its schema asks for: %s', async (params, input) => {
  expect((await readCalls(`<plan>${params}</plan>`))[0]?.input).toEqual(input);
});

const WRITE = '<write_to_file>\n<path>a.ts</path>\n<content>\nb\n</content>\n</write_to_file>';

test('M252 a message that is cut inside a call gives no input, wherever it is cut', async () => {
  const opening = '<write_to_file>'.length;
  for (let end = opening; end < WRITE.length; end++) {
    const { content, finishReason } = contentOf(
      await collect(withTextCalls(saying([WRITE.slice(0, end)], 'max_tokens')), REQUEST),
    );
    expect(content).toMatchObject([
      {
        type: 'tool_use',
        input: {},
        input_error: expect.stringContaining('ended in the middle of this call of write_to_file'),
      },
    ]);
    expect(() => JSON.parse(calls(content)[0]?.input_text ?? '')).toThrow();
    expect(finishReason).toBe('max_tokens');
  }
});

test.each([
  ['ambiguous', `${WRITE}\n</content>\n</write_to_file>`, 'not certain where its values end'],
  ['not JSON', '<tool_call>{"name":"wait","arguments":"a"}</tool_call>', 'not valid JSON'],
  ['a large value', `<plan><note>${'x'.repeat(110_000)}</note></plan>`, 'larger than 102400 bytes'],
  ['a large message', `${WRITE}${'x'.repeat(1_100_000)}`, 'larger than 1048576 bytes'],
])('M252 what may not run has no input and says why: %s', async (_, said, words) => {
  const dialect = said.startsWith('<tool_call>') ? 'hermes' : 'roo';
  const [first] = await readCalls(said, dialect);
  expect(first).toMatchObject({ input: {}, input_error: expect.stringContaining(words) });
});

test('M252 a message past its limit ends there, and the model is not listened to any longer', async () => {
  let listened = 0;
  const chatter = speaking([
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  ]);
  const model: Model = {
    ...chatter,
    async *stream() {
      yield { type: 'message_start', message: { id: 'm' } };
      yield { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
      for (; listened < 100; listened++) {
        yield {
          type: 'content_block_delta',
          index: 0,
          delta: { type: 'text_delta', text: 'x'.repeat(100_000) },
        };
      }
    },
  };
  const message = contentOf(await collect(withTextCalls(model), REQUEST));
  expect(message).toMatchObject({ status: 'completed', finishReason: 'max_tokens' });
  expect(message.content).toMatchObject([{ type: 'text', text: 'x'.repeat(1_048_576) }]);
  expect(listened).toBeLessThan(12);
});

test.each([
  ['<plan><days>1</days><x>2</x></plan>', 'plan has no parameter x'],
  ['<plan>so <days>1</days></plan>', 'Text between the parameters of plan was ignored'],
])(
  'M252 a call with something odd in it runs, and its block says what was ignored: %s',
  async (said, words) => {
    const [first] = await readCalls(said);
    expect(first).toMatchObject({ input: { days: 1 }, message: expect.stringContaining(words) });
    expect(first?.input_error).toBeUndefined();
  },
);

test.each([
  ['Hello', 'end_turn', 'end_turn'],
  ['<wait></wait>', 'end_turn', 'tool_use'],
  ['<wait></wait><wait>', 'max_tokens', 'max_tokens'],
  ['<wait></wait>', 'model_context_window_exceeded', 'model_context_window_exceeded'],
  ['<wait></wait>', 'other', 'other'],
  ['<wait></wait>', 'stop_sequence', 'tool_use'],
  ['<wait></wait>', 'refusal', 'refusal'],
  ['<wait>', 'max_tokens', 'max_tokens'],
])('M252 %j that ended with %s is told as %s', async (said, reason, told) => {
  const { finishReason } = contentOf(await collect(withTextCalls(saying([said], reason)), REQUEST));
  expect(finishReason).toBe(told);
});

test('M253 no two calls of a conversation have one id, even if the provider counts anew', async () => {
  const messages: ModelMessage[] = [];
  const ids: string[] = [];
  for (let turn = 0; turn < 4; turn++) {
    const events = await collect(withTextCalls(saying(['<wait></wait> and <wait></wait>'])), {
      messages,
      tools: TOOLS,
    });
    for (const { id, name, input } of calls(contentOf(events).content)) {
      ids.push(id);
      messages.push({ role: 'assistant', content: [{ type: 'tool_use', id, name, input }] });
    }
  }
  expect(ids).toHaveLength(8);
  expect(new Set(ids).size).toBe(8);
});

test('M12 thinking, hidden thinking, citations and native blocks pass through, each in its place', async () => {
  const citation = { type: 'char_location', cited_text: 'a' };
  const start = (
    index: number,
    content_block: Extract<BlockEvent, { type: 'content_block_start' }>['content_block'],
  ): BlockEvent => ({
    type: 'content_block_start',
    index,
    content_block,
  });
  const delta = (
    index: number,
    change: Extract<BlockEvent, { type: 'content_block_delta' }>['delta'],
  ): BlockEvent => ({
    type: 'content_block_delta',
    index,
    delta: change,
  });
  const stop = (index: number): BlockEvent => ({ type: 'content_block_stop', index });
  const model = speaking([
    start(0, { type: 'thinking', thinking: '' }),
    delta(0, { type: 'thinking_delta', thinking: 'Hm' }),
    delta(0, { type: 'signature_delta', signature: 's' }),
    stop(0),
    start(1, { type: 'redacted_thinking', data: 'd' }),
    stop(1),
    start(2, { type: 'text', text: 'One' }),
    delta(2, { type: 'citations_delta', citation }),
    stop(2),
    start(3, { type: 'thinking', thinking: 'So' }),
    stop(3),
    start(4, { type: 'text', text: '' }),
    delta(4, { type: 'text_delta', text: '```\n<wait></wait>\n```\n' }),
    stop(4),
    start(5, { type: 'text', text: 'two <wait></wait>' }),
    stop(5),
    start(6, { type: 'tool_use', id: 't', name: 'wait' }),
    delta(6, { type: 'input_json_delta', partial_json: '{}' }),
    stop(6),
    { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
  ]);
  const { content } = contentOf(await collect(withTextCalls(model), REQUEST));
  expect(content).toMatchObject([
    { type: 'thinking', thinking: 'Hm', signature: 's' },
    { type: 'redacted_thinking', data: 'd' },
    { type: 'text', text: 'One', citations: [citation] },
    { type: 'thinking', thinking: 'So' },
    { type: 'text', text: '```\n<wait></wait>\n```\ntwo' },
    { type: 'tool_use', id: 'msg_1_1' },
    { type: 'tool_use', id: 't', input: {} },
  ]);
});

test('M12 a name that cannot stand in a tag is refused before the model is asked', async () => {
  const tools = [tool('plan', { 'a b': text() })];
  await expect(collect(withTextCalls(saying([])), { messages: [], tools })).rejects.toMatchObject({
    name: 'ModelError',
    code: 'bad_request',
    message: expect.stringContaining('"a b" cannot be the name'),
  });
});

test('M9 a model with text calls checks its key as before', async () => {
  const model: Model = { ...saying([]), checkKey: async () => ({ ok: true, message: 'Fine.' }) };
  expect(await withTextCalls(model).checkKey?.()).toEqual({ ok: true, message: 'Fine.' });
  expect(withTextCalls(saying([])).checkKey).toBeUndefined();
});

test('M23 a model that calls in its text says so, and keeps what else it tells', () => {
  const model = saying([]);
  expect(model.calls).toBeUndefined();
  expect(withTextCalls({ ...model, contextWindow: 7 })).toMatchObject({ calls: 'text', contextWindow: 7 });
  expect(withTextCalls(model)).not.toHaveProperty('contextWindow');
});
