import { type AssistantMessageContent, builtInTools, parseAssistantMessage } from '@millrace/engine';
import type { Dialect, ToolUse } from '@millrace/engine/calls';
import type { BlockEvent, ToolUseBlock } from '@millrace/engine/message';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../fixtures/long.ts';
import { pieces } from '../../../../../fixtures/script.ts';
import { namesOf, REQUEST, saying, TOOLS, text, tool } from '../../../../../fixtures/text-tools.ts';
import { collect, contentOf } from '../adapter/model-contract.ts';
import { type PrintDialect, printCall } from './print-call.ts';
import { withTextCalls } from './text-calls.ts';

const DIALECTS: readonly PrintDialect[] = ['roo', 'invoke', 'qwen', 'hermes'];

const read = async (chunks: readonly string[], dialect: Dialect = 'roo') =>
  contentOf(await collect(withTextCalls(saying(chunks), { dialect }), REQUEST));
const calls = (content: readonly { readonly type: string }[]) =>
  content.filter((block): block is ToolUseBlock => block.type === 'tool_use');
const readCalls = async (said: string, dialect?: Dialect) => calls((await read([said], dialect)).content);

/** Whole calls, with values that come again and values of any text. */
const wholeCall = fc
  .array(
    fc.oneof(
      fc.constantFrom('<days>1</days>', '<days>22</days>', '<note>a</note>', '<wet>true</wet>', '<x>y</x>'),
      fc.string({ unit: 'binary', maxLength: 8 }).map((value) => `<note>${value}</note>`),
      fc.string({ maxLength: 4 }).map((value) => `<cities>["${value}"]</cities>`),
    ),
    { maxLength: 5 },
  )
  .map((params) => `<plan>${params.join('\n')}</plan>`);

/** Pieces of messages: calls, halves of calls, and what may be taken for them. */
const fragment = fc.oneof(
  fc.constantFrom(
    '<write_to_file>',
    '</write_to_file>',
    '<path>a</path>',
    '<path>',
    '</path>',
    '<content>\n',
    '\n</content>',
    '<line_count>12</line_count>',
    '<line_count>x</line_count>',
    '<plan>',
    '</plan>',
    '<days>1</days>',
    '<days>22</days>',
    '<note>n</note>',
    '<cities>["a"]</cities>',
    '<wait></wait>',
    '<execute_command><command>a &amp;&amp; b</command></execute_command>',
    '<unknown>x</unknown>',
    '<thinking>',
    '</thinking>',
    '`',
    '```\n',
    '<!--',
    '-->',
    '\n',
    ' ',
    'stray',
    '"quoted\\"',
    '\ud83c',
    '\udf0a',
    '🌊',
  ),
  fc.string({ maxLength: 5 }),
  wholeCall,
);
const hermesFragment = fc.oneof(
  fc.constantFrom(
    '<tool_call>',
    '</tool_call>',
    '{"name":"plan","arguments":{',
    '"days":1',
    '"note":"a\\ud83c\\udf0a"',
    '"note":"',
    '"cities":["a","\\""]',
    ',',
    '}}',
    '"',
    '🌊',
    ' ',
  ),
);

/** A text and one way of cutting it, through pairs too. */
const cutText = (part: fc.Arbitrary<string>) =>
  fc.array(part, { maxLength: 14 }).chain((parts) => {
    const said = parts.join('');
    return fc.array(fc.nat({ max: said.length }), { maxLength: 10 }).map((cuts) => {
      const ends = [...cuts, said.length].sort((a, b) => a - b);
      return { said, chunks: ends.map((end, i) => said.slice(ends[i - 1] ?? 0, end)) };
    });
  });

test.each<[Dialect, fc.Arbitrary<string>]>([
  ['roo', fragment],
  ['hermes', hermesFragment],
  ['auto', fc.oneof(fragment, hermesFragment)],
])(
  'M12 any cutting of the text gives the same message in %s, which is what the parser reads',
  async (dialect, part) => {
    await fc.assert(
      fc.asyncProperty(cutText(part), async ({ said, chunks }) => {
        const whole = await read([said], dialect);
        expect(await read(chunks, dialect)).toEqual(whole);
        expect(await read([...said.split('')], dialect)).toEqual(whole);
        const blocks = parseAssistantMessage(said, { tools: namesOf(TOOLS), dialect, thinking: 'block' });
        expect(whole.content.map(short)).toEqual(joined(blocks.map(shortParsed)));
      }),
      { numRuns: runs(300) },
    );
  },
);

