import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../fixtures/long.ts';
import type { Mode } from './mode.ts';
import { parseMode } from './parse-mode.ts';

const FILE = `---
name: Reviewer
description: Reads code and says what is wrong with it.
tools: read_file, search_*, list_files
must_use_tools: true
---

You review code.

---
Be kind.
`;

/** The file with one line replaced; the first line is 1. */
const withLine = (number: number, line: string): string =>
  FILE.split('\n')
    .toSpliced(number - 1, 1, line)
    .join('\n');
const problemOf = (text: string, slug = 'a'): string | undefined => {
  const parsed = parseMode(slug, text);
  return parsed.mode === undefined ? parsed.problem : undefined;
};

test('A60 a mode is what its file says', () => {
  expect(parseMode('review', FILE)).toEqual({
    mode: {
      slug: 'review',
      name: 'Reviewer',
      description: 'Reads code and says what is wrong with it.',
      instructions: 'You review code.\n\n---\nBe kind.',
      tools: ['read_file', 'search_*', 'list_files'],
      mustUseTools: true,
    },
  });
});

test('A60 it may come from any editor', () => {
  expect(parseMode('a', `\uFEFF${FILE.replaceAll('\n', '\r\n')}`)).toEqual(parseMode('a', FILE));
});

test.each([
  ['tools: *', '*'],
  ['tools: "*"', '*'],
  ['tools: [*]', '*'],
  ['tools:\n  - *', '*'],
  ['tools: read_file, *', '*'],
  ['tools: read_file', ['read_file']],
  ['tools: [read_file, mcp_*]', ['read_file', 'mcp_*']],
  ['tools:\n- read_file\n- mcp_* # all of them', ['read_file', 'mcp_*']],
  ['tools: []', []],
])('A60 %j names tools', (line, tools) => {
  expect(parseMode('a', withLine(4, line))).toMatchObject({ mode: { tools } });
});

test('A60 what is not said about tools that must be used is no', () => {
  expect(parseMode('a', withLine(5, '# nothing'))).toMatchObject({ mode: { mustUseTools: false } });
});

const LONG = 'x'.repeat(100_001);
test.each([
  [
    'an unknown key',
    withLine(5, 'tool: read_file'),
    /^Line 5: a mode has no "tool", only name, .* Remove it\.$/,
  ],
  ['a key that is no text', withLine(5, '[a]: b'), /^Line 5: a mode has no ""/],
  [
    'the same key twice',
    withLine(3, 'name: B'),
    /^Line 3: this is not valid YAML \(Map keys must be unique\)/,
  ],
  ['no name', withLine(2, ''), /^Line 1: name is missing\. Add a line "name: …"\.$/],
  ['an empty name', withLine(2, 'name:'), /^Line 2: name must be one line/],
  ['a name of two lines', withLine(2, 'name: |\n  a\n  b'), /^Line 2: name must be one line/],
  ['a long name', withLine(2, `name: ${'x'.repeat(61)}`), /^Line 2: name .* 1 to 60 characters/],
  ['a list for a name', withLine(2, 'name: [a]'), /^Line 2: name must be one line/],
  ['an alias', withLine(2, 'name: *x'), /^Line 2: name must be one line/],
  ['no description', withLine(3, ''), /^Line 1: description is missing/],
  ['no tools', withLine(4, ''), /^Line 1: tools is missing\. Add "tools: \*" for all/],
  ['empty tools', withLine(4, 'tools:'), /^Line 4: tools must be \* or a list of tool names.*, not ""\.$/],
  ['a tool that is none', withLine(4, 'tools: read file'), /^Line 4: .*, not "read file"\.$/],
  ['a star in the middle', withLine(4, 'tools: r*d'), /^Line 4: .*, not "r\*d"\.$/],
  ['tools of lists', withLine(4, 'tools: [[a]]'), /^Line 4: tools must be/],
  [
    'a flag that is none',
    withLine(5, 'must_use_tools: maybe'),
    /^Line 5: must_use_tools must be true or false\.$/,
  ],
  [
    'a colon in a value',
    withLine(3, 'description: Reads: code'),
    /^Line 3: this is not valid YAML .* Try quotes/,
  ],
  ['no block', 'name: a', /^Line 1: begin with a line "---"/],
  ['an open block', '---\nname: a\n', /^Line 1: end the keys with a second line "---"/],
  ['a block of one text', '---\nhello\n---\nDo.', /^Line 2: write a key and its value/],
  [
    'no instructions',
    '---\nname: a\ndescription: b\ntools: *\n---\n \n',
    /^Write what the model should do below/,
  ],
  ['long instructions', FILE + LONG, /^The instructions may have 100000 characters/],
  ['a long block', withLine(5, `# ${LONG}`), /^Line 6: the keys may take 8000 characters/],
  ['deep lists', withLine(5, `a: ${'['.repeat(3000)}`), /^Line 5: this is not valid YAML/],
])('A471 %s is told with its line and the fix', (_, text, problem) => {
  expect(problemOf(text)).toMatch(problem);
  expect(problemOf(text)).not.toContain('\n');
});

