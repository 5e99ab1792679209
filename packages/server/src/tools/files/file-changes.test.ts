import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runs } from '../../../../../fixtures/long.ts';
import { toolContext } from '../../../../../fixtures/tool-context.ts';
import type { Tool, ToolContext, ToolOutcome } from '../define/tool.ts';
import { proposedChange } from '../diff/proposed-change.ts';
import { openWorkspace } from '../workspace/workspace.ts';
import { fileTools } from './file-tools.ts';

let root: string;
let ctx: ToolContext;
let known: Map<string, string | null>;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'millrace-changes-'));
  known = new Map();
  ctx = toolContext({ workspace: openWorkspace(root), seen: async (path) => known.get(path) });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const tools = new Map(fileTools().map((tool) => [tool.name, tool]));
const toolOf = (name: string): Tool => tools.get(name) ?? expect.fail(`There is no ${name}.`);
const put = (path: string, text: string | Uint8Array): void => writeFileSync(join(root, path), text);
const get = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Runs a call as the agent does, and keeps what the model knows of files then. */
async function run(
  name: string,
  input: Record<string, unknown>,
  more: Partial<ToolContext> = {},
): Promise<ToolOutcome> {
  const outcome = await toolOf(name)
    .run(input, { ...ctx, ...more })
    .catch((error: Error): ToolOutcome => ({ content: error.message, is_error: true }));
  for (const [path, version] of Object.entries(outcome.seen ?? {})) known.set(path, version);
  return outcome;
}

/** Undoes a call by what comes back from a log. */
async function revert(
  name: string,
  input: Record<string, unknown>,
  { undo }: ToolOutcome,
): Promise<ToolOutcome> {
  return (
    toolOf(name).revert?.(input, JSON.parse(JSON.stringify(undo)), ctx) ?? expect.fail('It has no inverse.')
  );
}

const diff = (search: string, replace: string): string =>
  `<<<<<<< SEARCH\n-------\n${search}\n=======\n${replace}\n>>>>>>> REPLACE`;

/** Calls that change the file `a` with these lines, by the words that they are given. */
const EDITS: readonly ((
  lines: readonly string[],
  at: number,
  words: string,
) => [string, Record<string, unknown>])[] = [
  (_, __, words) => ['write_to_file', { path: 'a', content: words }],
  (lines, at, words) => ['insert_content', { path: 'a', line: at % (lines.length + 1), content: words }],
  (lines, at, words) => [
    'search_and_replace',
    { path: 'a', search: lines[at % lines.length] || 'a', replace: words },
  ],
  (lines, at, words) => [
    'apply_diff',
    { path: 'a', diff: diff(lines[at % lines.length] || 'a', `${words}.`) },
  ],
  (lines, _, words) => [
    'edit_file',
    { target_file: 'a', instructions: '', code_edit: `${lines[0]}\n${words}\n${lines.at(-1)}` },
  ],
];

const line = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'ä', '\u{1f30a}', '$'), maxLength: 6 });
const text = fc
  .tuple(
    fc.array(line, { minLength: 1, maxLength: 8 }),
    fc.array(fc.constantFrom('\n', '\r\n'), { minLength: 1, maxLength: 3 }),
  )
  .map(([lines, ends]) => lines.map((each, i) => each + (ends[i % ends.length] ?? '')).join(''));
const form = fc.constantFrom<readonly [BufferEncoding, string]>(
  ['utf8', ''],
  ['utf8', '\uFEFF'],
  ['utf16le', '\uFEFF'],
);

