import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { killCommands, startCommand } from './support/command.ts';
import { root } from './support/project-files.ts';
import { testKeys } from './support/test-keys.ts';

let data: string;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'millrace-line-'));
});
afterEach(() => {
  killCommands();
  rmSync(data, { recursive: true, force: true });
});

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the real command to its end. */
function millrace(args: readonly string[], env: Readonly<Record<string, string>> = {}): Ended {
  return spawnSync(process.execPath, [join(root, 'packages/app/millrace.mjs'), ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], MILLRACE_KEYS: testKeys, MILLRACE_DATA: data, ...env },
  });
}

interface Report {
  readonly checks: readonly { readonly id: string; readonly status: string; readonly message: string }[];
}

/** What doctor says about one thing. */
const statusOf = (said: string, id: string): string | undefined =>
  (JSON.parse(said) as Report).checks.find((check) => check.id === id)?.status;

test('O3 the process writes answers to stdout and problems to stderr, and with --json one document', () => {
  const wrong = millrace(['lnik']);
  expect(wrong).toMatchObject({
    status: 2,
    stdout: '',
    stderr: 'There is no command "lnik". Did you mean "millrace link"?\n',
  });
  const failed = millrace(['link', '--json']);
  expect([failed.status, failed.stderr]).toEqual([1, '']);
  expect(JSON.parse(failed.stdout)).toMatchObject({ error: { code: 'failed' } });
  expect(millrace(['serve', '--port', '1', '--lan=yes'])).toMatchObject({ status: 2, stdout: '' });
});

test('O4 npm start -- --help prints the help of the command', () => {
  const npm = spawnSync(process.execPath, [join(root, 'scripts/start.mjs'), '--help'], { encoding: 'utf8' });
  expect([npm.status, npm.stderr]).toEqual([0, '']);
  expect(npm.stdout).toBe(millrace(['help']).stdout);
});

test('O5 doctor ends with 0 when nothing failed, and with 3 when a check did', async () => {
  const server = startCommand([], { MILLRACE_DATA: data });
  await server.ready();
  const well = millrace(['doctor', '--json', '--limit', '60'], { PORT: '0' });
  expect([well.status, well.stderr, statusOf(well.stdout, 'server')]).toEqual([0, '', 'ok']);
  expect(statusOf(well.stdout, 'store')).toBe('ok');
  const bad = millrace(['doctor', '--limit', '60'], { PORT: '0', MILLRACE_BROWSER: '/nowhere' });
  expect([bad.status, bad.stderr]).toEqual([3, '']);
  expect(bad.stdout).toMatch(/^FAILED +browser +There is no browser at \/nowhere\. .*MILLRACE_BROWSER/m);
  expect(bad.stdout).not.toContain('\u001b');
  // It has run beside the server, which goes on.
  expect((await fetch(/http:\/\/[\d.:]+/.exec(server.said.text)?.[0] ?? '')).status).toBe(200);
});

test('O35 serve --json prints one document with the link when it is ready, and goes on', async () => {
  const server = startCommand(['--json'], { MILLRACE_DATA: data });
  await expect.poll(() => server.said.text).toMatch(/\n$/);
  const { link, url } = JSON.parse(server.said.text) as Readonly<Record<string, string>>;
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/start#[\w-]{43}$/);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  // The folder is taken.
  const second = millrace(['serve', '--json', '--port', new URL(url ?? '').port]);
  expect([second.status, JSON.parse(second.stdout)]).toMatchObject([1, { error: { code: 'failed' } }]);
});

test('O27 --port is the port of the server, and wins over PORT', async () => {
  const server = startCommand(['--port', '0'], { MILLRACE_DATA: data, PORT: '1' });
  expect(await server.ready()).toMatch(/127\.0\.0\.1:\d{4,5}\//);
});

test.each([['help'], ['doctor']])('O6 a reader that is gone ends %s without a stack', async (...args) => {
  const child = spawn(process.execPath, [join(root, 'packages/app/millrace.mjs'), ...args], {
    env: { PATH: process.env['PATH'], MILLRACE_KEYS: testKeys, MILLRACE_DATA: data, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => {
    said += bytes.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  expect([code, said]).toEqual([0, '']);
});

test('O6 a server whose reader is gone goes on', async () => {
  const server = startCommand([], { MILLRACE_DATA: data });
  server.child.stdout?.destroy();
  const file = join(data, 'server.json');
  const read = (): string => {
    try {
      return (JSON.parse(readFileSync(file, 'utf8')) as { url: string }).url;
    } catch {
      return '';
    }
  };
  await expect.poll(read).not.toBe('');
  server.child.kill('SIGTERM');
  expect([await server.ended, server.said.text]).toEqual([0, '']);
});

test('O7 docs/command.md tells every command, flag, variable and exit code as it is', () => {
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/command-doc.mjs'), '--print'], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(readFileSync(join(root, 'docs/command.md'), 'utf8'), 'It is out of date. Run: npm run docs').toBe(
    stdout,
  );
});

test('O7 docs/command.md has a line for each check, and docs/settings.md one for each variable of the server', () => {
  writeFileSync(join(data, 'mcp.json'), '{"servers":{"off":{"command":"x","disabled":true}}}', {
    mode: 0o600,
  });
  const { checks } = JSON.parse(
    millrace(['doctor', '--json', '--limit', '60'], {
      COMPATIBLE_BASE_URL: 'http://127.0.0.1:9',
      MILLRACE_URL: 'http://127.0.0.1:9',
    }).stdout,
  ) as Report;
  const page = readFileSync(join(root, 'docs/command.md'), 'utf8');
  const lines = checks.map(({ id }) => `| \`${id.replace(/:.*/, ':…')}\` |`);
  expect(lines.length).toBeGreaterThan(15);
  expect(lines.filter((line) => !page.includes(line))).toEqual([]);
  const settings = readFileSync(join(root, 'docs/settings.md'), 'utf8');
  const named = Array.from(page.matchAll(/^\| `([A-Z_]+)` \|/gm), ([, name = '']) => name);
  expect(named.filter((name) => !settings.includes(`\`${name}\``))).toEqual([]);
});
