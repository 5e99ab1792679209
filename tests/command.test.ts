import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ModeList, WorkspaceInfo } from '@millrace/engine/run';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signInWith } from '../fixtures/sign-in.ts';
import { killCommands, startCommand } from './support/command.ts';
import { root } from './support/project-files.ts';

let data: string;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'millrace-command-'));
});
afterEach(() => {
  killCommands();
  rmSync(data, { recursive: true, force: true });
});

const millrace = (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
  startCommand(args, { MILLRACE_DATA: data, ...env });

test('H13 it prints exactly one line, with a link that works', async () => {
  const server = millrace([], { MILLRACE_TOKEN: 'a-token-that-i-chose' });
  const line = await server.ready();
  expect(line).toMatch(/^Millrace is ready: http:\/\/127\.0\.0\.1:\d+\/start#a-token-that-i-chose\n$/);
  const url = line.match(/http:\/\/[\d.:]+/)?.[0] ?? '';
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(await (await fetch(`${url}/start`)).text()).toContain('<title>Millrace</title>');
});

test('H7 SIGTERM and SIGINT end it in order', async () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const server = millrace();
    await server.ready();
    server.child.kill(signal);
    expect(await server.ended).toBe(0);
  }
});

test('L9 a second server on the same data says what to do, and a crash leaves no lock behind', async () => {
  const first = millrace();
  await first.ready();
  const second = millrace();
  expect(await second.ended).toBe(1);
  expect(second.said.text).toMatch(/^Another Millrace is already using .*MILLRACE_DATA/);
  first.child.kill('SIGKILL');
  await first.ended;
  await millrace().ready();
});

test('H13 link prints another link to the server that runs, and says when none does', async () => {
  const none = millrace(['link']);
  expect(await none.ended).toBe(1);
  expect(none.said.text).toMatch(/^No Millrace is running on /);
  await millrace().ready();
  const link = millrace(['link']);
  expect(await link.ended).toBe(0);
  const [, url, token] = /^(http:\/\/[\d.:]+)\/start#([\w-]+)\n$/.exec(link.said.text) ?? [];
  const signIn = () =>
    fetch(`${url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
  expect((await signIn()).status).toBe(200);
  expect((await signIn()).status).toBe(401);
});

test('H25 modes come from the workspace and the data folder; what is wrong with one is one line', async () => {
  const mode = (name: string) => `---\nname: ${name}\ndescription: d\ntools: *\n---\nDo.\n`;
  const workspace = join(data, 'work');
  const files = {
    'work/.millrace/modes/one.md': mode('From the workspace'),
    'work/.millrace/modes/both.md': mode('Not this'),
    'modes/both.md': mode('From the data folder'),
    'modes/broken.md': 'name: no block',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(data, path)), { recursive: true });
    writeFileSync(join(data, path), text);
  }
  const token = 'a-token-that-i-chose';
  const start = async () => {
    const server = millrace([], { MILLRACE_TOKEN: token, MILLRACE_WORKSPACE: workspace });
    const [problem, ready, ...rest] = (await server.ready()).split('\n');
    expect(problem).toMatch(/broken\.md is skipped\. Line 1: begin with a line "---", then the keys\.$/);
    expect(rest).toEqual(['']);
    return { server, url: ready?.match(/http:\/\/[\d.:]+/)?.[0] ?? '' };
  };
  const json = { 'content-type': 'application/json' };
  const modesAt = async (url: string, headers: Record<string, string>): Promise<string[]> => {
    const { modes } = (await (await fetch(`${url}/api/modes`, { headers })).json()) as ModeList;
    return modes.map(({ slug, name }) => `${slug}=${name}`);
  };
  const own = ['chat=Chat', 'code=Code', 'both=From the data folder'];
  const first = await start();
  const signedIn = { ...(await signInWith(`${first.url}/start#${token}`)) };
  expect(await modesAt(first.url, signedIn)).toEqual(own);
  // Those of the workspace count once the person has said so, from the next start on.
  const found = await fetch(`${first.url}/api/workspace`, { headers: signedIn });
  const { instructions } = (await found.json()) as WorkspaceInfo;
  const body = JSON.stringify({ files: instructions.map(({ path, version }) => ({ path, version })) });
  const said = { method: 'POST', headers: { ...json, ...signedIn }, body };
  expect((await fetch(`${first.url}/api/workspace/instructions`, said)).status).toBe(200);
  first.server.child.kill('SIGTERM');
  await first.server.ended;
  const second = await start();
  expect(await modesAt(second.url, { ...(await signInWith(`${second.url}/start#${token}`)) })).toEqual([
    ...own,
    'one=From the workspace',
  ]);
});

test('H9 without PORT it takes the next free port from 4141 on', async () => {
  const blocker = createServer();
  await new Promise<void>((resolve) => {
    blocker.once('error', () => resolve());
    blocker.listen(4141, '127.0.0.1', resolve);
  });
  const line = await millrace([], { PORT: '' }).ready();
  const port = Number(/127\.0\.0\.1:(\d+)/.exec(line)?.[1]);
  expect(port).toBeGreaterThan(4141);
  expect(port).toBeLessThan(4191);
  blocker.close();
});

test.each([
  [{ PORT: 'high' }, /^PORT must be a whole number/],
  [{ MILLRACE_TOKEN: 'short' }, /^MILLRACE_TOKEN must be 16/],
  [{ MILLRACE_KEY: 'short' }, /^MILLRACE_KEY must be 32 bytes/],
  [{ MILLRACE_MODEL: 'anthropic/claude' }, /ANTHROPIC_API_KEY is not set/],
  [{ MILLRACE_MODEL: 'nobody/nothing' }, /provider is not known/],
  [{ MILLRACE_SANDBOX: 'bwrap', PATH: '/nowhere' }, /^Commands should run in bubblewrap .* Install/],
  [{ MILLRACE_STORE: 'mysql://x' }, /^MILLRACE_STORE must look like postgres:/],
  [
    { MILLRACE_STORE: 'postgres://me:s3cret@127.0.0.1:9/x' },
    /^Postgres at 127\.0\.0\.1:9 does not respond\./,
  ],
])('H13 a setting that makes no sense is refused with the fix: %o', async (env, message) => {
  const server = millrace([], env as Record<string, string>);
  expect(await server.ended).toBe(1);
  expect(server.said.text).toMatch(message);
  expect(server.said.text.trim().split('\n')).toHaveLength(1);
});

test.each(['engine', 'server', 'react'])('H14 plain Node imports the built @millrace/%s', async (name) => {
  const code = `import('@millrace/${name}').then((all) => console.log(Object.keys(all).length > 3))`;
  const child = spawn(process.execPath, ['-e', code], { cwd: root });
  let said = '';
  child.stdout.on('data', (bytes: Buffer) => {
    said += bytes.toString();
  });
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
  expect(said).toBe('true\n');
});

test('H13 an unknown command is refused, help lists them', async () => {
  const unknown = millrace(['dance']);
  expect(await unknown.ended).toBe(2);
  expect(unknown.said.text).toBe('There is no command "dance". "millrace help" lists them.\n');
  const help = millrace(['help']);
  expect(await help.ended).toBe(0);
  expect(help.said.text).toContain('MILLRACE_DATA');
});
