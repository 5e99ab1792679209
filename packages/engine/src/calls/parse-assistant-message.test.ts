import { expect, test } from 'vitest';
import { type AssistantMessageOptions, AssistantMessageParser } from './assistant-message-parser.ts';
import { builtInTools } from './built-in-tools.ts';
import type { AssistantMessageContent, ToolUse } from './call-blocks.ts';
import { parseAssistantMessage } from './parse-assistant-message.ts';

/** A short form of the blocks: text as a string, a call as `[name, params, state or problem]`. */
function short(blocks: readonly AssistantMessageContent[]): unknown[] {
  return blocks.map((block) => {
    if (block.type === 'text') return block.content;
    if (block.type === 'thinking') return { thinking: block.content };
    const ending = block.problem?.code ?? (block.state === 'complete' ? [] : block.state);
    return [block.name, block.params, ...[ending].flat()];
  });
}

const parse = (text: string, options?: AssistantMessageOptions): unknown[] =>
  short(parseAssistantMessage(text, options));
const read = (path: string): string => `<read_file><path>${path}</path></read_file>`;
const readA = ['read_file', { path: 'a' }];
const write = (content: string): string =>
  `<write_to_file><path>a</path><content>${content}</content></write_to_file>`;
const wrote = (content: string, ...more: string[]): unknown[] => [
  'write_to_file',
  { path: 'a', content },
  ...more,
];

/** The blocks after each of the chunks. */
function steps(chunks: readonly string[], options?: AssistantMessageOptions): unknown[][] {
  const parser = new AssistantMessageParser(options);
  return chunks.map((chunk) => short(parser.processChunk(chunk)));
}

function parseCall(text: string, options?: AssistantMessageOptions): ToolUse {
  const call = parseAssistantMessage(text, options).find((block) => block.type === 'tool_use');
  if (call === undefined) throw new Error('There is no call.');
  return call;
}

// P1: shapes.

test('P1 text and calls become blocks in their order', () => {
  expect(parseAssistantMessage(`Hello\n\n${read('a')}\nbye\n`)).toEqual([
    { type: 'text', content: 'Hello', partial: false },
    {
      type: 'tool_use',
      id: 'call_1',
      name: 'read_file',
      params: { path: 'a' },
      partial: false,
      state: 'complete',
    },
    { type: 'text', content: 'bye', partial: false },
  ]);
});

test('P1 ids count the calls of a message, behind a prefix of choice', () => {
  const ids = (options?: AssistantMessageOptions): string[] =>
    parseAssistantMessage(`${read('a')} and ${read('b')}`, options).flatMap((block) =>
      block.type === 'tool_use' ? block.id : [],
    );
  expect(ids()).toEqual(['call_1', 'call_2']);
  expect(ids({ idPrefix: 'm7' })).toEqual(['m7_1', 'm7_2']);
});

test('P1 empty text makes no block, and white space around text is not shown', () => {
  expect(parse('')).toEqual([]);
  expect(parse(' \n\t\u00a0\u3000\ufeff ')).toEqual([]);
  expect(parse(`\n ${read('a')} \r\n ${read('a')}\u2003`)).toEqual([readA, readA]);
  expect(parse(' a \n b ')).toEqual(['a \n b']);
});

test('P227 processChunk returns the live array, in which a growing block is replaced and a finished one stays', () => {
  const parser = new AssistantMessageParser();
  const blocks = parser.processChunk('Hel');
  const [first] = blocks;
  expect(first).toEqual({ type: 'text', content: 'Hel', partial: true });
  expect(parser.processChunk('lo')).toBe(blocks);
  expect(parser.getContentBlocks()).toBe(blocks);
  expect(blocks[0]).not.toBe(first);
  expect(first).toEqual({ type: 'text', content: 'Hel', partial: true });
  parser.processChunk(`${read('a')}x`);
  const [text, call] = blocks;
  expect(text).toEqual({ type: 'text', content: 'Hello', partial: false });
  parser.processChunk('y');
  parser.finalizeContentBlocks();
  expect(blocks[0]).toBe(text);
  expect(blocks[1]).toBe(call);
});

