import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInTools, decidePolicy } from '@millrace/engine';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runs } from '../../../../../fixtures/long.ts';
import { toolContext } from '../../../../../fixtures/tool-context.ts';
import { turns } from '../../../../../fixtures/turns.ts';
import { readFileArgs } from '../define/file-args.ts';
import { targetsOf } from '../define/targets-of.ts';
import type { Tool, ToolContext, ToolOutcome } from '../define/tool.ts';
import { openWorkspace } from '../workspace/workspace.ts';
import { fileTools } from './file-tools.ts';

let base: string;
let root: string;
let ctx: ToolContext;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'millrace-files-'));
  root = join(base, 'root');
  mkdirSync(root);
  writeFileSync(join(base, 'secret'), 'the secret');
  symlinkSync(join(base, 'secret'), join(root, 'link'));
  ctx = toolContext({ workspace: openWorkspace(root) });
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const tools = new Map(fileTools().map((tool) => [tool.name, tool]));
const toolOf = (name: string): Tool => tools.get(name) ?? expect.fail(`There is no ${name}.`);
const put = (path: string, text: string): void => writeFileSync(join(root, path), text);
const get = (path: string): string => readFileSync(join(root, path), 'utf8');
const refuses = (name: string, input: unknown): string => toolOf(name).check?.(input) ?? '';

/** Runs a call as the agent does, and gives what the model reads. */
async function run(name: string, input: Record<string, unknown>): Promise<ToolOutcome> {
  expect(refuses(name, input)).toBe('');
  const {
    undo: _,
    seen: __,
    changed: ___,
    change: ____,
    files: _____,
    ...read
  } = await toolOf(name)
    .run(input, ctx)
    .catch((error: Error): ToolOutcome => ({ content: error.message, is_error: true }));
  return read;
}

test('A84 the tools have the names and parameters that models know, and ask before they write', () => {
  const reads = ['read_file', 'update_todo_list'];
  for (const [name, tool] of tools) {
    const known: readonly string[] = Object.entries(builtInTools).find(([each]) => each === name)?.[1] ?? [];
    const properties = tool.input_schema['properties'] ?? {};
    expect(Object.keys(properties).sort(), name).toEqual([...known].sort());
    expect(tool.approval, name).toBe(reads.includes(name) ? 'allow' : 'ask');
    expect(tool.local ?? false, name).toBe(name !== 'update_todo_list');
    expect(tool.inlineBudgetMs, name).toBe(Number.POSITIVE_INFINITY);
  }
  expect(tools.size).toBe(8);
});

const CALLS: readonly (readonly [string, (path: string) => Record<string, unknown>, string])[] = [
  ['read_file', (path) => ({ path }), 'Read a.ts'],
  ['read_file', (path) => ({ args: `<file><path>${path}</path></file>` }), 'Read a.ts'],
  ['write_to_file', (path) => ({ path, content: 'x' }), 'Write a.ts'],
  ['insert_content', (path) => ({ path, line: 0, content: 'x' }), 'Add to the end of a.ts'],
  ['search_and_replace', (path) => ({ path, search: 'the', replace: 'x' }), 'Replace in a.ts'],
  ['edit_file', (path) => ({ target_file: path, instructions: '', code_edit: 'x' }), 'Edit a.ts'],
  [
    'apply_diff',
    (path) => ({ path, diff: '<<<<<<< SEARCH\nthe secret\n=======\nx\n>>>>>>> REPLACE' }),
    'Change a.ts',
  ],
];

test.each(CALLS)('A84 %s works in the workspace only', async (name, input, title) => {
  expect(toolOf(name).title?.(input('a.ts'))).toBe(title);
  for (const path of ['link', '../secret', join(base, 'secret')]) {
    const { content, is_error } = await run(name, input(path));
    expect(is_error).toBe(true);
    expect(content).toMatch(/is a link|without "\.\."|not in the workspace/);
    expect(content).not.toContain('the secret');
  }
  expect(readFileSync(join(base, 'secret'), 'utf8')).toBe('the secret');
  await expect(toolOf(name).run(input('a.ts'), { ...ctx, workspace: undefined })).rejects.toThrow(
    /no workspace/,
  );
});

