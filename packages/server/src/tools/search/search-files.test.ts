import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeWorkFolder, type WorkFolder } from '../../../../../fixtures/work-folder.ts';
import { expandBraces, fitsGlob } from '../walk/file-glob.ts';
import { reallyThere } from './really-there.ts';
import { ripgrep } from './ripgrep.ts';
import { searchFilesTool } from './search-files.ts';

const search = async (
  { ctx }: WorkFolder,
  regex: string,
  file_pattern?: string,
  path = '.',
): Promise<string> =>
  (await searchFilesTool().run({ path, regex, ...(file_pattern !== undefined && { file_pattern }) }, ctx))
    .content;

test('A108 matches are told by file, with line numbers and the lines beside them', async () => {
  const work = makeWorkFolder({
    'src/b.ts': 'one\ntwo needle\nthree\nfour\nfive\nsix needle\n',
    'src/a.ts': 'the needle\r\nafter\u2028still the line\n',
    'none.ts': 'hay',
  });
  expect(await search(work, 'needle')).toBe(`3 matches in 2 files.

src/a.ts
> 1 | the needle
  2 | after\u2028still the line

src/b.ts
  1 | one
> 2 | two needle
  3 | three
  --
  5 | five
> 6 | six needle`);
});

test('A108 a file or a folder can be searched alone, and nothing found is told', async () => {
  const work = makeWorkFolder({ 'a/x.ts': 'needle', 'b/x.ts': 'needle', 'b/y.ts': 'hay' });
  expect(await search(work, 'needle', undefined, 'a')).toMatch(/^1 match in 1 file.\n\na\/x.ts\n/);
  expect(await search(work, 'needle', undefined, 'b/x.ts')).toMatch(/^1 match in 1 file.\n\nb\/x.ts\n/);
  expect(await search(work, 'needle', undefined, 'b/y.ts')).toBe('Nothing was found.');
  expect(await search(work, '--files')).toBe('Nothing was found.');
});

const IGNORED = {
  '.gitignore': 'dist/\n*.log\n',
  '.env': 'needle',
  '.git/config': 'needle',
  '.millrace/data.key': 'needle',
  'dist/a.ts': 'needle',
  'a.log': 'needle',
  'node_modules/p/a.ts': 'needle',
  'binary.ts': 'needle\0needle',
  'src/deep/a.ts': 'needle',
  'src/a.js': 'needle',
};

test.each([
  [undefined, 2],
  ['*', 2],
  ['**', 2],
  ['**/*', 2],
  ['.*', 0],
  ['{.env,.millrace/**,dist/**}', 0],
  ['*.ts', 1],
  ['*.{ts,js}', 2],
  ['src/**/*.ts', 1],
  ['src/*.ts', 0],
  ['src', 2],
  ['!*.js', 1],
  ['*.log', 0],
  ['.env', 0],
  ['*.key', 0],
])('A486 with the pattern %s no hidden, ignored or binary file is searched', async (pattern, count) => {
  const found = await search(makeWorkFolder(IGNORED), 'needle', pattern);
  expect(found).toMatch(count === 0 ? /^Nothing/ : new RegExp(`^${count} match`));
});

test('A486 a folder that is left out is searched when it is asked for', async () => {
  const work = makeWorkFolder(IGNORED);
  expect(await search(work, 'needle', undefined, 'dist')).toMatch(/dist\/a.ts/);
  expect(await search(work, 'needle', undefined, 'node_modules')).toMatch(/node_modules\/p\/a.ts/);
});

test('A108 nothing outside is searched, by path or by link', async () => {
  const outside = makeWorkFolder({ 'secret.ts': 'needle' });
  const work = makeWorkFolder();
  symlinkSync(outside.root, join(work.root, 'link'));
  symlinkSync(join(outside.root, 'secret.ts'), join(work.root, 'secret.ts'));
  expect(await search(work, 'needle')).toBe('Nothing was found.');
  await expect(search(work, 'needle', undefined, 'link')).rejects.toThrow(/is a link that leads out of/);
  await expect(search(work, 'needle', undefined, 'secret.ts')).rejects.toThrow(/is a link that leads out of/);
});

test('A108 no more than 300 matches are told, and long lines are cut around the match', async () => {
  const work = makeWorkFolder({ 'a.txt': 'x needle\n'.repeat(1000), 'b.txt': 'needle' });
  expect(await search(work, 'needle')).toMatch(/^300 matches in 1 file[\s\S]*There are more/);
  work.write({ 'b.txt': '' });
  expect(await search(work, 'needle')).toMatch(/^300 matches in 1 file[\s\S]*There are more/);
  work.write({ 'a.txt': 'x needle\n'.repeat(300) });
  expect(await search(work, 'needle')).not.toMatch(/There are more/);
  work.write({ 'a.txt': `${'é'.repeat(5000)}needle${'b'.repeat(5000)}`, 'b.txt': '' });
  const long = await search(work, 'needle');
  expect(long).toMatch(/…é+needleb+…/);
  expect(long.length).toBeLessThan(400);
  work.write({ 'a.txt': `needle ${'x'.repeat(1000)}\n`.repeat(290) });
  expect((await search(work, 'needle')).length).toBeLessThan(51_000);
});