test('V2 whatever a tool makes of a file, its inverse gives the old bytes back, and twice is once', async () => {
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(
      text,
      form,
      fc.nat(EDITS.length - 1),
      fc.nat(20),
      text,
      async (old, [encoding, mark], which, at, words) => {
        const bytes = Buffer.from(mark + old, encoding);
        put('a', bytes);
        known.clear();
        const edit = EDITS[which] ?? expect.fail();
        const [name, input] = edit(old.split(/\r?\n/), at, words);
        const outcome = await run(name, input);
        if (outcome.undo === undefined) {
          expect(readFileSync(join(root, 'a'))).toEqual(bytes);
          return;
        }
        changed += 1;
        for (let i = 0; i < 2; i++) {
          expect(await revert(name, input, outcome)).toEqual({ content: 'a was restored.' });
          expect(readFileSync(join(root, 'a'))).toEqual(bytes);
        }
      },
    ),
    { numRuns: runs(120) },
  );
  expect(changed).toBeGreaterThan(runs(120) / 4);
});

test('T18 a call tells how many lines it has changed, as its preview does', async () => {
  const signal = new AbortController().signal;
  let many = 0;
  await fc.assert(
    fc.asyncProperty(text, fc.nat(EDITS.length - 1), fc.nat(20), text, async (old, which, at, words) => {
      put('a', old);
      known.clear();
      const edit = EDITS[which] ?? expect.fail();
      const [name, input] = edit(old.split(/\r?\n/), at, words);
      const preview = await toolOf(name).preview?.(input, { workspace: openWorkspace(root), signal });
      const [proposed] = proposedChange(preview ?? expect.fail()).files;
      const { changed, is_error } = await run(name, input);
      if (is_error) return;
      many += 1;
      expect(changed).toEqual({ added: proposed?.added, removed: proposed?.removed });
    }),
    { numRuns: runs(120) },
  );
  expect(many).toBeGreaterThan(runs(120) / 4);
});

test('T18 lines of several files are counted together, and those of a huge one are not', async () => {
  put('a', '1\n');
  put('b', '2\n');
  const files = ['a', 'b'].map(
    (path, i) =>
      `<file><path>${path}</path><diff><content>${diff(`${i + 1}`, 'x\ny')}</content></diff></file>`,
  );
  expect(await run('apply_diff', { args: files.join('') })).toMatchObject({
    changed: { added: 4, removed: 2 },
  });
  const huge = await run('write_to_file', { path: 'c', content: 'x\n'.repeat(600_000) });
  expect(huge).not.toHaveProperty('changed');
  expect(await run('write_to_file', { path: 'd', content: 'x\ny\n' })).toMatchObject({
    changed: { added: 2, removed: 0 },
  });
});

test('V2 what a call created is removed, once and twice, also when its folder is gone by then', async () => {
  const input = { path: 'n/e/w.ts', content: 'x' };
  const outcome = await run('write_to_file', input);
  const rule = { path: '.millrace/rules/tests.md', content: 'Write tests.' };
  const kept = await run('new_rule', rule);
  for (let i = 0; i < 2; i++) {
    expect(await revert('write_to_file', input, outcome)).toEqual({ content: 'Removed n/e/w.ts.' });
    expect(await revert('new_rule', rule, kept)).toEqual({ content: `Removed ${rule.path}.` });
    expect(() => get('n/e/w.ts')).toThrow(/ENOENT/);
    expect(() => get(rule.path)).toThrow(/ENOENT/);
  }
  rmSync(join(root, 'n'), { recursive: true });
  expect(await revert('write_to_file', input, outcome)).toEqual({ content: 'Removed n/e/w.ts.' });
});

test('V2 several files of one diff come back together, and the mode of a file stays', async () => {
  put('a', '1\n');
  writeFileSync(join(root, 'b'), '2\n', { mode: 0o755 });
  const files = ['a', 'b'].map(
    (path, i) => `<file><path>${path}</path><diff><content>${diff(`${i + 1}`, 'x')}</content></diff></file>`,
  );
  const input = { args: files.join('') };
  const outcome = await run('apply_diff', input);
  expect([get('a'), get('b')]).toEqual(['x\n', 'x\n']);
  put('b', 'mine\n');
  const failed = await revert('apply_diff', input, outcome);
  expect(failed).toMatchObject({
    is_error: true,
    content: expect.stringContaining('"b" has changed since this call'),
  });
  expect([get('a'), get('b')]).toEqual(['1\n', 'mine\n']);
  put('b', 'x\n');
  expect(await revert('apply_diff', input, outcome)).not.toHaveProperty('is_error');
  expect([get('a'), get('b')]).toEqual(['1\n', '2\n']);
  expect(statSync(join(root, 'b')).mode & 0o777).toBe(0o755);
});

