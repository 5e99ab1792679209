import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../fixtures/long.ts';
import { applyBlocks } from './apply-blocks.ts';
import { parseDiffInput } from './diff-args.ts';
import { parseDiff } from './parse-diff.ts';

/** A block as a model writes it. */
function block(search: string, replace: string, startLine?: number): string {
  const head = startLine === undefined ? '' : `:start_line:${startLine}\n-------\n`;
  const [old, fresh] = [search, replace].map((text) => (text === '' ? '' : `${text}\n`));
  return `<<<<<<< SEARCH\n${head}${old}=======\n${fresh}>>>>>>> REPLACE\n`;
}

function apply(text: string, diff: string) {
  const parsed = parseDiff(diff);
  if ('problem' in parsed) throw new Error(parsed.problem);
  const { text: now, results } = applyBlocks(text, parsed.blocks);
  return { text: now, said: results.map((result) => ('line' in result ? result.line : result.problem)) };
}

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;
const problemOf = (diff: string): string => {
  const parsed = parseDiff(diff);
  return 'problem' in parsed ? parsed.problem : '';
};

test('A90 a block replaces the lines where it says', () => {
  const file = lines('a', 'b', 'a', 'c');
  expect(apply(file, block('a', 'x\ny', 3))).toEqual({ text: lines('a', 'b', 'x', 'y', 'c'), said: [3] });
  expect(apply(file, block('a', 'x', 1)).text).toBe(lines('x', 'b', 'a', 'c'));
  expect(apply(file, block('b\na', '', 2)).text).toBe(lines('a', 'c'));
  expect(apply('a\nb', block('b', 'b\nc')).text).toBe('a\nb\nc');
});

test('A90 lines that moved are found, the nearest first, 40 lines away at most', () => {
  const filler = (many: number): string[] => Array.from({ length: many }, (_, i) => `filler ${i}`);
  const file = lines(...filler(10), 'x', ...filler(10), 'x', ...filler(60), 'far');
  expect(apply(file, block('x', 'y', 14)).said).toEqual([11]);
  expect(apply(file, block('x', 'y', 19)).said).toEqual([22]);
  expect(apply(lines('q', 'x', 'q', 'x', 'q'), block('x', 'y', 3)).said).toEqual([2]);
  const last = file.split('\n').indexOf('far') + 1;
  expect(apply(file, block('far', 'y', last - 40)).said).toEqual([last]);
  const twice = file.replace('far\n', 'far\nfar\n');
  expect(apply(twice, block('far', 'y', last - 41)).said[0]).toMatch(
    /not within 40 lines of line 42, nor in one place alone[\s\S]*42 \| filler/,
  );
});

test('A530 lines that stand in one place alone are found, however far off their number', () => {
  const filler = (many: number): string[] => Array.from({ length: many }, (_, i) => `filler ${i}`);
  const file = lines(...filler(100), '  far(“a”)', ...filler(100));
  for (const [search, number] of [
    ['  far(“a”)', 1],
    ['  far(“a”)', 9_999_999],
    ['far("a")', 3],
  ] as const)
    expect(apply(file, block(search, 'y', number)).said).toEqual([101]);
});

test.each(['<<<<<<< HEAD', '>>>>>>> branch', '>>>>>>> REPLACE>', '>>>>>>>', '<<<<<<<< SEARCH'])(
  'A531 %j in a block is no line of the file, unless it is escaped',
  (marker) => {
    expect(problemOf(block('a', `b\n${marker}\nc`))).toMatch(/no marker of a diff|outside every block/);
    expect(problemOf(block(`a\n${marker}`, 'b'))).toMatch(/no marker of a diff|has no =======/);
    expect(apply(lines('a'), block('a', `b\n\\${marker}`)).text).toBe(lines('b', marker));
  },
);

test('A531 a number and a rule at the beginning of the lines that replace are no lines of the file', () => {
  expect(apply(lines('a'), block('a', ':start_line:1\n-------\nb')).text).toBe(lines('b'));
  expect(apply(lines('a'), block('a', '-------\nb')).text).toBe(lines('-------', 'b'));
});

test('A532 the name of the file may stand above a block; another name may not', () => {
  const named = (name: string) =>
    parseDiff(`${name}\n${block('a', 'b')}${name}\n\`\`\`\n${block('c', 'd')}`, 'src/mill.ts');
  for (const name of [
    'src/mill.ts',
    './src/mill.ts',
    'mill.ts',
    '`src/mill.ts`',
    '### src/mill.ts',
    '**mill.ts**:',
    'src\\mill.ts',
  ])
    expect([name, named(name)]).toMatchObject([name, { blocks: [{ search: ['a'] }, { search: ['c'] }] }]);
  for (const name of ['src/other.ts', 'ill.ts', 'Change this:', 'mill.ts\nmill.ts'])
    expect([name, named(name)]).toMatchObject([
      name,
      { problem: expect.stringContaining('outside every block') },
    ]);
});