test('P227 parameters of an earlier block do not change', () => {
  const parser = new AssistantMessageParser();
  const [before] = parser.processChunk('<write_to_file><path>a</path><content>one');
  parser.processChunk(' two');
  expect(short(before ? [before] : [])).toEqual([wrote('one', 'streaming')]);
});

test('P227 a chunk that shows nothing new replaces nothing', () => {
  const parser = new AssistantMessageParser();
  const [before] = parser.processChunk('Hello');
  expect(parser.processChunk('  ')[0]).toBe(before);
  expect(parser.processChunk('<read_')[0]).toBe(before);
  expect(parser.processChunk('')[0]).toBe(before);
});

test('P227 reset begins another message in another array', () => {
  const parser = new AssistantMessageParser();
  const first = parser.processChunk(`${read('a')}<write_to_file><path>`);
  parser.finalizeContentBlocks();
  parser.reset();
  expect(parser.getContentBlocks()).toEqual([]);
  expect(short(parser.processChunk(read('b')))).toEqual([['read_file', { path: 'b' }]]);
  expect(parser.getContentBlocks()[0]).toMatchObject({ id: 'call_1' });
  expect(short(first)).toEqual([readA, ['write_to_file', { path: '' }, 'truncated']]);
});

test('P228 more text after the end of the message is refused with what to do', () => {
  const parser = new AssistantMessageParser();
  parser.processChunk('a');
  parser.finalizeContentBlocks();
  expect(() => parser.processChunk('b')).toThrow(/reset\(\)/);
  expect(short(parser.finalizeContentBlocks())).toEqual(['a']);
});

test('P1 tools of one’s own are read instead of the built-in ones', () => {
  const tools = { 'get-weather': ['city', 'unit'] };
  expect(parse('<get-weather><city>Ulm</city></get-weather>', { tools })).toEqual([
    ['get-weather', { city: 'Ulm' }],
  ]);
  expect(parse(read('a'), { tools })).toEqual([read('a')]);
});

test.each([
  [{ 'a b': [] }],
  [{ 'a>': [] }],
  [{ '/a': [] }],
  [{ a: ['__proto__'] }],
  [{ [`a${'b'.repeat(200)}`]: [] }],
])('P228 a name that cannot stand in a tag is refused: %j', (tools) => {
  expect(() => new AssistantMessageParser({ tools })).toThrow(/cannot be the name/);
});

// P3: values.

test.each([
  ['\none\n', 'one'],
  ['\r\none\r\n', 'one'],
  ['\n\none\n\n', '\none\n'],
  ['\r\n\r\none\r\n\r\n', '\r\none\r\n'],
  ['  one  ', '  one  '],
  ['\n', ''],
  ['\n\n', ''],
  ['\r\n', ''],
  ['', ''],
  ['\rone\r', '\rone\r'],
  ['\r', '\r'],
  ['\n\r', '\r'],
  ['one\r\n', 'one'],
])('P3 content %j is %j: it loses one line break at each end', (raw, value) => {
  expect(parse(write(raw))).toEqual([wrote(value)]);
});

test('P3 other parameters are trimmed', () => {
  expect(parse(read(' \n a b \r\n'))).toEqual([['read_file', { path: 'a b' }]]);
  expect(parse('<condense><message>\n\n a \n</message></condense>')).toEqual([
    ['condense', { message: 'a' }],
  ]);
});

test('P3 an unknown parameter is skipped with all that is in it, and told', () => {
  const text = '<read_file><mood>a<path>evil</path></read_file></mood><path>a</path><x>1</x></read_file>';
  expect(parse(text)).toEqual([[...readA, 'unknown_parameter']]);
  expect(parseCall(text).problem?.message).toBe(
    'read_file has no parameter mood, so its value was ignored. It takes path, args, start_line, end_line.',
  );
});