test('V3 a file that is no longer as the call left it stays as it is, and the way out is told', async () => {
  put('a', 'old\n');
  const input = { path: 'a', content: 'new\n' };
  const outcome = await run('write_to_file', input);
  for (const now of ['newer\n', 'older\n', '']) {
    put('a', now);
    const refused = await revert('write_to_file', input, outcome);
    expect(refused).toMatchObject({
      is_error: true,
      content: expect.stringContaining('restore a checkpoint'),
    });
    expect(get('a')).toBe(now);
  }
  rmSync(join(root, 'a'));
  expect(await revert('write_to_file', input, outcome)).toMatchObject({ is_error: true });
  expect(() => get('a')).toThrow(/ENOENT/);
});

test('V3 a file that was created and changed since is not removed', async () => {
  const input = { path: 'a', content: 'new\n' };
  const outcome = await run('write_to_file', input);
  put('a', 'mine\n');
  expect(await revert('write_to_file', input, outcome)).toMatchObject({ is_error: true });
  expect(get('a')).toBe('mine\n');
});

test('V3 a call that changed nothing has nothing to undo', async () => {
  put('a', 'x\n');
  expect((await run('write_to_file', { path: 'a', content: 'x\n' })).undo).toBeUndefined();
  expect((await run('search_and_replace', { path: 'a', search: 'y', replace: 'z' })).undo).toBeUndefined();
  mkdirSync(join(root, 'd'));
  expect((await run('write_to_file', { path: 'd', content: 'x\n' })).undo).toBeUndefined();
});

const CHANGES: readonly (readonly [string, Record<string, unknown>])[] = [
  ['write_to_file', { path: './src/../a', content: 'mine\n' }],
  ['apply_diff', { path: './a', diff: diff('1', 'x') }],
  ['edit_file', { target_file: 'a', instructions: '', code_edit: '1\nx\n2\n// ... existing code ...' }],
  ['insert_content', { path: 'a', line: 1, content: 'x' }],
  ['search_and_replace', { path: 'a', search: '1', replace: 'x' }],
];

test.each(CHANGES)(
  'V20 %s is refused for a file that changed since the model read it',
  async (name, input) => {
    put('a', '1\n2\n');
    await run('read_file', { path: 'a' });
    put('a', '1\n2\n3\n');
    const refused = await run(name, name === 'write_to_file' ? { path: 'a', content: 'mine\n' } : input);
    expect(refused).toMatchObject({
      content: expect.stringContaining('"a" has changed since you read it. Read it again.'),
    });
    expect([refused.is_error, get('a')]).toEqual([true, '1\n2\n3\n']);
    await run('read_file', { args: '<file><path>./a</path></file>' });
    expect(
      (await run(name, name === 'write_to_file' ? { path: 'a', content: 'mine\n' } : input)).is_error ??
        false,
    ).toBe(false);
    // Its own change it has seen.
    expect((await run('insert_content', { path: 'a', line: 0, content: 'more' })).is_error ?? false).toBe(
      false,
    );
  },
);

test('V21 a file that the model has not read is written over only if a person said yes to the call', async () => {
  put('a', 'theirs\n');
  const input = { path: 'a', content: 'mine\n' };
  const refused = await run('write_to_file', input, { approved: false });
  expect(refused).toMatchObject({ is_error: true, content: expect.stringContaining('you have not read it') });
  expect(get('a')).toBe('theirs\n');
  expect(await run('write_to_file', input)).toMatchObject({ content: 'Updated a: 1 line.' });
  expect(await run('write_to_file', { path: 'b', content: 'x' }, { approved: false })).toMatchObject({
    content: 'Created b: 1 line.',
  });
});

