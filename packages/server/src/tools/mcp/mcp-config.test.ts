import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { changeServer } from './change-server.ts';
import { parseMcpConfig } from './mcp-config.ts';
import { readMcpFile, writeMcpFile } from './mcp-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'millrace-mcp-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const problems = (servers: unknown): readonly string[] => parseMcpConfig({ servers }, 'mcp.json').problems;

test('X10 a configuration names servers by command or address', () => {
  const servers = {
    files: {
      command: 'npx',
      args: ['-y', 'x'],
      env: { A: 'b' },
      cwd: '/tmp',
      approval: 'allow',
      disabled: true,
    },
    'My docs': {
      url: 'https://example.com/mcp',
      headers: { Authorization: 'Bearer x' },
      tools: { find: 'allow' },
    },
  };
  expect(parseMcpConfig({ servers }, 'mcp.json')).toEqual({
    servers: new Map(Object.entries(servers)),
    problems: [],
  });
});

test.each<[string, unknown, RegExp]>([
  ['no object', 5, /^mcp\.json: servers\.a: must be an object/],
  ['neither', {}, /^mcp\.json: servers\.a: needs a "command" .* or a "url"/],
  ['both', { command: 'x', url: 'http://x' }, /^mcp\.json: servers\.a: .*Leave out one/],
  [
    'an unknown key',
    { comand: 'x', command: 'y' },
    /^mcp\.json: servers\.a\.comand: .*Known keys: command, args/,
  ],
  ['a bad argument', { command: 'x', args: ['a', 5] }, /^mcp\.json: servers\.a\.args\.1: /],
  ['a bad variable', { command: 'x', env: { 'A=B': 'c' } }, /^mcp\.json: servers\.a\.env\.A=B: /],
  ['no address', { url: 'ftp://x' }, /^mcp\.json: servers\.a\.url: must be an address such as/],
  ['a bad verdict', { command: 'x', approval: 'never' }, /^mcp\.json: servers\.a\.approval: /],
])('X10 %s is told with the file, the key and the fix', (_, server, words) => {
  expect(problems({ a: server, b: { command: 'y' } })).toEqual([expect.stringMatching(words)]);
  expect([...parseMcpConfig({ servers: { a: server, b: { command: 'y' } } }, 'm').servers.keys()]).toEqual([
    'b',
  ]);
});

test('X10 names of servers and other keys are checked, too', () => {
  expect(problems(JSON.parse('{"__proto__": {"command": "x"}, "a/b": {"command": "x"}}'))).toHaveLength(2);
  expect(parseMcpConfig({ mcpServers: {}, servers: {} }, 'm').problems).toEqual([
    expect.stringMatching(/mcpServers/),
  ]);
  expect(parseMcpConfig([], 'mcp.json').problems).toEqual([expect.stringMatching(/servers: is missing/)]);
});

test('X10 the file is written whole, for its owner only, and read back; without it there is nothing', () => {
  const file = join(folder, 'data', 'mcp.json');
  expect(readMcpFile(file)).toEqual({ servers: new Map(), problems: [] });
  const servers = new Map([['a', { command: 'x', env: { KEY: 'secret' } }]]);
  writeMcpFile(file, servers);
  expect(readMcpFile(file)).toEqual({ servers, problems: [], plain: true });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).toContain('"servers"');
  writeFileSync(file, '{"servers": ');
  expect(readMcpFile(file).problems).toEqual([
    expect.stringMatching(/mcp\.json is not valid JSON.*Fix the JSON/),
  ]);
});

test('X260 a change leaves what it does not say, but hands no secret to another program or host', () => {
  const env = { KEY: 'k', OTHER: 'o' };
  const program = { command: 'x', args: ['a'], env, approval: 'allow' as const };
  expect(changeServer(program, { disabled: true })).toEqual({ config: { ...program, disabled: true } });
  expect(changeServer(program, { env: { KEY: null, NEW: 'n', NONE: null } })).toEqual({
    config: { ...program, env: { KEY: 'k', NEW: 'n' } },
  });
  expect(changeServer(program, { command: 'y' })).toEqual({ config: { command: 'y', approval: 'allow' } });
  const site = { url: 'https://a.example/mcp', headers: { Authorization: 'secret' } };
  expect(changeServer(site, { url: 'https://a.example/other' })).toEqual({
    config: { ...site, url: 'https://a.example/other' },
  });
  expect(changeServer(site, { url: 'https://b.example/mcp' })).toEqual({
    config: { url: 'https://b.example/mcp' },
  });
  expect(changeServer(undefined, { disabled: true })).toMatchObject({
    problem: expect.stringMatching(/command/),
  });
});