test('P3 a name that no parameter could have is text between parameters', () => {
  const name = 'x'.repeat(200);
  expect(parse(`<read_file><${name}>1</${name}><path>a</path></read_file>`)).toEqual([
    [...readA, 'stray_text'],
  ]);
});

test('P3 text between parameters is ignored, and told', () => {
  expect(parse('<read_file>I read <path>a</path> </read_file>')).toEqual([[...readA, 'stray_text']]);
  expect(parse('<read_file><path>a</path></path></read_file>')).toEqual([[...readA, 'stray_text']]);
  expect(parse('<read_file><path>a</path><b c="d"></read_file>')).toEqual([[...readA, 'stray_text']]);
  expect(parse('<read_file>< <path>a</path></read_file>')).toEqual([[...readA, 'stray_text']]);
});

test('P3 of several problems the one that forbids to run is told', () => {
  const text =
    '<write_to_file>x<path>a</path><content>b</content><line_count>1</line_count><path>c</path></write_to_file>';
  expect(parseCall(text).problem?.code).toBe('ambiguous');
});

test('P3 a duplicate wins before any raw parameter, and is ambiguous after one', () => {
  expect(parse('<read_file><path>b</path><path>a</path></read_file>')).toEqual([readA]);
  const count = '<line_count>1</line_count>';
  expect(
    parse(`<write_to_file><path>a</path><content>b</content>${count}<path>c</path></write_to_file>`),
  ).toEqual([['write_to_file', { path: 'a', content: 'b', line_count: '1' }, 'ambiguous']]);
  expect(parse(`<write_to_file><content>b</content><path>a</path>${count}${count}</write_to_file>`)).toEqual([
    ['write_to_file', { content: 'b', path: 'a', line_count: '1' }, 'ambiguous'],
  ]);
});

// P4: file text.

test('P4 file text cannot set another parameter', () => {
  const evil = 'x</content><path>evil</path>y';
  expect(parse(write(evil))).toEqual([wrote(evil)]);
});

test('P4 file text may contain </content> and </write_to_file>', () => {
  for (const text of [
    '</content>',
    'a</content>b',
    '<foo>\n  </content>  <!-- no -->\n</foo>',
    '</write_to_file>',
    '</write_to_file></content>x',
    '</content></content>',
    '</content> </conten',
    '</content><content>b',
    '<write_to_file><path>b</path><content>',
    '</content\n>',
  ]) {
    expect(parse(write(text))).toEqual([wrote(text)]);
  }
});

test('P224 a diff may contain </diff>, in any raw parameter its own closing tag', () => {
  const raw = 'content diff args arguments code_edit search replace result follow_up todos message'.split(
    ' ',
  );
  for (const [tool, params] of Object.entries(builtInTools)) {
    for (const param of params) {
      const call = parseCall(`<${tool}><${param}>a</${param}>b</${param}></${tool}>`);
      const isRaw = raw.includes(param);
      expect([tool, param, call.params[param]]).toEqual([tool, param, isRaw ? `a</${param}>b` : 'a']);
      expect(call.problem?.code).toBe(isRaw ? undefined : 'stray_text');
    }
  }
});

test('P224 a raw parameter ends where another one that was not seen yet begins', () => {
  expect(
    parse('<write_to_file><content>a</content> \n<path>a</path><line_count>1</line_count></write_to_file>'),
  ).toEqual([['write_to_file', { content: 'a', path: 'a', line_count: '1' }]]);
});

test('P224 a raw parameter does not end where an unknown one begins', () => {
  expect(
    parse('<write_to_file><path>a</path><content>a</content><mood>b</mood></content></write_to_file>'),
  ).toEqual([wrote('a</content><mood>b</mood>')]);
});

test('P226 a write whose text has the whole pair of closing tags is not run', () => {
  expect(parse(write('a</content></write_to_file>b'))).toEqual([
    wrote('a', 'ambiguous'),
    'b</content></write_to_file>',
  ]);
  expect(parse(write('a</content>\n</write_to_file>'))).toEqual([
    wrote('a', 'ambiguous'),
    '</content></write_to_file>',
  ]);
});