test('V21 parts of a file may be changed unread; that is not to have read it', async () => {
  put('a', '1\n2\n');
  for (const [name, input] of CHANGES.slice(3)) {
    expect((await run(name, input, { approved: false })).is_error ?? false).toBe(false);
    expect(known.has('a')).toBe(false);
  }
  expect(await run('write_to_file', { path: 'a', content: 'y' }, { approved: false })).toMatchObject({
    is_error: true,
  });
});

test('V21 a file that was not there and is by now is not written over, whoever said yes', async () => {
  expect((await run('read_file', { path: 'a' })).is_error).toBe(true);
  put('a', 'theirs\n');
  expect(await run('write_to_file', { path: 'a', content: 'mine\n' })).toMatchObject({ is_error: true });
  expect(get('a')).toBe('theirs\n');
});

test('V22 a call that is made again after a crash finds its own work and goes through', async () => {
  put('a', 'old\n');
  await run('read_file', { path: 'a' });
  put('a', 'new\n');
  expect(await run('write_to_file', { path: 'a', content: 'new\n' })).toMatchObject({
    content: 'Updated a: 1 line.',
  });
  put('b', 'new\n');
  expect(await run('write_to_file', { path: 'b', content: 'new\n' }, { approved: false })).not.toHaveProperty(
    'is_error',
  );
});

test('V22 a file that was read and is gone is written anew', async () => {
  put('a', 'old\n');
  await run('read_file', { path: 'a' });
  rmSync(join(root, 'a'));
  expect(await run('write_to_file', { path: 'a', content: 'new\n' })).toMatchObject({
    content: 'Created a: 1 line.',
  });
});

test('A511 each tool that changes files tells the change with its diff and keeps the texts', async () => {
  const calls: readonly [string, Record<string, unknown>][] = [
    ['write_to_file', { path: 'a', content: 'one\nTWO\nthree' }],
    ['apply_diff', { path: 'a', diff: diff('two', 'TWO') }],
    [
      'edit_file',
      { target_file: 'a', instructions: '', code_edit: 'one\nTWO\nthree\n// ... existing code ...' },
    ],
    ['insert_content', { path: 'a', line: 2, content: 'TWO' }],
    ['search_and_replace', { path: 'a', search: 'two', replace: 'TWO' }],
  ];
  for (const ends of ['\n', '\r\n'])
    for (const [name, input] of calls) {
      put('a', ['one', 'two', 'three'].join(ends));
      known.clear();
      const { change, files, is_error = false } = await run(name, input);
      expect([name, is_error]).toEqual([name, false]);
      expect(change?.files).toMatchObject([{ path: 'a', added: 1, diff: expect.stringContaining('+TWO\n') }]);
      expect(change?.files[0]?.diff).not.toContain('\r');
      expect(files).toMatchObject([{ path: 'a', after: expect.stringContaining('TWO') }]);
    }
});

test('A511 a call that failed in one file tells the change of the other, and one that wrote over bytes says so', async () => {
  put('a', 'one\n');
  put('b', 'two\n');
  const file = (path: string, text: string): string =>
    `<file><path>${path}</path><diff><content>${text}</content></diff></file>`;
  const both = await run('apply_diff', { args: file('a', diff('one', '1')) + file('b', diff('none', '2')) });
  expect(both.change?.files).toMatchObject([{ path: 'a', added: 1, removed: 1 }]);
  expect(both.change?.files).toHaveLength(1);
  const none = await run('apply_diff', { path: 'b', diff: diff('none', '2') });
  expect(none).not.toHaveProperty('change');
  put('c', new Uint8Array([0, 1, 2, 255]));
  const over = await run('write_to_file', { path: 'c', content: 'text\n' });
  expect(over.is_error === true || over.change?.files[0]?.state === 'no_text').toBe(true);
  const made = await run('new_rule', { path: '.millrace/rules/x.md', content: 'Do.' });
  expect(made.change?.files).toMatchObject([{ path: '.millrace/rules/x.md', state: 'new', added: 1 }]);
});