test.each(CALLS)('A84 a rule about a path holds for %s', (name, input) => {
  const { targets = {} } = toolOf(name);
  const pattern = { type: 'glob', argument: targets.paths?.[0] ?? '', glob: 'secret/**' } as const;
  const judge = (path: string): string =>
    decidePolicy(
      [{ id: '1', scope: 'user', tool: name, verdict: 'deny', pattern }],
      { name, input: input(path) },
      { tools: targetsOf([toolOf(name)]), otherwise: 'allow' },
    ).verdict;
  expect([judge('src/a.ts'), judge('secret/a.ts'), judge('.git/config')]).toEqual(['allow', 'deny', 'ask']);
});

test('A84 however a list of files is written, rules see every file that is read from it', () => {
  const piece = fc.constantFrom(
    '<file>',
    '</file>',
    '<path>',
    '</path>',
    'secret/a',
    'src/a',
    ' ',
    '\n',
    '<args>',
    '<',
  );
  const file = fc
    .constantFrom('secret/a', 'src/a', 'src/b')
    .map((path) => `<file><path>${path}</path></file>`);
  const rule = { type: 'glob', argument: 'path', glob: 'secret/**' } as const;
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 3, arbitrary: file }, piece), { maxLength: 6 }), (pieces) => {
      const input = { args: pieces.join('') };
      const read = readFileArgs(input.args);
      const { verdict } = decidePolicy(
        [{ id: '1', scope: 'user', tool: 'read_file', verdict: 'deny', pattern: rule }],
        { name: 'read_file', input },
        { tools: targetsOf([toolOf('read_file')]) },
      );
      if ('files' in read && read.files.some(({ path }) => path.startsWith('secret/')))
        expect(verdict).toBe('deny');
      if ('files' in read) expect(read.files.every(({ path }) => !path.includes('<path>'))).toBe(true);
    }),
    { numRuns: runs(500) },
  );
});

test('A85 write_to_file says what it did and how many lines there are', async () => {
  expect(await run('write_to_file', { path: 'src/a.ts', content: 'a\nb\n' })).toEqual({
    content: 'Created src/a.ts: 2 lines.',
  });
  expect(await run('write_to_file', { path: 'src/a.ts', content: 'c', line_count: 1 })).toEqual({
    content: 'Updated src/a.ts: 1 line.',
  });
  expect(get('src/a.ts')).toBe('c');
});

test.each([
  [100, 100, false],
  [100, 91, false],
  [100, 60, true],
  [10, 14, true],
  [3, 1, false],
])('A85 %d lines were said and %d came: a warning is %s', async (said, lines, warns) => {
  const content = 'x\n'.repeat(lines);
  const outcome = await run('write_to_file', { path: 'a', content, line_count: said });
  expect(outcome.content.includes('left out')).toBe(warns);
});

test('A85 an input that does not fit is told', () => {
  expect(refuses('write_to_file', { path: '', content: 'x' })).toMatch(/path/);
  expect(refuses('write_to_file', { path: 'a' })).toMatch(/content/);
  expect(refuses('write_to_file', { path: 'a', content: 'x', line_count: -1 })).toMatch(/line_count/);
});

test('A86 read_file shows numbered lines, or some of them', async () => {
  put('a', Array.from({ length: 10 }, (_, i) => `line ${i + 1}\r\n`).join(''));
  expect((await run('read_file', { path: 'a', start_line: 9 })).content).toBe(
    'a, lines 9-10 of 10:\n 9 | line 9\n10 | line 10',
  );
  expect((await run('read_file', { path: 'a', start_line: 2, end_line: 3 })).content).toBe(
    'a, lines 2-3 of 10:\n2 | line 2\n3 | line 3',
  );
  expect((await run('read_file', { path: 'a', start_line: 11 })).content).toBe('a has only 10 lines.');
  put('empty', '');
  expect((await run('read_file', { path: 'empty' })).content).toBe('empty is empty.');
});

