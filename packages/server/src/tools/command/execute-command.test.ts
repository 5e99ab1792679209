import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { makeWorkFolder, type WorkFolder } from '../../../../../fixtures/work-folder.ts';
import { PROVIDERS } from '../../models/catalog/providers.ts';
import { defineTool } from '../define/define-tool.ts';
import { commandEnv } from './command-env.ts';
import { createExecuteCommand, type ExecuteCommandOptions } from './execute-command.ts';
import type { CommandStatus } from './output-notes.ts';

const execute = (work: WorkFolder, command: string, options?: ExecuteCommandOptions, cwd?: string) =>
  createExecuteCommand(options).run({ command, ...(cwd !== undefined && { cwd }) }, work.ctx);

const statuses = ({ notes }: WorkFolder): CommandStatus[] =>
  notes.map(({ data }) => data as CommandStatus /* what the tool itself tells */);

/** Waits for a file that a command writes. */
async function written(path: string): Promise<string> {
  await vi.waitFor(() => expect(existsSync(path) && readFileSync(path, 'utf8')).toMatch(/\n$/), 10_000);
  return readFileSync(path, 'utf8').trim();
}

function isAlive(pid: number): boolean {
  try {
    // A process that has ended and was not fetched yet does nothing any more.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

test('A100 a command runs in the workspace and tells its output, in order, and its exit code', async () => {
  const work = makeWorkFolder({ 'sub/a.txt': 'hello' });
  const { content, is_error, exit_code } = await execute(
    work,
    'pwd; cat a.txt; echo; echo one >&2; echo two; exit 3',
    {},
    'sub',
  );
  expect(content).toBe(`The command ended with exit code 3.\nOutput:\n${work.root}/sub\nhello\none\ntwo\n`);
  expect(is_error).toBeUndefined();
  expect(exit_code).toBe(3);
});

test('A100 a command that prints nothing, and one that a signal ends', async () => {
  const work = makeWorkFolder();
  expect((await execute(work, 'true')).content).toBe(
    'The command ended with exit code 0.\nIt printed nothing.',
  );
  const killed = await execute(work, 'kill -9 $$');
  expect(killed.content).toMatch(/ended by the signal SIGKILL/);
  expect(killed).not.toHaveProperty('exit_code');
});

test('A100 it always asks, may not run twice, and says what it will do', () => {
  const tool = createExecuteCommand();
  expect(tool).toMatchObject({
    effect: 'unsafe',
    approval: 'ask',
    local: true,
    inlineBudgetMs: Number.POSITIVE_INFINITY,
  });
  expect(tool.title?.({ command: 'npm test' })).toBe('Run npm test');
  expect(tool.title?.({ command: 'echo \u202e a\nrm b' })).toBe('Run echo \\u{202e} a…');
  expect(tool.check?.({ command: ' ' })).toBeDefined();
});

test('A100 there is nothing to read, so what asks ends', async () => {
  expect((await execute(makeWorkFolder(), 'cat; read x || echo none')).content).toMatch(/none/);
});

test('A100 a folder outside, a file, and none are refused', async () => {
  const work = makeWorkFolder({ 'a.txt': '' });
  symlinkSync(tmpdir(), join(work.root, 'out'));
  await expect(execute(work, 'pwd', {}, '..')).rejects.toThrow(/contains "\.\."/);
  await expect(execute(work, 'pwd', {}, 'out')).rejects.toThrow(/is a link that leads out of/);
  await expect(execute(work, 'pwd', {}, '/')).rejects.toThrow(/is not in the workspace/);
  await expect(execute(work, 'pwd', {}, 'a.txt')).rejects.toThrow(/not a folder/);
  await expect(execute(work, 'pwd', {}, 'none')).rejects.toThrow(/There is no "none"/);
  const tool = createExecuteCommand();
  await expect(tool.run({ command: 'pwd' }, { ...work.ctx, workspace: undefined })).rejects.toThrow(
    /no workspace/,
  );
});

test('A103 keys of providers and our own settings do not reach a command', async () => {
  const names = [...PROVIDERS.flatMap(({ keyNames }) => keyNames), 'MILLRACE_KEY', 'MILLRACE_STORE', 'MINE'];
  for (const name of names) vi.stubEnv(name, 'do-not-tell');
  const { content } = await execute(makeWorkFolder(), 'env', { hideEnv: ['mine'] });
  vi.unstubAllEnvs();
  expect(content).toMatch(/^PATH=/m);
  expect(content).not.toMatch(/do-not-tell/);
  expect(commandEnv({ HOME: '/h', Mistral_Api_Key: 'x', TERM: 'xterm' })).toMatchObject({
    HOME: '/h',
    TERM: 'dumb',
  });
  expect(commandEnv({ Mistral_Api_Key: 'x' })).not.toHaveProperty('Mistral_Api_Key');
});

const SHOW = 'od -An -v -tx1 /proc/$$/cmdline | tr -d " \\n"; exit # ';

test.each([
  '',
  ' a ',
  '\t',
  'a\r',
  '\ufeffa',
  '\u00a0',
  '\u2028',
  '&amp;&& é',
  '\\',
  'a\n\n',
  '$x `y`',
  '((',
  '𝕏',
])('A151 the shell gets byte for byte what was judged: %j', async (end) => {
  for (const command of [SHOW + end, ` \n\t${SHOW}${end}`]) {
    const work = makeWorkFolder({});
    const { content } = await execute(work, command);
    const shown = Buffer.from(/[0-9a-f]{20,}/.exec(content)?.[0] ?? '', 'hex').toString();
    expect(shown.split('\0').at(-2)).toBe(command);
  }
});

test('A151 what no shell gets as it is, is refused and not changed', async () => {
  const { check } = createExecuteCommand();
  expect(check?.({ command: 'ls\0 a' })).toMatch(/null character/);
  expect(check?.({ command: 'ls \ud800' })).toMatch(/half of a character/);
  expect(check?.({ command: ' \n\t' })).toMatch(/is empty/);
  expect(check?.({ command: ' ls ' })).toBeUndefined();
  const work = makeWorkFolder({});
  const { content } = await execute(work, '-echo x');
  expect(content).toContain('-echo: command not found');
});

test('A151 a tool whose schema changes what rules judge is not run', () => {
  const tool = defineTool({
    name: 'odd',
    description: '',
    input: z.object({ line: z.string().trim(), note: z.string().trim() }),
    effect: 'unsafe',
    targets: { command: 'line' },
    run: async () => '',
  });
  expect(tool.check?.({ line: 'ls', note: ' a ' })).toBeUndefined();
  expect(tool.check?.({ line: ' ls', note: '' })).toMatch(/^The tool would change line\./);
});

test('A152 nothing of the environment runs before a command or changes how it is read', async () => {
  const work = makeWorkFolder({
    'rc.sh': 'echo PWN',
    ls: '#!/bin/sh\necho PWN\n',
    'bin/ls': '#!/bin/sh\necho PWN\n',
    'elsewhere/sub/a': '',
  });
  for (const file of ['ls', 'bin/ls']) chmodSync(join(work.root, file), 0o755);
  const rc = join(work.root, 'rc.sh');
  const env = {
    ...{ BASH_ENV: rc, ENV: rc, HOME: work.root, SSH_CLIENT: '1', SHLVL: '0' },
    ...{ SHELLOPTS: 'xtrace:noglob', PS4: '$(echo PWN >&2)', BASHOPTS: 'nullglob', BASH_XTRACEFD: '1' },
    ...{ 'BASH_FUNC_ls%%': '() { echo PWN; }', ls: '() { echo PWN; }', CDPATH: join(work.root, 'elsewhere') },
    PATH: `${work.root}/bin:.::bin:${process.env['PATH']}`,
  };
  writeFileSync(join(work.root, '.bashrc'), 'echo PWN\n');
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const { content } = await execute(work, 'ls r*.sh x*y; echo $-; cd sub || echo no');
  expect(content).not.toContain('PWN');
  expect(content).toContain('rc.sh');
  expect(content).toContain('no\n');
});

test('A152 programs of the workspace come last, and no place depends on the folder', () => {
  const { PATH } = commandEnv({ PATH: '/w/node_modules/.bin:/usr/bin:::.:bin:/wx' }, { root: '/w' });
  expect(PATH).toBe('/usr/bin:/wx:/w/node_modules/.bin');
  expect(commandEnv({})).not.toHaveProperty('PATH');
});

test('A153 a folder of plain files that looks like a repository runs nothing', async () => {
  const work = makeWorkFolder({
    'evil/HEAD': 'ref: refs/heads/main\n',
    'evil/config':
      '[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = "echo PWN > PWN; false"\n',
    'evil/objects/a': '',
    'evil/refs/heads/a': '',
  });
  const status = 'git status; git diff; git -C . ls-files';
  execFileSync('sh', ['-c', `${status}; true`], { cwd: join(work.root, 'evil'), stdio: 'ignore' });
  expect(existsSync(join(work.root, 'evil/PWN'))).toBe(true);
  rmSync(join(work.root, 'evil/PWN'));
  const { content } = await execute(work, status, {}, 'evil');
  expect(content).toMatch(/safe\.bareRepository/);
  expect(existsSync(join(work.root, 'evil/PWN'))).toBe(false);
});

test("A153 a repository's own program to watch files does not run, and other settings stay", async () => {
  const work = makeWorkFolder({ a: '' });
  execFileSync('git', ['init', '-q'], { cwd: work.root });
  execFileSync('git', ['config', 'core.fsmonitor', 'echo PWN > PWN; false'], { cwd: work.root });
  vi.stubEnv('GIT_CONFIG_COUNT', '1');
  vi.stubEnv('GIT_CONFIG_KEY_0', 'user.name');
  vi.stubEnv('GIT_CONFIG_VALUE_0', 'Ann');
  const { content } = await execute(work, 'git status --short; git config user.name');
  expect(content).toContain('?? a\nAnn\n');
  expect(existsSync(join(work.root, 'PWN'))).toBe(false);
  expect(commandEnv({ GIT_CONFIG_COUNT: 'x' })).toMatchObject({ GIT_CONFIG_COUNT: '2' });
});

test('A104 what a command prints is told while it runs, and how it ends', async () => {
  const work = makeWorkFolder();
  const done = execute(work, 'echo first; until [ -e go ]; do sleep 0.05; done; echo second; exit 4');
  await vi.waitFor(
    () => expect(statuses(work)).toContainEqual({ status: 'output', output: 'first\n' }),
    10_000,
  );
  work.write({ go: '' });
  await done;
  const told = statuses(work);
  expect(told[0]).toEqual({ status: 'started', pid: expect.any(Number) });
  expect(told.at(-1)).toEqual({ status: 'exited', exitCode: 4 });
  expect(told.map(({ output = '' }) => output).join('')).toBe('first\nsecond\n');
  expect(work.notes.every(({ stage }) => stage === 'output')).toBe(true);
});

test('A104 much output is told in few notes that are not too long', async () => {
  const work = makeWorkFolder();
  const { content } = await execute(work, 'yes abcdefghijklmnopqrstuvwxyz | head -c 40000000');
  expect(content.length).toBeLessThan(51_000);
  const lengths = statuses(work).map(({ output = '' }) => output.length);
  expect(Math.max(...lengths)).toBeLessThan(8_200);
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(410_000);
});

// It ends with its folder, should nobody else end it.
const STUBBORN = `trap '' TERM; echo $$ > pid; while [ -e stubborn.sh ]; do sleep 0.1; done`;

test('A105 at the time limit a command is ended with its grandchildren, also those that ignore SIGTERM', async () => {
  const work = makeWorkFolder({ 'stubborn.sh': STUBBORN });
  const { content, is_error } = await execute(work, 'echo begun; sh -c "sh stubborn.sh; true"; true', {
    timeoutMs: 1500,
  });
  expect(content).toMatch(
    /^The command was ended after 1.5 seconds, with all that it had started.\nOutput:\nbegun/,
  );
  expect(is_error).toBe(true);
  const pid = Number(await written(join(work.root, 'pid')));
  // It was killed: on a busy machine it may take its last step a little later.
  await expect.poll(() => isAlive(pid)).toBe(false);
  expect(statuses(work).at(-1)).toMatchObject({ status: 'timeout' });
});

test('A105 cancel ends it in the same way, also what runs behind a shell that is gone', async () => {
  const work = makeWorkFolder({ 'stubborn.sh': STUBBORN });
  const done = execute(work, 'sh stubborn.sh & wait');
  const pid = Number(await written(join(work.root, 'pid')));
  expect(isAlive(pid)).toBe(true);
  work.stop();
  const { content, is_error } = await done;
  expect(content).toMatch(/^The command was stopped/);
  expect(is_error).toBe(true);
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test('A105 a call that was cancelled before it ran starts nothing', async () => {
  const work = makeWorkFolder();
  work.stop();
  expect((await execute(work, 'touch made')).is_error).toBe(true);
  expect(existsSync(join(work.root, 'made'))).toBe(false);
});

test('A105 a time limit that no timer can hold is refused at once', () => {
  for (const timeoutMs of [0, Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => createExecuteCommand({ timeoutMs })).toThrow(/timeoutMs/);
});

test('A106 what stays in the background does not hold the call, goes on, and is told', async () => {
  const work = makeWorkFolder();
  const { content, is_error } = await execute(
    work,
    '(echo $BASHPID > pid; while [ ! -e stop ]; do echo noise; echo beat >> beats; sleep 0.05; done; echo over > over) & echo ready',
  );
  expect(content).toMatch(/exit code 0[\s\S]*still running[\s\S]*kill -- -\d+[\s\S]*ready/);
  expect(is_error).toBeUndefined();
  const told = work.notes.length;
  const beats = async (): Promise<number> => (await written(join(work.root, 'beats'))).split('\n').length;
  const before = await beats();
  await expect.poll(beats).toBeGreaterThan(before + 3);
  expect(isAlive(Number(await written(join(work.root, 'pid'))))).toBe(true);
  expect(work.notes.length).toBe(told);
  work.write({ stop: '' });
  expect(await written(join(work.root, 'over'))).toBe('over');
});

test('A107 a sandbox that is not installed is an error at once', () => {
  vi.stubEnv('PATH', makeWorkFolder().root);
  expect(() => createExecuteCommand({ sandbox: 'bwrap' })).toThrow(/Install the package bubblewrap/);
  vi.unstubAllEnvs();
});

test('A107 a sandbox gets the workspace to write, the rest to read, and no network unless allowed', async () => {
  const bin = makeWorkFolder({
    bwrap:
      '#!/bin/sh\nfor a; do echo "$a"; done > "$WRAPPED"\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n',
  });
  chmodSync(join(bin.root, 'bwrap'), 0o755);
  vi.stubEnv('PATH', `${bin.root}:${process.env['PATH']}`);
  vi.stubEnv('WRAPPED', join(bin.root, 'args'));
  const work = makeWorkFolder({ 'sub/a': '' });
  mkdirSync(join(work.root, '.millrace'));
  const { content } = await execute(work, 'echo inside', { sandbox: 'bwrap' }, 'sub');
  const args = readFileSync(join(bin.root, 'args'), 'utf8').split('\n').join(' ');
  await execute(work, 'true', { sandbox: 'bwrap', network: true });
  const open = readFileSync(join(bin.root, 'args'), 'utf8').split('\n');
  vi.unstubAllEnvs();
  expect(content).toMatch(/inside/);
  expect(args).toContain('--ro-bind / / --dev /dev --proc /proc --tmpfs /tmp ');
  expect(args).toContain(
    ` --bind ${work.root} ${work.root} --tmpfs ${work.root}/.millrace --unshare-all --cap-drop ALL --die-with-parent --chdir ${work.root}/sub -- `,
  );
  expect(args).not.toContain('--share-net');
  expect(open).toContain('--share-net');
});