test.each([
  ['in text', 'x </content>'],
  ['of the tool', 'x </write_to_file>'],
  ['in a code span', '`</content>`'],
  ['in a span on a line with a tag', '` <read_file> </content> `'],
  ['behind a backtick', '`a <read_file></content>\n'],
  ['in a fence', '```\n</content>\n```'],
  ['in an unclosed fence', '```\nmore\n</write_to_file>'],
  ['in a comment', '<!-- </content> -->'],
  ['in thinking', '<thinking></content></thinking>'],
  ['between the parameters of a later call', '<read_file></content><path>a</path></read_file>'],
  ['of the tool in a later value', '<read_file><path></write_to_file>'],
  ['of the tool in a skipped value', '<read_file><mood></write_to_file>'],
])('P226 a closing tag that follows a write makes it ambiguous: %s', (_, text) => {
  expect(parseCall(`${write('a')}\n${text}`).problem?.code).toBe('ambiguous');
});

test('P226 a closing tag inside a later value of the same call makes it ambiguous', () => {
  const text =
    '<write_to_file><path>a</path><content>a</content><line_count>5 b</content><line_count>7</line_count></write_to_file>';
  expect(parseCall(text).problem?.code).toBe('ambiguous');
  expect(parseCall(text.replace('5 b</content>', '5</line_count>b</content>')).problem?.code).toBe(
    'ambiguous',
  );
});

test('P226 calls that follow each other do not make each other ambiguous', () => {
  expect(parse(`${write('a')}${write('b</content>c')}${read('a')}`)).toEqual([
    wrote('a'),
    wrote('b</content>c'),
    readA,
  ]);
});

test('P225 a call with a raw parameter is complete only at the end of the message', () => {
  const parser = new AssistantMessageParser();
  const [call] = parser.processChunk(write('a'));
  expect(call).toMatchObject({ partial: false, state: 'streaming' });
  const [later] = parser.processChunk('more text');
  expect(later).toBe(call);
  expect(parser.finalizeContentBlocks()[0]).toMatchObject({ partial: false, state: 'complete' });
});

test('P225 a call without one is complete at its closing tag', () => {
  const parser = new AssistantMessageParser();
  const [call] = parser.processChunk(read('a'));
  expect(call).toMatchObject({ partial: false, state: 'complete' });
  parser.processChunk('</path></read_file>');
  expect(parser.finalizeContentBlocks()[0]).toBe(call);
});

// P5: entities.

test('P5 &amp; is & in a command, once, and nothing else is unescaped', () => {
  const run = (command: string): unknown =>
    parseCall(`<execute_command><command>${command}</command></execute_command>`).params['command'];
  expect(run('a &amp;&amp; b')).toBe('a && b');
  expect(run('echo &amp;amp; &lt; &gt; &quot; &#38;')).toBe('echo &amp; &lt; &gt; &quot; &#38;');
  expect(run('a &am')).toBe('a &am');
  expect(run('a &amp')).toBe('a &amp');
  expect(parse(write('a &amp; b'))).toEqual([wrote('a &amp; b')]);
  expect(parse('<run_slash_command><command>a &amp; b</command></run_slash_command>')).toEqual([
    ['run_slash_command', { command: 'a &amp; b' }],
  ]);
});

// P6: where tags are text.