test('A86 several files are shown, and one that cannot be read hides no other', async () => {
  put('a', 'x\n');
  put('b', '1\n2\n3\n4\n');
  const args = `<file><path>a</path></file>
    <file><path>none</path></file>
    <file><path> b </path><line_range>1-1</line_range><line_range>3-4</line_range></file>`;
  expect(toolOf('read_file').title?.({ args })).toBe('Read 3 files');
  expect(await run('read_file', { args })).toEqual({
    content:
      'a, lines 1-1 of 1:\n1 | x\n\nnone: There is no "none" in the workspace.\n\nb, lines 1-1 of 4:\n1 | 1\n\nb, lines 3-4 of 4:\n3 | 3\n4 | 4',
    is_error: false,
  });
  expect(await run('read_file', { path: 'none' })).toMatchObject({ is_error: true });
});

test('A86 what is shown is bounded and says how to go on', async () => {
  put('long', 'x\n'.repeat(5000));
  expect((await run('read_file', { path: 'long' })).content).toMatch(
    /lines 1-2000 of 5000:[\s\S]*2000 \| x\nThere is more: continue with start_line 2001\.$/,
  );
  put('wide', `${'y'.repeat(1000)}\n`.repeat(300));
  const wide = (await run('read_file', { path: 'wide' })).content;
  expect(wide.length).toBeLessThan(101_000);
  expect(wide).toMatch(/continue with start_line 1\d\d\.$/);
  put('one', 'z'.repeat(50_000));
  expect((await run('read_file', { path: 'one' })).content).toMatch(
    /z… \(48000 more characters in this line\)$/,
  );
  const both = (await run('read_file', { args: '<file><path>wide</path></file>'.repeat(3) })).content;
  expect(both.length).toBeLessThan(102_000);
  expect(both).toContain('no room for lines 1-300 of 300');
});

test.each([
  [{}, /Give path, or args/],
  [{ path: 'a', args: '<file><path>a</path></file>' }, /not both/],
  [{ path: 'a', start_line: 3, end_line: 2 }, /comes after/],
  [{ path: 'a', start_line: 0 }, /start_line/],
  [{ args: 'a.ts' }, /cannot be read/],
  [{ args: '<file><path>a</path>x</file>' }, /line_range/],
  [{ args: '<file><path>a</path></file>'.repeat(21) }, /20 files/],
])('A86 %j is told to be wrong', (input, problem) => {
  expect(refuses('read_file', input)).toMatch(problem);
});

test('A87 insert_content puts lines before a line, or at the end', async () => {
  put('a', '1\n2\n');
  expect(await run('insert_content', { path: 'a', line: 2, content: 'x\ny\n' })).toEqual({
    content: 'Inserted 2 lines into a, now lines 2-3.',
  });
  expect(get('a')).toBe('1\nx\ny\n2\n');
  const end = { path: 'a', line: 0, content: 'end' };
  const { content } = await run('insert_content', end);
  expect(content).toBe('Inserted 1 line into a, now line 5.');
  expect(get('a')).toBe('1\nx\ny\n2\nend\n');
});

test('A87 insert_content keeps the end of the file and its line endings', async () => {
  put('a', '1\n2');
  await run('insert_content', { path: 'a', line: 0, content: '3' });
  expect(get('a')).toBe('1\n2\n3');
  put('b', '1\r\n2\n');
  await run('insert_content', { path: 'b', line: 1, content: '0' });
  expect(get('b')).toBe('0\r\n1\r\n2\n');
  put('c', '');
  await run('insert_content', { path: 'c', line: 1, content: 'x' });
  expect(get('c')).toBe('x\n');
});

test('A87 a line that is not there, and an input that does not fit, are told', async () => {
  put('a', '1\n');
  expect(await run('insert_content', { path: 'a', line: 3, content: 'x' })).toEqual({
    content: 'a has only 1 line.',
    is_error: true,
  });
  expect(refuses('insert_content', { path: 'a', line: -1, content: 'x' })).toMatch(/line/);
  expect(refuses('insert_content', { path: 'a', content: 'x' })).toMatch(/line/);
});

const replace = async (text: string, input: Record<string, unknown>): Promise<string> => {
  put('f', text);
  const outcome = await run('search_and_replace', { path: 'f', ...input });
  return outcome.is_error ? outcome.content : get('f');
};