test('A90 without a line there must be one place', () => {
  expect(apply(lines('a', 'b', 'c'), block('b', 'x')).text).toBe(lines('a', 'x', 'c'));
  expect(apply(lines('b', 'b'), block('b', 'x'))).toEqual({
    text: lines('b', 'b'),
    said: ['Its lines appear in 2 places: lines 1, 2. Choose one with :start_line:.'],
  });
  expect(apply(lines('a'), block('b', 'x')).said[0]).toMatch(/not in the file/);
});

test('A480 an exact place further away is better than a near one with other white space', () => {
  expect(apply(lines('  a', 'b', 'a'), block('a', 'x', 1)).text).toBe(lines('  a', 'b', 'x'));
});

test('A480 new lines follow the indentation that was found', () => {
  const file = lines('class A {', '    run() {', '        go();', '    }', '}');
  const diff = block('run() {\n    go();\n}', 'run() {\n    if (x) {\n        go();\n    }\n\n}', 2);
  expect(apply(file, diff).text).toBe(
    lines('class A {', '    run() {', '        if (x) {', '            go();', '        }', '', '    }', '}'),
  );
  const tabs = lines('\tif (a) {', '\t\tb();', '\t}');
  expect(apply(tabs, block('    b();', '    c();', 2)).text).toBe(lines('\tif (a) {', '\t\tc();', '\t}'));
  const out = block('    if (a) {\n        b();\n    }', 'b();', 1);
  expect(apply(lines('        if (a) {', '            b();', '        }'), out).text).toBe(lines('    b();'));
});

test('A480 typographic quotes and other white space are found', () => {
  expect(apply(lines('say(“hi”);  // …'), block('say("hi"); // ...', 'bye();')).text).toBe(lines('bye();'));
});

test('A480 numbers that were copied are dropped, unless the file has them', () => {
  const file = lines('a', 'b', 'c', 'b');
  expect(apply(file, block('4 | b', '4 | x')).text).toBe(lines('a', 'b', 'c', 'x'));
  expect(apply(file, block(' 2 | b\n 3 | c', ' 2 | x', 2)).text).toBe(lines('a', 'x', 'b'));
  expect(apply(lines('1 | a'), block('1 | a', '1 | b')).text).toBe(lines('1 | b'));
});

test('A481 blocks go by their lines in the file before the diff, in whatever order', () => {
  const file = lines('x', 'x', 'x', 'x');
  const diff = [block('x', 'd', 4), block('x', 'a\na\na', 1), block('x', '', 2)].join('\n');
  expect(apply(file, diff)).toEqual({ text: lines('a', 'a', 'a', 'x', 'd'), said: [5, 1, 4] });
});

test('A90 a file with mixed line endings keeps them', () => {
  expect(apply('a\r\nb\nc\r\n', block('b\nc', 'b\nd', 2)).text).toBe('a\r\nb\nd\n');
  expect(apply('a\r\nb\r\nc\n', block('b', 'd\ne', 2)).text).toBe('a\r\nd\r\ne\r\nc\n');
});

test('A91 escaped markers are lines of the file', () => {
  const file = lines('<<<<<<< SEARCH', '=======', '>>>>>>> REPLACE', '-------', ':start_line:3', '\\=======');
  const masked = file.trimEnd().replace(/^(\\*[<=>:-])/gm, '\\$1');
  expect(apply(file, block(masked, `${masked}\nx`, 1)).text).toBe(`${file}x\n`);
  expect(apply(file, block('\\:start_line:3', 'y', 5)).text).toBe(file.replace(':start_line:3', 'y'));
});

test('A91 the rule, the fence and the end line may be there or not', () => {
  const bare = '```diff\n<<<<<<< SEARCH\n:start_line: 2\n:end_line: 2\nb\n=======\nx\n>>>>>>> REPLACE\n```';
  expect(apply(lines('b', 'b'), bare).text).toBe(lines('b', 'x'));
  expect(apply(lines('b'), bare.replaceAll('\n', '\r\n').replace(':end_line: 2', '-------')).text).toBe(
    lines('x'),
  );
});

test.each([
  ['', /no <<<<<<< SEARCH block/],
  ['some text', /Line 1 .*is outside every block/],
  [block('a', 'b').replace('>>>>>>> REPLACE\n', ''), /no >>>>>>> REPLACE/],
  [block('a', 'b').replace('=======\n', ''), /has no =======/],
  [block('a', 'b\n=======\nc'), /second =======/],
  [block('a', 'b\n>>>>>>> REPLACE\nc'), /outside every block/],
  [block('a', 'b') + block('a', '<<<<<<< SEARCH\nc'), /Line 9.*before the block of line 6/],
  [block('<<<<<<< SEARCH', 'b'), /before the block of line 1/],
])('A91 a diff that is cut or unclear is not read: %j', (diff, problem) => {
  expect(problemOf(diff)).toMatch(problem);
});