test('A487 a regex that is none is explained', async () => {
  await expect(search(makeWorkFolder(), 'fo(o')).rejects.toThrow(/regex is not valid: unclosed group/);
  await expect(search(makeWorkFolder(), 'a\\nb')).rejects.toThrow(/within one line/);
  await expect(search(makeWorkFolder(), 'a(?=b)')).rejects.toThrow(/look-around/);
});

test('A108 cancel ends the search, and so does who stops reading', async () => {
  const work = makeWorkFolder({ 'a.txt': 'needle\n'.repeat(100), 'b.txt': 'needle\n'.repeat(100) });
  const { root, ctx } = work;
  let read = 0;
  for await (const _ of ripgrep({ root, path: '.', regex: 'needle', names: [], signal: ctx.signal })) {
    read += 1;
    break;
  }
  expect(read).toBe(1);
  work.stop();
  expect(await searchFilesTool().run({ path: '.', regex: 'needle' }, ctx)).toMatchObject({ is_error: true });
});

test('A108 braces in a pattern stand for each of their choices', () => {
  expect(expandBraces('a{b,c{d,e}}f')).toEqual(['abf', 'acdf', 'acef']);
  expect(expandBraces('{open')).toEqual(['{open']);
  expect(() => expandBraces('{a,b}'.repeat(12))).toThrow(/too many/);
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z]{1,5}$/),
      fc.array(fc.stringMatching(/^[a-z]{1,3}$/), { minLength: 1 }),
      (name, ends) => {
        const isMeant = (path: string): boolean => fitsGlob(`*.{${ends.join(',')}}`, path);
        expect(ends.every((end) => isMeant(`src/${name}.${end}`))).toBe(true);
        expect(isMeant(`${name}.0`)).toBe(false);
      },
    ),
  );
});

test('A221 every line that ripgrep finds is found in its file again, whatever bytes it has', async () => {
  const ENDING = fc.constantFrom('\n', '\r\n', '\r', '');
  const line = fc
    .tuple(fc.uint8Array({ maxLength: 6 }), ENDING)
    .map(([bytes, ending]) => Buffer.concat([Buffer.from('x'), bytes, Buffer.from(ending)]));
  const marks = [[], [0xef, 0xbb, 0xbf]].map((mark) => Buffer.from(mark));
  const wide = fc
    .tuple(fc.boolean(), fc.array(fc.string({ unit: 'binary', maxLength: 5 }), { maxLength: 4 }))
    .map(([isLittle, lines]) => {
      const bytes = Buffer.from(`\uFEFF${lines.map((each) => `x${each}`).join('\n')}`, 'utf16le');
      return isLittle ? bytes : bytes.swap16();
    });
  const narrow = fc
    .tuple(fc.constantFrom(...marks), fc.array(line, { maxLength: 6 }))
    .map(([mark, lines]) => Buffer.concat([mark, ...lines]));
  const files = fc.array(fc.oneof(narrow, wide), { minLength: 20, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(files, async (all) => {
      const work = makeWorkFolder(
        Object.fromEntries(all.map((bytes, n) => [`f${n}.txt`, new Uint8Array(bytes)])),
      );
      const { content } = await searchFilesTool().run({ path: '.', regex: 'x' }, work.ctx);
      expect(content).not.toMatch(/are left out\.\]/);
    }),
    { numRuns: 15 },
  );
});

test('A221 a line that is not in its file any more is not told, and that it is left out is', async () => {
  const work = makeWorkFolder({ 'a.txt': 'one\ntwo\n' });
  const found = async function* () {
    const each = { type: 'match', path: 'a.txt', start: 0 } as const;
    yield { ...each, line: 1, text: 'one' };
    yield { ...each, line: 2, text: 'too' };
    yield { ...each, line: 3, text: 'three' };
    yield { ...each, path: '../a.txt', line: 1, text: 'one' };
    yield {
      ...each,
      path: '/etc/passwd',
      line: 1,
      text: readFileSync('/etc/passwd', 'utf8').split('\n')[0] ?? '',
    };
  };
  let others = 0;
  const told: string[] = [];
  const { workspace } = work.ctx;
  if (workspace === undefined) throw new Error('There is a workspace.');
  for await (const { text } of reallyThere(workspace, found(), () => (others += 1))) told.push(text);
  expect([told, others]).toEqual([['one'], 4]);
});