test('A88 a text is replaced as it is written', async () => {
  expect(await replace('a.b a+b a.b\n', { search: 'a.b', replace: '$& $1 $$' })).toBe(
    '$& $1 $$ a+b $& $1 $$\n',
  );
  expect(await replace('A-b\n', { search: 'a-B', replace: 'x', ignore_case: true })).toBe('x\n');
  expect(await replace('[x](y){z}^$|\\/*?\n', { search: '[x](y){z}^$|\\/*?', replace: 'ok' })).toBe('ok\n');
  expect(await replace('a\r\nb\r\n', { search: 'a\nb', replace: 'c\nd' })).toBe('c\r\nd\r\n');
});

test('A88 a regular expression sees lines and groups', async () => {
  const regex = { use_regex: true };
  expect(await replace('ab\ncd\n', { search: '^(.)(.)$', replace: '$2$1', ...regex })).toBe('ba\ndc\n');
  expect(await replace('a\nb\n', { search: '^', replace: '// ', ...regex })).toBe('// a\n// b\n');
  expect(await replace('a\nb\n', { search: 'b\\n', replace: '', ...regex })).toBe('a\n');
  expect(await replace('Aa', { search: 'a|z', replace: 'x', ignore_case: true, ...regex })).toBe('xx');
});

test('A88 only the lines of a range are looked at', async () => {
  const input = { search: 'a', replace: 'x', start_line: 2, end_line: 3 };
  expect(await replace('a\na\na\na\n', input)).toBe('a\nx\nx\na\n');
  expect(await replace('a\na\na', input)).toBe('a\nx\nx');
  expect(await replace('a\na', { ...input, end_line: 9 })).toBe('a\nx');
  expect(await replace('a\n', input)).toBe('f has only 1 line.');
});

test('A88 nothing to replace is told', async () => {
  expect(await replace('a\n', { search: 'b', replace: 'x' })).toMatch(/Nothing in f matches/);
  put('f', 'a a\n');
  const input = { path: 'f', search: 'a', replace: 'b' };
  expect((await run('search_and_replace', input)).content).toBe('Replaced 2 matches in f.');
  const same = await run('search_and_replace', { ...input, search: 'b' });
  expect(same.content).toMatch(/was not changed/);
  expect(refuses('search_and_replace', { ...input, search: '' })).toMatch(/search/);
  expect(refuses('search_and_replace', { ...input, search: '(', use_regex: true })).toMatch(
    /Invalid regular/,
  );
  expect(refuses('search_and_replace', { ...input, search: 'a)(b', use_regex: true })).toMatch(
    /Invalid regular/,
  );
  expect(refuses('search_and_replace', { ...input, start_line: 2, end_line: 1 })).toMatch(/comes after/);
});

test('A88 a regular expression that never ends is ended, and nothing else waits for it', async () => {
  put('f', `${'a'.repeat(40)}!`);
  let ticks = 0;
  const ticking = setInterval(() => ticks++, 10);
  const outcome = await run('search_and_replace', {
    path: 'f',
    search: '^(a+)+$',
    replace: 'x',
    use_regex: true,
  });
  clearInterval(ticking);
  expect(outcome).toMatchObject({ is_error: true, content: expect.stringMatching(/longer than 2 s/) });
  expect(ticks).toBeGreaterThan(0);
  expect(get('f')).toBe(`${'a'.repeat(40)}!`);
});

test('A88 a run that is stopped ends the search', async () => {
  put('f', `${'a'.repeat(40)}!`);
  const stop = new AbortController();
  const input = { path: 'f', search: '^(a+)+$', replace: 'x', use_regex: true };
  const running = toolOf('search_and_replace').run(input, { ...ctx, signal: stop.signal });
  await turns(50);
  stop.abort(new Error('stopped'));
  await expect(running).rejects.toThrow('stopped');
});

test('A89 edit_file changes a file, and says why not', async () => {
  put('a.ts', 'a\r\nb\r\nc\r\nd\r\n');
  const edit = {
    target_file: 'a.ts',
    instructions: 'Adds x.',
    code_edit: '// ... existing code ...\nb\nx\nc\n// ... existing code ...',
  };
  expect((await run('edit_file', edit)).content).toBe('Edited a.ts: 1 part changed, 4 lines before, 5 now.');
  expect(get('a.ts')).toBe('a\r\nb\r\nx\r\nc\r\nd\r\n');
  expect((await run('edit_file', edit)).content).toBe('a.ts already has these changes.');
  expect(await run('edit_file', { ...edit, code_edit: 'x' })).toMatchObject({
    is_error: true,
    content: expect.stringMatching(/^a\.ts was not changed\. .*write_to_file/),
  });
  expect(refuses('edit_file', { target_file: 'a.ts', instructions: '' })).toMatch(/code_edit/);
});