test('A91 blocks that do nothing are told, and the others are applied', () => {
  const diff = [
    block('', 'x', 1),
    block('a', 'a', 1),
    block('b', 'y', 2),
    block('zzz', 'y', 3),
    block('\n', 'z'),
  ];
  const { text, said } = apply(lines('a', 'b', 'c'), diff.join(''));
  expect(text).toBe(lines('a', 'y', 'c'));
  expect(said).toEqual([
    expect.stringMatching(/search part is empty/),
    expect.stringMatching(/are the same/),
    2,
    expect.stringMatching(/not within 40 lines/),
    expect.stringMatching(/search part is empty/),
  ]);
});

const anyLine = fc.oneof(
  fc.constantFrom('', 'a', 'b', '  a', '\ta', '}', '1 | a', '12 | b', 'a ', '“a”'),
  fc.constantFrom(
    '=======',
    '-------',
    '<<<<<<< SEARCH',
    '>>>>>>> REPLACE',
    ':start_line:1',
    '\\=======',
    '```',
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => text.replaceAll(/[\r\n]/g, '')),
);
const escaped = (line: string): string =>
  line.replace(/^\\*(?:<<<<<<<|=======|>>>>>>>|-------|:start_line:|:end_line:)/, '\\$&');
const anyHunk = fc.record({
  kept: fc.array(anyLine, { maxLength: 4 }),
  old: fc.array(anyLine, { minLength: 1, maxLength: 4 }),
  fresh: fc.array(anyLine, { maxLength: 4 }),
});

test('A481 to apply a generated edit gives the edited file', () => {
  const edits = fc.record({
    hunks: fc.array(anyHunk, { minLength: 1, maxLength: 6 }),
    shuffle: fc.infiniteStream(fc.nat()),
  });
  fc.assert(
    fc.property(edits, fc.boolean(), ({ hunks, shuffle }, ended) => {
      const real = hunks.filter(
        ({ old, fresh }) => old.some((line) => line.trim() !== '') && old.join('\n') !== fresh.join('\n'),
      );
      const before: string[] = [];
      const after: string[] = [];
      const diff: [number, string][] = [];
      for (const { kept, old, fresh } of real) {
        before.push(...kept);
        after.push(...kept);
        const [search, replace] = [old, fresh].map((all) => all.map((line) => `${escaped(line)}\n`).join(''));
        const head = `<<<<<<< SEARCH\n:start_line:${before.length + 1}\n-------\n`;
        diff.push([shuffle.next().value ?? 0, `${head}${search}=======\n${replace}>>>>>>> REPLACE`]);
        before.push(...old);
        after.push(...fresh);
      }
      fc.pre(real.length > 0);
      const tail = ended ? [''] : ['end'];
      const given = diff.sort(([a], [b]) => a - b).map(([, text]) => text);
      const { text, said } = apply([...before, ...tail].join('\n'), given.join('\n'));
      expect(said.filter((each) => typeof each === 'string')).toEqual([]);
      expect(text).toBe([...after, ...tail].join('\n'));
    }),
    { numRuns: runs(500) },
  );
});

test('A91 args name several files, each with its diffs', () => {
  const args = `<args>
<file>
  <path>a.ts</path>
  <diff><content><![CDATA[
${block('</file>\n<file><path>evil</path>', '</content></diff></file>')}]]></content><start_line>3</start_line></diff>
</file>
<file><path> b.ts </path><diff>
${block('x', 'y', 7)}</diff><diff><content>${block('z', '</diff>')}</content></diff></file>
<file><path>a.ts</path><diff>${block('p', 'q')}</diff></file>
</args>`;
  expect(parseDiffInput({ args })).toEqual({
    files: [
      {
        path: 'a.ts',
        blocks: [
          {
            number: 1,
            startLine: 3,
            search: ['</file>', '<file><path>evil</path>'],
            replace: ['</content></diff></file>'],
          },
          { number: 2, startLine: undefined, search: ['p'], replace: ['q'] },
        ],
      },
      {
        path: 'b.ts',
        blocks: [
          { number: 1, startLine: 7, search: ['x'], replace: ['y'] },
          { number: 2, startLine: undefined, search: ['z'], replace: ['</diff>'] },
        ],
      },
    ],
  });
});

test.each([
  [{}, /Give path and diff/],
  [{ path: 'a' }, /Give path and diff/],
  [{ path: 'a', diff: 'x', args: 'y' }, /not both/],
  [{ args: 'x' }, /cannot be read at "x"/],
  [{ args: '<file><path>a</path></file>' }, /cannot be read/],
  [{ args: '<file><path></path><diff>x</diff></file>' }, /cannot be read/],
  [{ args: `<file><path>a</path>x<diff>${block('a', 'b')}</diff></file>` }, /a: Only <diff>/],
  [{ args: `<file><path>a</path><diff>${block('a', 'b')}</diff></file>x` }, /cannot be read/],
  [{ args: `<file><path>a</path><diff>${block('a', 'b')}x` }, /cannot be read/],
])('A91 an input that cannot be read is told: %j', (input, problem) => {
  const parsed = parseDiffInput(input);
  expect('problem' in parsed ? parsed.problem : '').toMatch(problem);
});