test.each([
  ['a code span', `Use \`${read('a')}\` here.`],
  ['a span of two backticks', `\`\` \` ${read('a')} \`\``],
  ['the second span of a line', `\`a\` and \`${read('a')}\``],
  ['a fence', `\`\`\`xml\n${read('a')}\n\`\`\``],
  ['a fence of tildes', `~~~\n${read('a')}\n~~~`],
  ['a fence in a list', `1. a\n   - \`\`\`\n     ${read('a')}\n     \`\`\``],
  ['a fence in a quote', `> \`\`\`\n> ${read('a')}\n> \`\`\``],
  ['an unclosed fence', `\`\`\`\n${read('a')}\n\n${read('a')}`],
  ['a fence with a shorter one in it', `\`\`\`\`\n\`\`\`\n${read('a')}\n\`\`\`\`\n`.trim()],
  ['a fence with one of the other kind in it', `~~~\n\`\`\`\n${read('a')}\n\`\`\`\n${read('a')}`],
  ['a fence with a deeper one in it', `\`\`\`\n        \`\`\`\n${read('a')}`],
  ['a fence with a quoted one in it', `\`\`\`\n> \`\`\`\n${read('a')}`],
  ['a fence with a line that only begins like its end', `\`\`\`\n\`\`\` x\n${read('a')}`],
  ['the line that opens a fence', `\`\`\`xml ${read('a')}\nx`],
  ['the line that opens a fence of tildes', `~~~ \` ${read('a')} \`\nx`],
  ['a fence with CRLF', `\`\`\`\r\n${read('a')}\r\n\`\`\``],
  ['a comment', `<!-- ${read('a')} -->`],
  ['a comment over lines', `<!--\n${read('a')}\n-- > -->`],
  ['an unclosed comment', `<!-- ${read('a')}`],
  ['a comment with a comment in it', `<!-- <!-- ${read('a')} -->`],
])('P6 a call in %s is text', (_, text) => {
  expect(parse(text)).toEqual([text]);
});

test.each([
  ['a closed span', '`a` '],
  ['an unmatched backtick', 'it`s '],
  ['an unmatched backtick on its line', '`\n'],
  ['runs that do not match', '` `` ``` '],
  ['a span closed before', '`` ` `` '],
  ['a closed fence', '```\nx\n```\n'],
  ['a closed fence of more backticks', '```\nx\n`````\n'],
  ['a fence closed with spaces behind', '```\nx\n``` \t\r\n'],
  ['a fence in a list that is closed', '- ```\n  x\n  ```\n'],
  ['a fence in a quote that is closed', '> ```\n> x\n> ```\n'],
  ['three backticks in a line', 'a ```\n'],
  ['what is no fence because of its backticks', '```a` b\n'],
  ['two tildes', '~~\n'],
  ['a list marker without space', '-```\n'],
  ['a closed comment', '<!-- a -->'],
  ['an empty comment', '<!-->'],
  ['half a comment', '<!- '],
  ['what is no fence because of a backtick behind the call', '``` ', ' `'],
  ['a span behind an open backtick', '` `` x `` ', ' `` y'],
])('P6 a call behind %s is a call', (_, text, after = '') => {
  expect(parse(`${text}${read('a')}${after}`)[1]).toEqual(readA);
  expect(parse(`${text}${read('a')}${after}\nx`)[1]).toEqual(readA);
});

test('P220 a tag behind an open backtick waits for the end of its line', () => {
  expect(steps(['a ` b <read_file>', '<path>a</path></read_file>', ' c', '\n'])).toEqual([
    ['a ` b'],
    ['a ` b'],
    ['a ` b'],
    ['a ` b', readA, 'c'],
  ]);
  expect(steps(['a ` b <read_file>', ' c', '` d'])).toEqual([
    ['a ` b'],
    ['a ` b'],
    ['a ` b <read_file> c` d'],
  ]);
});

test('P220 what a line has before and behind calls is decided once for the whole line', () => {
  const text = `it\`s ${read('a')} and \`\` ${read('a')} \`\` and ${read('a')} \`\`\` x`;
  expect(parse(text)).toEqual(['it`s', readA, `and \`\` ${read('a')} \`\` and`, readA, '``` x']);
});

test('P220 runs that match nothing on their line hide none of its calls', () => {
  expect(parse(`\` ${read('a')} \`\` ${read('a')} \`\`\` ${read('a')}`)).toEqual([
    '`',
    readA,
    '``',
    readA,
    '```',
    readA,
  ]);
});