test('A471 a file must be called so that its mode can be named', () => {
  for (const slug of ['', 'A', 'a b', '../a', 'a'.repeat(41)])
    expect(problemOf(FILE, slug)).toMatch(/lowercase letters/);
  expect(problemOf(FILE, 'a-1')).toBeUndefined();
});

test('A471 no text throws, and a problem is one line', () => {
  const line = fc.constantFrom(
    '---',
    'name: a',
    'tools: *',
    'description: *b',
    '- x',
    '? y',
    '&a !!b {',
    '"',
    '\u2028',
  );
  const text = fc.array(fc.oneof(line, fc.string()), { maxLength: 12 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, (any) => {
      for (const file of [any, `---\n${any}\n---\nDo.`]) expect(problemOf(file) ?? '').not.toMatch(/[\n\r]/);
    }),
    { numRuns: runs(500) },
  );
});

const oneLine = (maxLength: number) =>
  fc
    .string({ unit: 'binary', minLength: 1, maxLength: maxLength / 2 })
    .map((text) => text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, '').trim())
    .filter((text) => text !== '');
const toolName = fc.stringMatching(/^[A-Za-z0-9_-]{1,20}\*?$/);
const anyMode: fc.Arbitrary<Mode> = fc.record({
  slug: fc.stringMatching(/^[a-z0-9-]{1,40}$/),
  name: oneLine(60),
  description: oneLine(500),
  instructions: fc
    .string({ unit: 'binary', minLength: 1 })
    .map((text) => text.replaceAll('\r', '').trim())
    .filter((text) => text !== ''),
  tools: fc.oneof(fc.constant('*' as const), fc.array(toolName, { minLength: 1, maxLength: 5 })),
  mustUseTools: fc.boolean(),
});

/** The ways to write a list of tools. */
const TOOLS = [
  (tools: Mode['tools']) => (tools === '*' ? ' *' : ` ${JSON.stringify(tools.join(' ,'))}`),
  (tools: Mode['tools']) => ` ${JSON.stringify(tools)}`,
  (tools: Mode['tools']) => [...tools].map((name) => `\n  - ${JSON.stringify(name)}`).join(''),
];

test('A60 what was written is read, however it is written', () => {
  const style = fc.record({
    tools: fc.constantFrom(...TOOLS),
    eol: fc.constantFrom('\n', '\r\n'),
    turn: fc.nat(3),
  });
  fc.assert(
    fc.property(anyMode, style, (mode, { tools, eol, turn }) => {
      const keys = [
        `name: ${JSON.stringify(mode.name)}`,
        `description: ${JSON.stringify(mode.description)}`,
        `tools:${tools(mode.tools)}`,
        `must_use_tools: ${mode.mustUseTools}`,
      ];
      const turned = [...keys.slice(turn), ...keys.slice(0, turn)];
      const text = ['---', ...turned, '---', '', mode.instructions, ''].join('\n').replaceAll('\n', eol);
      expect(parseMode(mode.slug, text)).toEqual({ mode });
    }),
  );
});

test('A60 the example of the documents is a mode', () => {
  const page = readFileSync(new URL('../../../../../docs/modes.md', import.meta.url), 'utf8');
  const examples = Array.from(page.matchAll(/^````?md\n([\s\S]*?)^````?$/gm), ([, text = '']) => text);
  expect(examples).toHaveLength(1);
  for (const text of examples) expect(problemOf(text)).toBeUndefined();
});
