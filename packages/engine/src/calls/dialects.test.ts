import { expect, test } from 'vitest';
import { type AssistantMessageOptions, AssistantMessageParser } from './assistant-message-parser.ts';
import { builtInTools } from './built-in-tools.ts';
import type { AssistantMessageContent } from './call-blocks.ts';
import type { Dialect } from './dialects.ts';
import { parseAssistantMessage } from './parse-assistant-message.ts';

function short(blocks: readonly AssistantMessageContent[]): unknown[] {
  return blocks.map((block) => {
    if (block.type !== 'tool_use') return block.content;
    const ending = block.problem?.code ?? (block.state === 'complete' ? [] : block.state);
    return [block.name, block.params, ...[ending].flat()];
  });
}
const parse = (text: string, dialect: Dialect, options?: AssistantMessageOptions): unknown[] =>
  short(parseAssistantMessage(text, { ...options, dialect }));

type Print = (tool: string, params: readonly (readonly [string, string])[]) => string;
const PRINT: Readonly<Record<Exclude<Dialect, 'auto'>, Print>> = {
  roo: (tool, params) => `<${tool}>\n${params.map(([k, v]) => `<${k}>${v}</${k}>\n`).join('')}</${tool}>`,
  invoke: (tool, params) =>
    `<function_calls>\n<invoke name="${tool}">\n${params.map(([k, v]) => `<parameter name="${k}">${v}</parameter>\n`).join('')}</invoke>\n</function_calls>`,
  qwen: (tool, params) =>
    `<tool_call>\n<function=${tool}>\n${params.map(([k, v]) => `<parameter=${k}>\n${v}\n</parameter>\n`).join('')}</function>\n</tool_call>`,
  hermes: (tool, params) =>
    `<tool_call>\n${JSON.stringify({ name: tool, arguments: Object.fromEntries(params) })}\n</tool_call>`,
};
const dialects = Object.keys(PRINT) as Exclude<Dialect, 'auto'>[];

test.each(dialects)(
  'P10 %s gives the same blocks as every other dialect, asked for or found out',
  (dialect) => {
    for (const [tool, names] of Object.entries(builtInTools)) {
      const params = names.map((name) => [name, `the </b> ${name}\n & 'x' "y"`] as const);
      const text = `Before\n${PRINT[dialect](tool, params)}\nbetween ${PRINT[dialect](tool, [])} after`;
      const expected = ['Before', [tool, Object.fromEntries(params)], 'between', [tool, {}], 'after'];
      expect(parse(text, dialect)).toEqual(expected);
      expect(parse(text, 'auto')).toEqual(expected);
    }
  },
);

test('P10 the dialect of the first call is that of the message', () => {
  const calls = dialects.map((dialect) => PRINT[dialect]('read_file', [['path', 'a']]));
  for (const first of calls) {
    const blocks = parse([first, ...calls.filter((call) => call !== first)].join('\n\n'), 'auto');
    expect(blocks).toHaveLength(2);
    expect(blocks[0]).toEqual(['read_file', { path: 'a' }]);
  }
});

test('P10 a call in another dialect than the one asked for is text', () => {
  for (const dialect of dialects) {
    for (const other of dialects) {
      const text = PRINT[other]('read_file', [['path', 'a']]);
      const isCall = dialect === other;
      expect([dialect, other, parse(text, dialect).length === 1 && parse(text, dialect)[0] !== text]).toEqual(
        [dialect, other, isCall],
      );
    }
  }
});

test('P10 an unknown dialect is refused', () => {
  expect(() => parse('a', 'xml' as Dialect)).toThrow(
    '"xml" is no dialect. Use roo, invoke, qwen, hermes or auto.',
  );
});

