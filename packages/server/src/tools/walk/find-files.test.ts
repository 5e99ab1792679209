import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeWorkFolder } from '../../../../../fixtures/work-folder.ts';
import { readFileTool } from '../files/read-file.ts';
import { findFiles } from './find-files.ts';

/** A look for which no time goes by. */
const still = { most: 50_000, ms: 1, now: () => 0 };
const find = async (root: string, query = '') => (await findFiles(root, query, still)).paths;

test('L180 the files of a git workspace are those that git does not ignore', async () => {
  const { root } = makeWorkFolder({
    '.gitignore': '*.log\n/build/\nkept/*\n!kept/this\nnode_modules\n.millrace\n',
    '.github/ci.yml': '',
    '.millrace/rules/a.md': '',
    'a.ts': '',
    'a.log': '',
    'build/x.js': '',
    'deep/build/y.js': '',
    'kept/that': '',
    'kept/this': '',
    'node_modules/p/index.js': '',
    'src/.gitignore': '!loud.log\n',
    'src/loud.log': '',
    'with space.txt': '',
  });
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  git('init', '--quiet');
  const listed = git('ls-files', '-z', '--others', '--exclude-standard').split('\0').filter(Boolean);
  expect([...(await find(root))].sort()).toEqual(listed.sort());
  expect(listed).toHaveLength(8);
});

test('L180 nothing of .git, .millrace and node_modules is found, whether it is ignored or not', async () => {
  const { root } = makeWorkFolder({
    '.git/config': '',
    '.millrace/data.key': '',
    'node_modules/p/config': '',
    'a/.git/config': '',
    'a/config': '',
  });
  expect(await find(root, 'config')).toEqual(['a/config']);
  expect(await find(root, '.git/config')).toEqual([]);
  expect(await find(root, '../')).toEqual([]);
});

test('L180 links are left out and followed by nobody, wherever they lead', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'millrace-outside-'));
  onTestFinished(() => rmSync(outside, { recursive: true }));
  writeFileSync(join(outside, 'secret.txt'), '');
  const { root } = makeWorkFolder({ 'in/secret.txt': '' });
  symlinkSync(outside, join(root, 'out'));
  symlinkSync(join(outside, 'secret.txt'), join(root, 'secret.txt'));
  symlinkSync('..', join(root, 'in/up'));
  expect(await find(root, 'secret')).toEqual(['in/secret.txt']);
});

test('L182 a path that no tool takes is left out, and leaves its place to one that tools take', async () => {
  const work = makeWorkFolder({ 'a/-rf.txt': '', '--help.txt': '', 'Ünïcode ☕.txt': '', 'q"uote.txt': '' });
  const hostile = [
    'new\nline.txt',
    'safe\u202egpj.txt',
    'zero\u200b.txt',
    'back\\slash.txt',
    '\u001b[2K.txt',
    'dot.txt.',
  ];
  for (const name of hostile) writeFileSync(join(work.root, name), '');
  for (let i = 0; i < 40; i++) writeFileSync(join(work.root, `${i}\u2066.txt`), '');
  mkdirSync(join(work.root, 'bad\nfolder'));
  writeFileSync(join(work.root, 'bad\nfolder', 'fine.txt'), '');
  const found = await find(work.root, '.txt');
  expect([...found].sort()).toEqual(['--help.txt', 'a/-rf.txt', 'q"uote.txt', 'Ünïcode ☕.txt']);
  for (const path of found)
    expect(await readFileTool().run({ path }, work.ctx)).not.toHaveProperty('is_error', true);
});

test('L181 of 20,000 files the best are found, wherever they are', async () => {
  const { root, write } = makeWorkFolder();
  for (let folder = 0; folder < 100; folder++)
    write(Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`f${folder}/file-${i}.txt`, ''])));
  write({ 'f99/deep/needle.ts': '', 'f3/n-e-e-d-l-e.ts': '' });
  expect(await findFiles(root, 'needle', still)).toEqual({
    paths: ['f99/deep/needle.ts', 'f3/n-e-e-d-l-e.ts'],
    truncated: false,
  });
  expect((await find(root)).length).toBe(20);
});

test('L181 a look at too many files, or for too long, is cut and says so', async () => {
  const { root } = makeWorkFolder(
    Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`file-${String(i).padStart(2, '0')}`, ''])),
  );
  const cut = await findFiles(root, '', { ...still, most: 3 });
  expect(cut).toEqual({ paths: ['file-00', 'file-01', 'file-02'], truncated: true });
  let time = 0;
  const late = await findFiles(root, '', { most: 1000, ms: 5, now: () => time++ });
  expect(late).toEqual({ paths: ['file-00', 'file-01', 'file-02', 'file-03', 'file-04'], truncated: true });
  expect((await findFiles(root, '', { ...still, most: 30 })).truncated).toBe(false);
});