/** Texts with nothing between them but a thought without words are one text. */
function joined(blocks: readonly unknown[]): unknown[] {
  const isText = (each: unknown): each is [string, string] => Array.isArray(each) && each[0] === 'text';
  const all: unknown[] = [];
  for (const block of blocks) {
    const last = all.at(-1);
    if (isText(block) && isText(last)) all[all.length - 1] = ['text', last[1] + block[1]];
    else all.push(block);
  }
  return all;
}

/** A block in the words of the parser, values as text. */
function short(block: { readonly type: string }): unknown {
  const { type, text: words, thinking, name, input, input_error, message } = block as Record<string, unknown>;
  if (type !== 'tool_use') return [type, words ?? thinking];
  if (input_error !== undefined) return [name, 'unusable'];
  const params = Object.entries(input as object).map(([key, value]) => [key, asText(value)]);
  return [name, Object.fromEntries(params), message];
}

function shortParsed(block: AssistantMessageContent): unknown {
  if (block.type !== 'tool_use') return [block.type, block.content];
  const { name, params, state, problem } = block;
  const runs = state === 'complete' && problem?.code !== 'ambiguous' && problem?.code !== 'limit';
  if (!runs) return [name, 'unusable'];
  const values = Object.entries(params).map(([key, value]) => [key, normal(value)]);
  return [name, Object.fromEntries(values), problem?.message];
}

const asText = (value: unknown): string => normal(typeof value === 'string' ? value : JSON.stringify(value));

/** Text that is JSON, in one form. */
function normal(value: string): string {
  try {
    return JSON.stringify(JSON.parse(value));
  } catch {
    return value;
  }
}

/** The JSON of each call after each event. */
function jsonSteps(events: readonly BlockEvent[]): string[] {
  const steps: string[] = [];
  let json = '';
  for (const event of events) {
    if (event.type !== 'content_block_delta' || event.delta.type !== 'input_json_delta') continue;
    json += event.delta.partial_json;
    steps.push(json);
  }
  return steps;
}

test('M12 text grows as JSON that is a beginning of the whole at every step', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.integer({ min: 1, max: 9 }),
      async (value, size) => {
        const content = value.replaceAll('<', '');
        const said = printCall('roo', 'write_to_file', { path: 'a', content });
        const chunks = Array.from({ length: Math.ceil(said.length / size) }, (_, i) =>
          said.slice(i * size, (i + 1) * size),
        );
        const steps = jsonSteps(await collect(withTextCalls(saying(chunks)), REQUEST));
        const whole = JSON.stringify({ path: 'a', content });
        for (const step of steps) expect(whole.startsWith(step)).toBe(true);
        expect(steps.at(-1)).toBe(whole);
      },
    ),
    { numRuns: runs(200) },
  );
});

test('M12 a chunk gives each block one delta, with what is new and no more', async () => {
  const line = '<b>"bold" & so on</b>\n';
  const chunks = [
    '<write_to_file><path>a</path><content>',
    ...Array.from({ length: 50 }, () => line),
    '</content></write_to_file>',
  ];
  const events = await collect(withTextCalls(saying(chunks)), REQUEST);
  const deltas = events.filter(({ type }) => type === 'content_block_delta');
  expect(deltas.length).toBeLessThanOrEqual(chunks.length + 1);
  expect(jsonSteps(events).at(-1)).toBe(JSON.stringify({ path: 'a', content: line.repeat(50).slice(0, -1) }));
});