test('P220 the next line is read anew', () => {
  const text = `it\`s ${read('a')}\n\`${read('a')}\` and ${read('a')}`;
  expect(parse(text)).toEqual(['it`s', readA, `\`${read('a')}\` and`, readA]);
  expect(steps([`it\`s ${read('a')}`, `\n\`${read('a')}\` and ${read('a')}`])[1]).toEqual(parse(text));
});

test('P221 what follows a call begins a line', () => {
  expect(parse(`${read('a')}\`\`\`\n${read('a')}`)).toEqual([readA, `\`\`\`\n${read('a')}`]);
});

test('P222 thinking is dropped, or a block of its own', () => {
  const text = `One <thinking> ${read('a')} hm </thinking> two`;
  expect(parse(text)).toEqual(['One  two']);
  expect(parse(text, { thinking: 'block' })).toEqual(['One', { thinking: `${read('a')} hm` }, 'two']);
  expect(parse('<thinking></thinking>a', { thinking: 'block' })).toEqual(['a']);
});

test('P222 thinking that is not closed runs to the end', () => {
  const text = `One <thinking>${read('a')} </thin`;
  expect(parse(text)).toEqual(['One']);
  expect(parse(text, { thinking: 'block' })).toEqual(['One', { thinking: `${read('a')} </thin` }]);
});

test('P221 a <thinking> in code is text, and a fence right behind thinking is a fence', () => {
  expect(parse('`<thinking>` a')).toEqual(['`<thinking>` a']);
  expect(parse(`<thinking>x</thinking>\`\`\`\n${read('a')}`)).toEqual([`\`\`\`\n${read('a')}`]);
});

test('P223 inside a parameter nothing is special', () => {
  for (const text of ['```\n', '`', '<!--', '<thinking>', '~~~']) {
    expect(parse(`${write(text)}${read('a')}`)).toEqual([wrote(text.replace(/\n$/, '')), readA]);
  }
});

test.each([
  '<read_file path="a"></read_file>',
  '<read_file ><path>a</path></read_file>',
  '< read_file><path>a</path></read_file>',
  '<READ_FILE><path>a</path></READ_FILE>',
  '<read_files><path>a</path></read_files>',
  '<unknown_tool><path>a</path></unknown_tool>',
  '<read_file/>',
  '</read_file>',
  '<path>a</path>',
  'if a <b && c> d',
  '<',
  'a <',
  '</',
  '<<<<<<<',
])('P6 %j is text', (text) => {
  expect(parse(text)).toEqual([text]);
});

// P7: while it arrives.

test('P7 values grow, without half a closing tag, half an entity or what may still be trimmed', () => {
  expect(
    steps(['<execute_command>\n<comm', 'and> a ', '&am', 'p;', ' b\n', '</comm', 'ander> ', '</command>']),
  ).toEqual(
    ['', 'a', 'a', 'a &', 'a & b', 'a & b', 'a & b\n</commander>', 'a & b\n</commander>'].map(
      (command, i) => [['execute_command', i === 0 ? {} : { command }, 'streaming']],
    ),
  );
});

test('P7 a trailing line break of content is held back', () => {
  const open = '<write_to_file><path>a</path><content>';
  expect(steps([open, '\r', '\na', '\r', '\n', '\n', 'b', '</content>', ' </x'])).toEqual(
    ['', '', 'a', 'a', 'a', 'a\r\n', 'a\r\n\nb', 'a\r\n\nb', 'a\r\n\nb</content> </x'].map((content) => [
      wrote(content, 'streaming'),
    ]),
  );
});

test('P7 half a tag at the end of text is not shown', () => {
  expect(steps(['Hello <', 'wri', 'te_to_fil', 'l'])).toEqual([
    ['Hello'],
    ['Hello'],
    ['Hello'],
    ['Hello <write_to_fill'],
  ]);
  expect(steps(['a <!', '-', 'x'])).toEqual([['a'], ['a'], ['a <!-x']]);
  expect(steps(['a <thin', 'king>b', '</thinking', '>c'])).toEqual([['a'], ['a'], ['a'], ['a c']]);
});

