import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeSavedFolder, readTree } from '../../../../fixtures/saved-folder.ts';
import { CheckpointError } from './checkpoint-error.ts';

// Many programs are started, on machines that have other work.
vi.setConfig({ testTimeout: 60_000 });

const ME = [
  '-c',
  'user.name=a',
  '-c',
  'user.email=a@b.c',
  '-c',
  'commit.gpgsign=false',
  '-c',
  'protocol.file.allow=always',
];

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', [...ME, ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'no error',
    (error: unknown) => (error instanceof CheckpointError ? error.code : error),
  );

test('K3 the files of nested repositories and submodules are saved and restored, and no .git is touched', async () => {
  const { root, checkpoints, write } = makeSavedFolder({ 'nested/a': 'one', 'lib/b': 'one', top: 'one' });
  for (const folder of ['nested', 'lib', '.']) git(join(root, folder), 'init', '-q');
  for (const folder of ['nested', 'lib']) {
    git(join(root, folder), 'add', '.');
    git(join(root, folder), 'commit', '-qm', 'one');
  }
  git(root, 'submodule', '--quiet', 'add', join(root, 'lib'), 'sub');
  const before = readTree(root);
  const { id } = await checkpoints.save('nested');
  write({ 'nested/a': 'two', 'nested/new': 'x', 'sub/b': 'two', 'lib/b': null, top: 'two' });
  const changed = readTree(root);
  const { undo } = await checkpoints.restore(id);
  expect(readTree(root)).toEqual(before);
  await checkpoints.restore(undo);
  expect(readTree(root)).toEqual(changed);
  expect(git(join(root, 'nested'), 'status', '--porcelain')).toBe(' M a\n?? new\n');
});

test('K4 what is ignored or large is left out by name, and a restore leaves it alone', async () => {
  const big = 'x'.repeat(3000);
  const folder = makeSavedFolder(
    {
      '.gitignore': '*.log\n/build/\n!keep.log\n',
      'a.log': '1',
      'keep.log': '1',
      'build/out': '1',
      'pkg/.gitignore': 'tmp\n',
      'pkg/tmp': '1',
      'node_modules/x/index.js': '1',
      big,
      src: '1',
    },
    { maxFileBytes: 2000 },
  );
  const { root, checkpoints, write } = folder;
  const { id, notes, leftOut } = await checkpoints.save('some');
  expect(leftOut.map(({ path, why }) => `${path} ${why}`).sort()).toEqual([
    'a.log ignored',
    'big large',
    'build/ ignored',
    'node_modules/ ignored',
    'pkg/tmp ignored',
  ]);
  expect(notes).toEqual([
    'Not saved, because .gitignore names it or it holds installed packages: a.log, build/, node_modules/, pkg/tmp.',
    'Not saved, because it is larger than 2 KB: big.',
  ]);
  // A file that was left out then is not deleted, although it could be saved by now.
  write({
    '.gitignore': null,
    'pkg/.gitignore': null,
    big: 'small',
    'build/more': '2',
    'a.log': '2',
    src: null,
    n: '1',
  });
  const { changed, problems } = await checkpoints.restore(id);
  expect(problems).toEqual([]);
  expect(changed.map(({ path, status }) => `${path} ${status}`)).toEqual([
    '.gitignore added',
    'n removed',
    'pkg/.gitignore added',
    'src added',
  ]);
  const read = (name: string): string => readFileSync(join(root, name), 'utf8');
  expect([read('big'), read('build/more'), read('a.log'), read('pkg/tmp')]).toEqual(['small', '2', '2', '1']);
});

test('K4 what a restore overwrites can be taken back, also when it is ignored or large by now', async () => {
  const folder = makeSavedFolder({ conf: 'one', data: 'one', 'gen/a': 'one' }, { maxFileBytes: 2000 });
  const { root, checkpoints, write } = folder;
  const { id } = await checkpoints.save('first');
  write({
    '.gitignore': 'conf\ngen/\n',
    conf: 'two',
    data: 'x'.repeat(5000),
    'gen/a': 'two',
    'gen/b': 'kept',
  });
  const changed = readTree(root);
  const { undo } = await checkpoints.restore(id);
  expect(readFileSync(join(root, 'conf'), 'utf8')).toBe('one');
  expect(existsSync(join(root, 'gen/b'))).toBe(true);
  await checkpoints.restore(undo);
  expect(readTree(root)).toEqual(changed);
});

test('K5 what could not be saved is neither overwritten nor removed, and that is told', async () => {
  const { root, checkpoints, write } = makeSavedFolder({ pipe: 'file', out: 'file', '.gitignore': 'ig\n' });
  const { id } = await checkpoints.save('files');
  write({ pipe: null, out: null });
  execFileSync('mkfifo', [join(root, 'pipe')]);
  write({ 'out/ig': 'unsaved' });
  const { problems } = await checkpoints.restore(id);
  expect(problems).toHaveLength(2);
  expect(problems.join()).toMatch(
    /pipe could not be put back.*out could not be put back|out could.*pipe could/,
  );
  expect(readFileSync(join(root, 'out/ig'), 'utf8')).toBe('unsaved');
});

