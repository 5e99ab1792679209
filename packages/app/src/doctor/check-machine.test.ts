import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { postgresPlace } from '../../../../fixtures/test-postgres.ts';
import { send, serveWeb } from '../../../../fixtures/web-server.ts';
import { LAST_BACKUP, writeLastBackup } from '../last-backup.ts';
import { checkBackup } from './check-backup.ts';
import { checkClock } from './check-clock.ts';
import { checkFiles, checkFolder, checkRepository, checkWorkspace } from './check-data.ts';
import { checkDisk } from './check-disk.ts';
import { checkPort } from './check-port.ts';
import { checkBrowser, checkGit, checkRipgrep, checkSandbox } from './check-programs.ts';

const { signal } = new AbortController();

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-doctor-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A program that prints this and ends so. */
function makeProgram(name: string, script: string): string {
  const path = join(makeFolder(), name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}

test('O13 a port that another program has is told: a start that must have it fails', async () => {
  const stranger = await serveWeb((_, response) => send(response, 'text/html', 'hello'));
  const question = { port: stranger.port, host: '127.0.0.1', own: undefined };
  expect(await checkPort(question, signal)).toEqual({
    status: 'failed',
    message: `Port ${stranger.port} is used by another program.`,
    fix: 'Stop it, or set PORT to another port.',
  });
});

test('O13 a port that our own server or another Millrace has is told as such', async () => {
  const millrace = await serveWeb((_, response) => send(response, 'application/json', '{"status":"ok"}'));
  const question = { port: millrace.port, host: '127.0.0.1', own: undefined };
  expect(await checkPort(question, signal)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('another Millrace'),
  });
  expect(await checkPort({ ...question, own: millrace.url }, signal)).toMatchObject({ status: 'ok' });
  expect(await checkPort({ ...question, port: 0 }, signal)).toMatchObject({ status: 'ok' });
});

test('O13 an address that this machine does not have is told with the fix', async () => {
  const question = { port: 4000, host: '192.0.2.1', own: undefined };
  expect(await checkPort(question, signal)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('EADDRNOTAVAIL'),
    fix: expect.any(String),
  });
});

test('O14 a data folder that others can enter is told with its mode and the fix', () => {
  const data = makeFolder();
  expect(checkFolder(data).status).toBe('ok');
  chmodSync(data, 0o755);
  expect(checkFolder(data)).toEqual({
    status: 'failed',
    message: `${data} has mode 755, so others can look into it.`,
    fix: `Run: chmod 700 ${data}`,
  });
});

test('O14 a data folder that is a file, or below one, is told with the fix; one that is missing is no problem', () => {
  const folder = makeFolder();
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(checkFolder(file)).toMatchObject({ status: 'failed', message: `${file} is not a folder.` });
  expect(checkFolder(join(file, 'data'))).toMatchObject({
    status: 'failed',
    fix: 'Set MILLRACE_DATA to a folder that this user may write.',
  });
  expect(checkFolder(join(folder, 'new', 'data')).status).toBe('ok');
});

test.skipIf(process.getuid?.() !== 0)(
  'O14 a data folder or a file of another user is told with the fix',
  () => {
    const data = makeFolder();
    writeFileSync(join(data, 'data.key'), '', { mode: 0o600 });
    chownSync(join(data, 'data.key'), 65534, 65534);
    expect(checkFiles(data)).toMatchObject({ status: 'failed', fix: expect.stringContaining('chown') });
    chownSync(data, 65534, 65534);
    expect(checkFolder(data)).toMatchObject({
      status: 'failed',
      message: `${data} belongs to the user 65534, but this is the user 0.`,
    });
  },
);

test.each(['data.key', 'millrace.sqlite-wal', 'provider-keys.json', 'mcp.json'])(
  'O15 a %s that others can read is told with its mode and the fix',
  (name) => {
    const data = makeFolder();
    expect(checkFiles(data).status).toBe('skipped');
    const file = join(data, name);
    writeFileSync(file, '', { mode: 0o600 });
    expect(checkFiles(data)).toEqual({ status: 'ok', message: '1 file is private.' });
    chmodSync(file, 0o640);
    expect(checkFiles(data)).toEqual({
      status: 'failed',
      message: `${file} has mode 640, so others can read it.`,
      fix: `Run: chmod 600 ${file}`,
    });
  },
);

test('O16 files that came with a repository fail, and a repository that could take them is a warning', () => {
  const root = makeFolder();
  const data = join(root, '.millrace');
  mkdirSync(data);
  writeFileSync(join(data, 'data.key'), '');
  expect(checkRepository(data).status).toBe('ok');
  execFileSync('git', ['init', '-q'], { cwd: root });
  expect(checkRepository(data)).toMatchObject({
    status: 'warning',
    fix: expect.stringContaining('.gitignore'),
  });
  writeFileSync(join(root, '.gitignore'), '.millrace\n');
  expect(checkRepository(data).status).toBe('ok');
  execFileSync('git', ['add', '-f', 'data.key'], { cwd: data });
  expect(checkRepository(data)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('is part of a git repository'),
    fix: expect.stringContaining('Set MILLRACE_DATA'),
  });
});