test('P7 half a tag at the end of the message is not shown, but text that only looks like it is', () => {
  expect(parse('Hello <wri')).toEqual(['Hello']);
  expect(parse('Hello <write_to_file')).toEqual(['Hello']);
  expect(parse('a <')).toEqual(['a <']);
  expect(parse('a </read_fi')).toEqual(['a </read_fi']);
  expect(parse('a <!-')).toEqual(['a <!-']);
  expect(parse('```\n<wri')).toEqual(['```\n<wri']);
});

test('P7 a duplicate starts its value again', () => {
  expect(steps(['<read_file><path>one</path>', '<path>', 't', 'wo</path>'])).toEqual(
    ['one', '', 't', 'two'].map((path) => [['read_file', { path }, 'streaming']]),
  );
});

test('P7 what is new can be asked for alone', () => {
  const parser = new AssistantMessageParser({ thinking: 'block' });
  parser.processChunk('One ');
  expect(parser.getContentSince(0, 0)).toBe('One');
  parser.processChunk('two');
  expect(parser.getContentSince(0, 3)).toBe(' two');
  expect(parser.getContentSince(0, 0)).toBe('One two');
  expect(parser.getContentSince(0, 7)).toBe('');
  parser.processChunk(`<write_to_file><path>a</path><content>${'x'.repeat(10_000)}`);
  expect(parser.getContentSince(0, 4)).toBe('two');
  parser.processChunk('yz');
  expect(parser.getContentSince(1, 10_000, 'content')).toBe('yz');
  expect(parser.getContentSince(1, 9_999, 'content')).toBe('xyz');
  expect(parser.getContentSince(1, 2, 'content')).toBe(`${'x'.repeat(9_998)}yz`);
  expect(parser.getContentSince(1, 0, 'path')).toBe('a');
  expect(parser.getContentSince(1, 0, 'line_count')).toBe('');
  expect(parser.getContentSince(9, 0)).toBe('');
});

// P8: what is cut.

test('P8 a tag in prose is at most a call that never runs', () => {
  expect(parse('The <read_file> tool reads a file.')).toEqual(['The', ['read_file', {}, 'stray_text']]);
  expect(parseCall('The <read_file> tool reads a file.').state).toBe('truncated');
});

test('P8 ten megabytes of < are text', () => {
  const text = '<'.repeat(10 * 1024 * 1024);
  const blocks = parseAssistantMessage(text, { maxMessageBytes: text.length });
  expect(blocks).toHaveLength(1);
  expect(blocks[0]?.type === 'text' && blocks[0].content === text).toBe(true);
});

test('P8 a message that ends inside a call gives a truncated one', () => {
  for (const text of [
    '<write_to_file>',
    '<write_to_file><pa',
    '<write_to_file><path>',
    '<write_to_file><path>a</path>',
    '<write_to_file><path>a</path><content>b</content>',
    '<write_to_file><path>a</path><content>b</content></write_to_file',
    '<write_to_file><mood>',
  ]) {
    expect(parseCall(text)).toMatchObject({ state: 'truncated', partial: false });
  }
  expect(parse('<write_to_file><path>a</path><content>b\n</cont')).toEqual([wrote('b', 'truncated')]);
  expect(parse(`${write('a')}<read_file><path>a`)).toEqual([wrote('a'), [...readA, 'truncated']]);
});

test('P9 the built-in tools and their parameters are read, each of them', () => {
  expect(Object.keys(builtInTools)).toHaveLength(25);
  for (const [tool, params] of Object.entries(builtInTools)) {
    const values = Object.fromEntries(params.map((param) => [param, `the ${param}`]));
    const tags = params.map((param) => `\n<${param}>the ${param}</${param}>`).join('');
    expect(parse(`<${tool}>${tags}\n</${tool}>`)).toEqual([[tool, values]]);
  }
});