test.each(['invoke', 'qwen', 'auto'] as const)(
  'P10 %s: file text may contain the closing tags',
  (dialect) => {
    const print = PRINT[dialect === 'auto' ? 'invoke' : dialect];
    for (const content of [
      'a</parameter>b',
      '</parameter>\n</parameter>x',
      '</invoke></function>',
      '<parameter>',
    ]) {
      expect(
        parse(
          print('write_to_file', [
            ['path', 'a'],
            ['content', content],
          ]),
          dialect,
        ),
      ).toEqual([['write_to_file', { path: 'a', content }]]);
    }
    const close = dialect === 'qwen' ? '</function>' : '</invoke>';
    const cut = print('write_to_file', [
      ['path', 'a'],
      ['content', `b</parameter>\n${close}`],
    ]);
    expect(parse(cut, dialect)[0]).toEqual(['write_to_file', { path: 'a', content: 'b' }, 'ambiguous']);
  },
);

test('P10 several calls may stand in one wrapper, or without one', () => {
  const call = `<invoke name='read_file'><parameter name='path'>a</parameter></invoke>`;
  const readA = ['read_file', { path: 'a' }];
  expect(parse(`<function_calls>${call} ${call}</function_calls> x`, 'invoke')).toEqual([readA, readA, 'x']);
  expect(parse(`${call}${call} x`, 'invoke')).toEqual([readA, readA, 'x']);
  expect(parse(`<function_calls>${call}</function_calls>x</function_calls>`, 'invoke')).toEqual([
    readA,
    'x</function_calls>',
  ]);
});

test('P10 a wrapper without a call is text', () => {
  for (const text of [
    '<function_calls>',
    '<function_calls>\n\nno',
    '<function_calls></function_calls>',
    '<function_calls><invoke name="nobody"></invoke></function_calls>',
    'a </function_calls> b',
    '<tool_call>\nhello',
    '<tool_call>\n<b>',
    '<tool_call>{"name": "nobody", "arguments": {"path": "<b>"}}</tool_call>',
    '<tool_call>{"arguments": {"path": "a"}}</tool_call>',
    '<tool_call>{nonsense}</tool_call>',
    '<tool_call>{"na',
    '<tool_call>{"name": 5}</tool_call>',
  ]) {
    expect(parse(text, text.startsWith('<tool_call>') ? 'hermes' : 'invoke')).toEqual([text]);
    expect(parse(text, 'auto')).toEqual([text]);
  }
});

test('P10 a line break behind a wrapper that is text begins a line', () => {
  const fence = '<tool_call>\n```\n<function=read_file></function>';
  expect(parse(fence, 'qwen')).toEqual([fence]);
});

test('P10 unknown parameters and text inside are told in each dialect', () => {
  expect(parse(`<invoke name="read_file"><parameter name="x">1</parameter></invoke>`, 'invoke')).toEqual([
    ['read_file', {}, 'unknown_parameter'],
  ]);
  expect(parse('<function=read_file><parameter=x>1</parameter></function>', 'qwen')).toEqual([
    ['read_file', {}, 'unknown_parameter'],
  ]);
  expect(parse('<function=read_file>x</function>', 'qwen')).toEqual([['read_file', {}, 'stray_text']]);
  expect(parse('<tool_call>{"name": "read_file", "arguments": {"x": 1}}</tool_call>', 'hermes')).toEqual([
    ['read_file', {}, 'unknown_parameter'],
  ]);
  expect(parse('<tool_call>{"name": "read_file"} x</tool_call>', 'hermes')).toEqual([
    ['read_file', {}, 'stray_text'],
  ]);
});

const hermes = (json: string): unknown[] => parse(`<tool_call>${json}</tool_call>`, 'hermes');