test('O19 a disk that is nearly full is told with the fix', ({ skip }) => {
  const data = makeFolder();
  expect(['ok', 'warning']).toContain(checkDisk(join(data, 'not', 'yet')).status);
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', data]).status !== 0)
    skip('Nobody may mount here.');
  onTestFinished(() => void spawnSync('umount', ['-l', data]));
  expect(checkDisk(data)).toEqual({
    status: 'failed',
    message: `1 MB are free for ${data}.`,
    fix: 'Free some space: a server needs at least 100 MB.',
  });
});

test('O20 git that is not on the PATH is told with the fix', async () => {
  expect(await checkGit({ PATH: process.env['PATH'] }, signal)).toMatchObject({
    status: 'ok',
    message: expect.stringMatching(/^git version \d/),
  });
  expect(await checkGit({ PATH: makeFolder() }, signal)).toEqual({
    status: 'failed',
    message: 'git was not found, so the workspace is not saved before it is changed.',
    fix: 'Install git, or put it on the PATH.',
  });
});

test('O20 ripgrep is there with its version; a copy that does not run is told with the fix', async () => {
  expect(await checkRipgrep(signal)).toMatchObject({
    status: 'ok',
    message: expect.stringContaining('ripgrep '),
  });
  const broken = makeProgram('rg', 'exit 1');
  expect(await checkRipgrep(signal, async () => broken)).toMatchObject({
    status: 'failed',
    fix: expect.stringContaining('Install Millrace again'),
  });
});

test('O21 a browser that is named and not there, or does not run, is told with the fix', async () => {
  const chrome = makeProgram('chrome', 'echo Chromium 130.0');
  expect(await checkBrowser(chrome, signal)).toEqual({
    status: 'ok',
    message: `Chromium 130.0 at ${chrome}.`,
  });
  expect(await checkBrowser('/nowhere/chrome', signal)).toMatchObject({
    status: 'failed',
    message: 'There is no browser at /nowhere/chrome.',
    fix: expect.stringContaining('MILLRACE_BROWSER'),
  });
  expect(await checkBrowser(makeProgram('chrome', 'exit 127'), signal)).toMatchObject({
    status: 'failed',
    fix: expect.stringContaining('MILLRACE_BROWSER'),
  });
});

test('O21 a sandbox that is wanted and not there fails; one that is not wanted is only told', async () => {
  const none = { PATH: makeFolder() };
  expect(await checkSandbox(none, true, signal)).toMatchObject({
    status: 'failed',
    fix: expect.stringContaining('Install the package bubblewrap'),
  });
  expect(await checkSandbox(none, false, signal)).toMatchObject({ status: 'skipped' });
  const forbidden = makeProgram('bwrap', '[ "$1" = --version ] && echo bubblewrap 0.8.0');
  const env = { PATH: `${join(forbidden, '..')}:${process.env['PATH']}` };
  expect(await checkSandbox(env, true, signal)).toMatchObject({
    status: 'failed',
    message: "bubblewrap 0.8.0 can't make a sandbox here.",
  });
  writeFileSync(forbidden, '#!/bin/sh\necho bubblewrap 0.8.0\n');
  expect(await checkSandbox(env, true, signal)).toMatchObject({ status: 'ok' });
});

test('O30 a workspace that is no folder is told with the fix', () => {
  const folder = makeFolder();
  expect(checkWorkspace(folder).status).toBe('ok');
  expect(checkWorkspace(undefined).status).toBe('ok');
  expect(checkWorkspace(join(folder, 'gone'))).toEqual({
    status: 'failed',
    message: `MILLRACE_WORKSPACE is ${join(folder, 'gone')}, which is not a folder.`,
    fix: 'Create it, or choose another one.',
  });
});

test('O65 a backup that is older than a week, or that nobody knows of, is a warning', () => {
  const data = makeFolder();
  const [facts, day] = [{ state: 'current', version: 1, known: 1 } as const, 24 * 60 * 60 * 1000];
  expect(checkBackup(data, { ...facts, state: 'none' })).toMatchObject({ status: 'skipped' });
  expect(checkBackup(data, facts)).toMatchObject({
    status: 'warning',
    fix: expect.stringContaining('millrace backup'),
  });
  writeLastBackup(data, { at: day, folder: '/b', keys: true });
  expect(checkBackup(data, facts, 8 * day)).toEqual({
    status: 'ok',
    message: 'The newest backup is 7 days old, in /b, with the keys.',
  });
  expect(checkBackup(data, facts, 9 * day)).toMatchObject({ status: 'warning' });
  writeFileSync(join(data, LAST_BACKUP), '{');
  expect(checkBackup(data, facts)).toMatchObject({ status: 'warning' });
});

test('O66 a clock that stands before the last change of the data, or away from that of Postgres, is told', async () => {
  const data = makeFolder();
  const place = { data, store: undefined };
  expect(await checkClock(place)).toMatchObject({ status: 'ok' });
  writeFileSync(join(data, 'server.json'), '');
  expect(await checkClock(place, () => Date.now() - 60_000)).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/^The clock is (59|60|61) seconds before the last change/),
  });
  const shared = { data: makeFolder(), store: await postgresPlace() };
  expect(await checkClock(shared)).toEqual({
    status: 'ok',
    message: 'The clock agrees with that of Postgres.',
  });
  expect(await checkClock(shared, () => Date.now() - 10_000)).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('behind'),
  });
  expect(await checkClock(shared, () => Date.now() + 90_000)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('ahead of'),
  });
});