test('K6 a link is kept as a link and never followed, also not by a restore', async () => {
  const { root, data, checkpoints, write } = makeSavedFolder({ 'a/file': 'mine' });
  mkdirSync(join(data, 'outside'));
  writeFileSync(join(data, 'outside/file'), 'theirs');
  const { id } = await checkpoints.save('folder');
  write({ a: `->${join(data, 'outside')}` });
  const { undo } = await checkpoints.restore(id);
  expect(readTree(root)).toMatchObject({ 'a/': 'folder', 'a/file': expect.stringContaining('644') });
  expect(readFileSync(join(data, 'outside/file'), 'utf8')).toBe('theirs');
  await checkpoints.restore(undo);
  expect(readTree(root)).toEqual({ a: `link to ${join(data, 'outside')}` });
  expect(readFileSync(join(data, 'outside/file'), 'utf8')).toBe('theirs');
});

test('K7 attributes, filters and line endings of the workspace change nothing', async () => {
  const { root, checkpoints, write } = makeSavedFolder({
    '.gitattributes': '* text=auto eol=crlf ident filter=lfs working-tree-encoding=UTF-16\n*.txt -diff\n',
    'a.txt': 'one\r\ntwo\n$Id$\n',
    'b.bin': Buffer.from([0, 255, 13, 10, 10, 13]),
  });
  const before = readTree(root);
  const { id } = await checkpoints.save('bytes');
  write({ 'a.txt': 'x', 'b.bin': 'x' });
  await checkpoints.restore(id);
  expect(readTree(root)).toEqual(before);
});

test("K8 the person's settings, hooks and GIT_ variables are not heeded and not changed", async () => {
  const { root, data, open, write, gitDir } = makeSavedFolder({ a: 'one' });
  const home = join(data, 'home');
  const marks = join(data, 'marks');
  for (const folder of [home, join(home, 'hooks'), marks, join(data, 'elsewhere')]) mkdirSync(folder);
  const hook = `#!/bin/sh\ntouch ${marks}/ran\nexit 1\n`;
  for (const name of ['pre-commit', 'post-index-change', 'reference-transaction', 'post-checkout']) {
    writeFileSync(join(home, 'hooks', name), hook);
    chmodSync(join(home, 'hooks', name), 0o755);
  }
  const settings = `[commit]\n\tgpgsign = true\n[gpg]\n\tprogram = /bin/false\n[core]\n\thooksPath = ${home}/hooks\n\tautocrlf = true\n\tfsmonitor = ${home}/hooks/pre-commit\n[init]\n\ttemplateDir = ${home}\n`;
  writeFileSync(join(home, '.gitconfig'), settings);
  git(join(data, 'elsewhere'), 'init', '-q');
  const other = join(data, 'elsewhere/.git');
  const env = {
    ...process.env,
    HOME: home,
    XDG_CONFIG_HOME: home,
    GIT_DIR: other,
    GIT_WORK_TREE: join(data, 'elsewhere'),
    GIT_INDEX_FILE: join(other, 'index'),
    GIT_OBJECT_DIRECTORY: join(other, 'objects'),
    GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'core.hooksPath',
    GIT_CONFIG_VALUE_0: join(home, 'hooks'),
    GIT_TRACE: join(marks, 'trace'),
  };
  const before = readTree(data, ['checkpoints', 'locks']);
  const checkpoints = open({ env });
  const saved = readTree(root);
  const { id } = await checkpoints.save('mine');
  write({ a: 'two\r\n' });
  await checkpoints.restore(id);
  expect(readTree(root)).toEqual(saved);
  expect(readTree(data, ['checkpoints', 'locks'])).toEqual(before);
  expect(existsSync(join(gitDir(), 'hooks'))).toBe(false);
});

test('K9 without git it is said what to do', async () => {
  const { open } = makeSavedFolder({ a: 'one' });
  const checkpoints = open({ env: { PATH: '' } });
  expect(await checkpoints.trouble()).toMatch(/^Checkpoints need git.*Install git/);
  expect(await codeOf(checkpoints.save('none'))).toBe('no_git');
  expect(await open().trouble()).toBeUndefined();
});

test('K10 home, the root, system folders and the data folder are refused', async () => {
  const { data, open, root } = makeSavedFolder();
  const inside = join(data, 'checkpoints', 'inside');
  mkdirSync(inside, { recursive: true });
  for (const workspace of [
    '/',
    homedir(),
    '/etc',
    '/usr/bin',
    '/tmp',
    '/var',
    data,
    inside,
    join(root, 'nowhere'),
  ]) {
    const checkpoints = open({ workspace });
    expect([workspace, await codeOf(checkpoints.save('no'))]).toEqual([workspace, 'bad_folder']);
    expect(await checkpoints.trouble()).toMatch(/Choose/);
  }
});