test('A90 apply_diff changes files and keeps their endings', async () => {
  put('a', 'a\r\nb\r\n');
  const diff = '<<<<<<< SEARCH\n:start_line:2\n-------\nb\n=======\nx\ny\n>>>>>>> REPLACE';
  expect(await run('apply_diff', { path: 'a', diff })).toEqual({
    content: 'a: made 1 change.\n- Block 1: applied at line 2.',
    is_error: false,
  });
  expect(get('a')).toBe('a\r\nx\r\ny\r\n');
  expect(await run('apply_diff', { path: 'a', diff })).toMatchObject({ is_error: true });
});

test('A91 what cannot be applied is told, and the rest is', async () => {
  put('a', 'a\nb\n');
  put('b', 'b\n');
  const block = (from: string): string => `<<<<<<< SEARCH\n${from}\n=======\nx\n>>>>>>> REPLACE\n`;
  const file = (path: string, ...all: string[]): string =>
    `<file><path>${path}</path><diff>${all.map(block).join('')}</diff></file>`;
  const args = [file('a', 'a', 'zzz'), file('b', 'zzz'), file('none', 'a'), file('link', 'a')].join('');
  const outcome = await run('apply_diff', { args });
  expect(toolOf('apply_diff').title?.({ args })).toBe('Change 4 files');
  expect(outcome.is_error).toBe(false);
  expect(outcome.content).toBe(
    [
      'a: made 1 of 2 changes.\n- Block 1: applied at line 1.\n- Block 2: not applied. Its lines are not in the file. Read the file again.',
      'b: made 0 of 1 change.\n- Block 1: not applied. Its lines are not in the file. Read the file again.',
      'none: There is no "none" in the workspace.',
      'link: "link" is a link that leads out of the workspace, or nowhere.',
    ].join('\n\n'),
  );
  expect([get('a'), get('b')]).toEqual(['x\nb\n', 'b\n']);
  expect(refuses('apply_diff', { path: 'a', diff: 'x' })).toMatch(/is outside every block/);
  expect(refuses('apply_diff', { path: 'a' })).toMatch(/Give path and diff/);
});

test('A92 new_rule keeps a rule in a new file, once', async () => {
  const input = { path: '.millrace/rules/tests.md', content: 'Write tests.\n' };
  for (let i = 0; i < 2; i++)
    expect(await run('new_rule', input)).toEqual({
      content: 'The rule was saved as .millrace/rules/tests.md.',
    });
  expect(get(input.path)).toBe('Write tests.\n');
  expect(await run('new_rule', { ...input, content: 'Other.' })).toMatchObject({ is_error: true });
  expect(toolOf('new_rule').title?.(input)).toBe('New rule tests.md');
  for (const path of [
    'tests.md',
    '.millrace/rules/../x.md',
    '.millrace/rules/a/b.md',
    '.millrace/modes/a.md',
    'x/.millrace/rules/a.md',
  ])
    expect(refuses('new_rule', { ...input, path }), path).toMatch(/A rule is a file such as/);
  expect(refuses('new_rule', { ...input, content: ' ' })).toMatch(/content/);
});

test('A93 update_todo_list says the list back, in one form', async () => {
  const todos = '[x] Read\n- [-] Write  \n\n* [ ] Test\n[X] Plan [ ] it';
  expect(await run('update_todo_list', { todos })).toEqual({
    content: 'The list is now (2 of 4 done):\n[x] Read\n[-] Write\n[ ] Test\n[x] Plan [ ] it',
  });
  expect(toolOf('update_todo_list').title?.({ todos })).toBe('Steps: 2 of 4 done');
});

test.each([
  ['', /no step/],
  ['[x] a\nb', /Line 2 is not a step/],
  ['[y] a', /Line 1/],
  ['[ ]', /Line 1/],
  ['[] a', /Line 1/],
  ['[ ] a\n'.repeat(101), /100 steps/],
])('A93 %j is told to be wrong', (todos, problem) => {
  expect(refuses('update_todo_list', { todos })).toMatch(problem);
});