test('P10 JSON arguments become strings: text as it is, the rest as JSON', () => {
  expect(
    hermes(
      '{"name":"write_to_file","arguments":{"path":"\\u0061\\ud83d\\ude00\\/\\"\\\\","content":"\\n a \\n","line_count":12}}',
    ),
  ).toEqual([['write_to_file', { path: 'a😀/"\\', content: '\n a \n', line_count: '12' }]]);
  expect(
    hermes(
      '{ "arguments" : { "arguments" : {"a": [1, "}", "\\""]} , "server_name" : null }, "name" : "use_mcp_tool" }',
    ),
  ).toEqual([['use_mcp_tool', { arguments: '{"a": [1, "}", "\\""]}' }]]);
  expect(hermes('{"name":"list_files","parameters":{"recursive":true,"path":"a\nb"}}')).toEqual([
    ['list_files', { recursive: 'true', path: 'a\nb' }],
  ]);
  expect(hermes('{"id":1,"name":"read_file","extra":{"x":[]},"arguments":{"path":"b","path":"a"}}')).toEqual([
    ['read_file', { path: 'a' }],
  ]);
  expect(hermes('{"name":"read_file","arguments":null}')).toEqual([['read_file', {}]]);
  expect(hermes('{"arguments":{"name":"list_files","path":"a"},"name":"read_file"}')).toEqual([
    ['read_file', { path: 'a' }, 'unknown_parameter'],
  ]);
});

test('P10 JSON text may contain every tag, and is complete at its end', () => {
  const content = '</tool_call><tool_call></content></write_to_file>';
  const parser = new AssistantMessageParser({ dialect: 'hermes' });
  parser.processChunk(PRINT.hermes('write_to_file', [['content', content]]));
  expect(short(parser.getContentBlocks())).toEqual([['write_to_file', { content }]]);
});

test.each([
  '{"name":"read_file","arguments":"a"}',
  '{"name":"read_file","arguments":{"path":"\\x"}}',
  '{"name":"read_file","arguments":{"path":"\\u00g0"}}',
  '{"name":"read_file","arguments":{"path":tru}}',
  '{"name":"read_file","arguments":{"path" "a"}}',
  '{"name":"read_file","arguments":{path:"a"}}',
  '{"name":"read_file","arguments":{"path":"a"]}',
  '{"name":"read_file",,}',
])('P10 what is no JSON any more is not run: %s', (json) => {
  expect(parse(`<tool_call>${json}</tool_call>x`, 'hermes')).toMatchObject([
    [expect.anything(), expect.anything(), 'ambiguous'],
    'x',
  ]);
});

test('P10 JSON that is cut is truncated; its strings grow while they arrive', () => {
  const parser = new AssistantMessageParser({ dialect: 'hermes' });
  const steps = [
    '<tool_call>{"name":"read_file","argu',
    'ments":{"path":"a',
    '\\',
    'u00',
    '41 ',
    'b',
    '"',
  ].map((chunk) => short(parser.processChunk(chunk)));
  expect(steps).toEqual(
    [
      {},
      { path: 'a' },
      { path: 'a' },
      { path: 'a' },
      { path: 'aA ' },
      { path: 'aA b' },
      { path: 'aA b' },
    ].map((params) => [['read_file', params, 'streaming']]),
  );
  expect(short(parser.finalizeContentBlocks())).toEqual([['read_file', { path: 'aA b' }, 'truncated']]);
});

test('P10 arguments have limits in JSON too, also when they come before the name', () => {
  const long = { path: 'x'.repeat(11) };
  for (const json of [
    { name: 'read_file', arguments: long },
    { arguments: long, name: 'read_file' },
  ]) {
    const text = `<tool_call>${JSON.stringify(json)}</tool_call>`;
    expect(parseAssistantMessage(text, { dialect: 'hermes', maxParamBytes: 10 })).toMatchObject([
      { state: 'oversize', params: { path: 'x'.repeat(10) }, problem: { code: 'limit' } },
    ]);
  }
});

test('P10 JSON as deep as it likes is read', () => {
  const deep = '['.repeat(100_000);
  expect(parse(`<tool_call>{"name":"read_file","arguments":{"path":${deep}`, 'hermes')).toEqual([
    ['read_file', {}, 'truncated'],
  ]);
});