test('M12 a value that begins anew is printed again, and the last one counts', async () => {
  const said = '<plan><note>long one</note><days>1</days><note>b</note><days>2</days><days>3</days></plan>';
  for (const chunks of [[said], said.split('')]) {
    const events = await collect(withTextCalls(saying(chunks)), REQUEST);
    expect(jsonSteps(events).at(-1)).toBe('{"note":"long one","days":1,"note":"b","days":3}');
    expect(calls(contentOf(events).content)).toMatchObject([{ input: { note: 'b', days: 3 } }]);
  }
  const json = '<tool_call>{"name":"plan","arguments":{"note":3,"days":1,"note":4,"days":2}}</tool_call>';
  expect(await readCalls(json, 'hermes')).toMatchObject([{ input: { note: '4', days: 2 } }]);
  const strings = '<tool_call>{"name":"plan","arguments":{"note":"ab","note":"cde"}}</tool_call>';
  for (const chunks of [[strings], strings.split('')]) {
    const events = await collect(withTextCalls(saying(chunks), { dialect: 'hermes' }), REQUEST);
    expect(jsonSteps(events).at(-1)).toBe('{"note":"ab","note":"cde"}');
  }
});

/** Every call that can be read is printed so that it is read again. */
test.each<[PrintDialect, fc.Arbitrary<string>]>([
  ['roo', fragment],
  [
    'invoke',
    fc.oneof(
      fragment,
      fc.constantFrom(
        '<invoke name="plan">',
        '</invoke>',
        '<parameter name="note">',
        '</parameter>',
        '<parameter name="content">',
        '<invoke name="write_to_file">',
      ),
    ),
  ],
  [
    'qwen',
    fc.oneof(
      fragment,
      fc.constantFrom(
        '<function=plan>',
        '</function>',
        '<parameter=note>',
        '</parameter>',
        '<parameter=content>',
        '<function=write_to_file>',
      ),
    ),
  ],
  ['hermes', hermesFragment],
])('M12 what was read in %s and printed into the history is read again', async (dialect, part) => {
  const tools = namesOf(TOOLS);
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 14 }), async (parts) => {
      for (const { name, input, input_error } of await readCalls(parts.join(''), dialect)) {
        if (input_error !== undefined) continue;
        const printed = printCall(dialect, name, input);
        const [again, ...rest] = parseAssistantMessage(printed, { tools, dialect });
        expect(rest).toEqual([]);
        expect(again).toMatchObject({ name, state: 'complete' });
        expect((again as ToolUse).problem).toBeUndefined();
        expect((await readCalls(printed, dialect))[0]?.input).toEqual(withoutNull(input));
      }
    }),
    { numRuns: runs(300) },
  );
});

/** Null is said by saying nothing. */
function withoutNull(input: object): object {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

test('M12 any JSON is said in hermes, and any file in every dialect', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), fc.jsonValue(), async (value, json) => {
      const input = { note: value, more: { json } };
      expect((await readCalls(printCall('hermes', 'plan', input), 'hermes'))[0]?.input).toEqual(
        JSON.parse(JSON.stringify(input)),
      );
      const content = value.replaceAll('</', '< /');
      for (const dialect of DIALECTS) {
        const [first] = await readCalls(printCall(dialect, 'write_to_file', { content }), dialect);
        expect(first?.input).toEqual({ content });
      }
    }),
    { numRuns: runs(100) },
  );
});

test.each(['\r', 'a\r', '\r\n', '\n', '\n\r\n', ''])(
  'M12 the line breaks of a file are kept: %j',
  async (content) => {
    for (const dialect of DIALECTS) {
      const [first] = await readCalls(printCall(dialect, 'write_to_file', { content }), dialect);
      expect([dialect, first?.input]).toEqual([dialect, { content }]);
    }
  },
);

test('M12 every built-in tool can be called in every dialect', async () => {
  const tools = Object.entries(builtInTools).map(([name, params]) =>
    tool(name, Object.fromEntries(params.map((param) => [param, text()]))),
  );
  for (const dialect of DIALECTS) {
    const inputs = Object.entries(builtInTools).map(
      ([name, params]) =>
        [name, Object.fromEntries(params.map((param) => [param, `the <b>${param}</b>\n& "x"`]))] as const,
    );
    const said = inputs.map(([name, input]) => printCall(dialect, name, input)).join('\n');
    const events = await collect(withTextCalls(saying(pieces(said, 11)), { dialect }), {
      messages: [],
      tools,
    });
    expect(calls(contentOf(events).content).map(({ name, input }) => [name, input])).toEqual(inputs);
  }
});