test('K10 a workspace in the data folder is saved without what else is there', async () => {
  const { data, open } = makeSavedFolder();
  const workspace = join(data, 'workspace');
  mkdirSync(workspace);
  writeFileSync(join(workspace, 'a'), 'one');
  writeFileSync(join(data, 'secret'), 'key');
  const checkpoints = open({ workspace });
  const { id } = await checkpoints.save('first');
  writeFileSync(join(workspace, 'a'), 'two');
  expect((await checkpoints.restore(id)).changed).toEqual([{ path: 'a', status: 'changed' }]);
  expect(readFileSync(join(workspace, 'a'), 'utf8')).toBe('one');
});

test.each(['state', '.millrace'])(
  'K10 a data folder %s inside the workspace is not saved, and .millrace never',
  async (name) => {
    const { root, open, write } = makeSavedFolder({ a: 'one', 'sub/.millrace/y': '1', 'sub/b': 'one' });
    const data = join(root, name);
    mkdirSync(data);
    const checkpoints = open({ data });
    const before = readTree(root, [name]);
    const { id } = await checkpoints.save('first');
    write({ [`${name}/file`]: 'new', a: 'two', 'sub/b': null, c: 'new' });
    expect((await checkpoints.diff(id, 'now')).files.map(({ path }) => path)).toEqual(['a', 'c', 'sub/b']);
    const { changed } = await checkpoints.restore(id);
    expect(changed).toHaveLength(3);
    expect(readTree(root, [name])).toEqual(before);
    write({ 'sub/.millrace/y': '2' });
    expect((await checkpoints.diff(id, 'now')).files).toEqual([]);
    expect(readFileSync(join(data, 'file'), 'utf8')).toBe('new');
  },
);

test('K11 what a crash leaves does not break the next save', async () => {
  const { root, checkpoints, write, gitDir, open } = makeSavedFolder({ a: 'one', b: 'one' });
  await checkpoints.save('first');
  const at = (name: string): string => join(gitDir(), name);
  writeFileSync(at('index'), readFileSync(at('index')).subarray(0, 40));
  for (const lock of [
    'index.lock',
    'index.work',
    'index.work.lock',
    'HEAD.lock',
    'packed-refs.lock',
    'config.lock',
  ])
    writeFileSync(at(lock), 'half');
  writeFileSync(at('config'), '[core\nhalf');
  writeFileSync(at('HEAD'), '');
  mkdirSync(at('objects/tmp_objdir-bulk-fsync-abc'));
  write({ a: 'two' });
  const before = readTree(root);
  const { id } = await open().save('second');
  write({ a: 'three', b: null });
  await checkpoints.restore(id);
  expect(readTree(root)).toEqual(before);
  expect(readdirSync(gitDir()).filter((name) => name.endsWith('.lock'))).toEqual([]);
});

test('K12 several openers at once each save and restore whole states', async () => {
  const { root, open, checkpoints } = makeSavedFolder({ a: 'one', b: 'one' });
  const saved = await Promise.all(Array.from({ length: 6 }, (_, i) => open().save(`number ${i}`)));
  const listed = await checkpoints.list();
  expect(listed.map(({ reason }) => reason).sort()).toEqual(
    Array.from({ length: 6 }, (_, i) => `number ${i}`),
  );
  expect(new Set(saved.map(({ id }) => id)).size).toBe(6);
  const before = readTree(root);
  await Promise.all(saved.slice(0, 3).map(({ id }) => open().restore(id)));
  expect(readTree(root)).toEqual(before);
});

test('K11 a process that is killed in the middle of a save leaves a repository that works', async () => {
  const files = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`f${i}`, `${i}`.repeat(200)]));
  const { root, data, checkpoints, write } = makeSavedFolder(files);
  const script = `
    import { createWorkspaceLock } from ${JSON.stringify(built('agent/loop/workspace-lock.js'))};
    import { openCheckpoints } from ${JSON.stringify(built('checkpoints/open-checkpoints.js'))};
    const [workspace, data] = ${JSON.stringify([root, data])};
    const all = openCheckpoints({ workspace, data, lockOn: (folder) => createWorkspaceLock(folder, { data }) });
    console.log('begun');
    for (;;) await all.save('again');`;
  for (const wait of [0, 15, 40, 90, 160]) {
    await killAfter(script, wait);
    write({ f0: `after ${wait}` });
    const before = readTree(root);
    const { id } = await checkpoints.save('after');
    write({ f0: 'x', f1: null, new: '1' });
    await checkpoints.restore(id);
    expect(readTree(root)).toEqual(before);
  }
});

const built = (file: string): string => new URL(`../../dist/${file}`, import.meta.url).href;

/** Runs a script in a process of its own and kills it so long after it said that it has begun. */
async function killAfter(script: string, ms: number): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = new Promise<string>((resolve) => child.once('exit', () => resolve('ended')));
  const begun = new Promise<string>((resolve) => child.stdout.once('data', (said) => resolve(`${said}`)));
  expect(await Promise.race([gone, begun])).toBe('begun\n');
  await new Promise((resolve) => setTimeout(resolve, ms));
  child.kill('SIGKILL');
  await gone;
}
