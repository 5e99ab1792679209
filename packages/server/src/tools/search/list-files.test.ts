import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeWorkFolder, type WorkFolder } from '../../../../../fixtures/work-folder.ts';
import { listFilesTool } from './list-files.ts';

const list = async ({ ctx }: WorkFolder, path: string, recursive?: unknown): Promise<string[]> =>
  (await listFilesTool().run({ path, ...(recursive !== undefined && { recursive }) }, ctx)).content.split(
    '\n',
  );

const FILES = {
  '.gitignore': '*.log\n/build\nkept/*\n!kept/this\n',
  '.git/config': '',
  '.github/ci.yml': '',
  '.millrace/data.key': '',
  'a.ts': '',
  'a.log': '',
  'build/x': '',
  'node_modules/p/index.js': '',
  'src/.gitignore': '!important.log\nlocal\n',
  'src/b.ts': '',
  'src/important.log': '',
  'src/other.log': '',
  'src/local/c': '',
  'src/deep/build/d.ts': '',
  'kept/this': '',
  'kept/that': '',
};

test('A109 a folder is listed with its folders marked, without what is ignored', async () => {
  expect(await list(makeWorkFolder(FILES), '.')).toEqual(['.github/', '.gitignore', 'a.ts', 'kept/', 'src/']);
});

test.each([true, 'true'])(
  'A109 recursive: %j lists all below, and each folder has its own rules',
  async (recursive) => {
    expect(await list(makeWorkFolder(FILES), '.', recursive)).toEqual([
      '.github/',
      '.github/ci.yml',
      '.gitignore',
      'a.ts',
      'kept/',
      'kept/this',
      'src/',
      'src/.gitignore',
      'src/b.ts',
      'src/deep/',
      'src/deep/build/',
      'src/deep/build/d.ts',
      'src/important.log',
    ]);
  },
);

test('A109 the rules above a folder hold in it, but for one that is asked for though they leave it out', async () => {
  const work = makeWorkFolder(FILES);
  expect(await list(work, 'src', 'false')).toEqual([
    'src/.gitignore',
    'src/b.ts',
    'src/deep/',
    'src/important.log',
  ]);
  expect(await list(work, 'node_modules', true)).toEqual(['node_modules/p/', 'node_modules/p/index.js']);
  expect(await list(work, 'node_modules/p')).toEqual(['node_modules/p/index.js']);
  expect(await list(work, 'build')).toEqual(['build/x']);
  expect(await list(work, '.git')).toEqual(['.git/config']);
});

test('A109 links are told and not followed, and what lies outside is refused', async () => {
  const outside = makeWorkFolder({ secret: '' });
  const work = makeWorkFolder({ 'src/a': '' });
  symlinkSync(outside.root, join(work.root, 'out'));
  symlinkSync(work.root, join(work.root, 'src/loop'));
  expect(await list(work, '.', true)).toEqual(['out (link)', 'src/', 'src/a', 'src/loop (link)']);
  await expect(list(work, 'out')).rejects.toThrow(/is a link that leads out of/);
  await expect(list(work, '../')).rejects.toThrow(/contains "\.\."/);
  await expect(list(work, 'src/a')).rejects.toThrow(/is a file/);
  await expect(list(work, 'nothing')).rejects.toThrow(/There is no "nothing"/);
});

test('A109 no more than 500 are listed, the nearest first, and the rest is counted', async () => {
  const names = Array.from({ length: 700 }, (_, i) => `aa/${String(i).padStart(3, '0')}`);
  const work = makeWorkFolder({ ...Object.fromEntries(names.map((name) => [name, ''])), 'z.txt': '' });
  const lines = await list(work, '.', true);
  expect(lines).toHaveLength(501);
  expect(lines).toContain('z.txt');
  expect(lines.at(-1)).toMatch(/^\[… 202 left out/);
});

test('A109 an empty folder is told, and a name that breaks the line does not', async () => {
  const work = makeWorkFolder({ 'a\nb': '' });
  mkdirSync(join(work.root, 'empty'));
  expect(await list(work, 'empty')).toEqual(['The folder is empty, or everything in it is ignored.']);
  expect(await list(work, '.')).toEqual(['a\\u{a}b', 'empty/']);
});

test('A109 cancel ends the listing', async () => {
  const work = makeWorkFolder({ a: '' });
  work.stop();
  await expect(listFilesTool().run({ path: '.' }, work.ctx)).rejects.toThrow('aborted');
});
