import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, FIRST_ACCOUNT, issueApiToken, type Server, type ServerStore } from '@millrace/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { talker } from '../../../../fixtures/talker.ts';
import { openStore } from '../open-backend.ts';
import { runCommand } from './run-command.ts';

let data: string;
let keys: string;
let server: Server;
let store: ServerStore;
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'millrace-tokens-'));
  keys = mkdtempSync(join(tmpdir(), 'millrace-tokens-keys-'));
  store = await openStore({ data, store: undefined, key: undefined, keys });
  server = await createServer({ store, models: [talker(0)], port: 0 });
});
afterEach(async () => {
  await server.close();
  await store.close();
  for (const folder of [data, keys]) rmSync(folder, { recursive: true, force: true });
});

/** Runs a line beside the server, as another process does. */
const run = (...argv: readonly string[]) =>
  runCommand(argv, { env: { MILLRACE_DATA: data, MILLRACE_KEYS: keys }, colour: false });
const facts = async (...argv: readonly string[]) => JSON.parse((await run(...argv, '--json')).stdout);
const ask = (token: string, path: string): Promise<Response> =>
  fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } });

test('F94 tokens are made, listed and revoked from the command line while the server runs', async () => {
  const made = await run('token', 'create', 'Nightly build', '--scope', 'chat,read', '--days', '30');
  expect(made).toEqual({ stdout: expect.stringMatching(/^mr_[\w-]{43}\n$/), stderr: '', code: 0 });
  const token = made.stdout.trim();
  expect((await ask(token, '/api/chats')).status).toBe(200);
  expect((await ask(token, '/api/rules')).status).toBe(403);
  const list = await run('token', 'list');
  expect(list.stdout).toMatch(
    /^[0-9a-f]{8} read,chat +expires \d{4}-\d\d-\d\d +used \d{4}-\d\d-\d\d +Nightly build\n$/,
  );
  expect(list.stdout).not.toContain(token.slice(3));
  const { tokens } = await facts('token', 'list');
  expect(tokens).toMatchObject([{ name: 'Nightly build', scopes: ['read', 'chat'], person: FIRST_ACCOUNT }]);
  expect(tokens[0].expires_at - tokens[0].created_at).toBe(30 * 24 * 60 * 60 * 1000);
  const stream = await ask(token, '/api/sync');
  expect(await run('token', 'revoke', tokens[0].id.slice(0, 8))).toMatchObject({
    ...{ stdout: 'Nightly build: revoked.\n', code: 0 },
  });
  // The stream ends, though another process has revoked its token.
  await stream.text();
  expect((await ask(token, '/api/chats')).status).toBe(401);
  expect((await run('token', 'list')).stdout).toBe('There are no API tokens.\n');
});

test('F94 a token of another person is theirs, and is found by name where only one has it', async () => {
  const times = { createdAt: 1, expiresAt: 9_999 };
  await store.putInvitation({ id: 'i', hash: 'h', name: 'Bea', role: 'member', by: FIRST_ACCOUNT, ...times });
  await store.acceptInvitation('h', { id: 'bea-id', name: 'Bea' }, 1);
  const made = await facts('token', 'create', 'Bot', '--user', 'Bea', '--days', 'none');
  expect(made).toMatchObject({ person: 'bea-id', scopes: ['read'], expires_at: null });
  expect(await (await ask(made.token, '/api/account')).json()).toMatchObject({ id: 'bea-id' });
  expect((await run('token', 'list')).stdout).toMatch(/never expires +used .* Bot \(Bea\)\n$/);
  await facts('token', 'create', 'Bot');
  expect((await facts('token', 'list', '--user', 'Bea')).tokens).toHaveLength(1);
  expect((await run('token', 'revoke', 'Bot')).stderr).toMatch(/^2 API tokens are called "Bot"\. Use an id /);
  expect(await run('token', 'revoke', 'Bot', '--user', 'Bea')).toMatchObject({ code: 0 });
  expect((await facts('token', 'list')).tokens).toMatchObject([{ person: FIRST_ACCOUNT }]);
});

test('F94 wrong words are refused with the fix, and make nothing', async () => {
  for (const [argv, code, said] of [
    [['create', 'Bot', '--scope', 'read,all'], 2, /^--scope must be some of read, chat, decide, admin, not /],
    [['create', 'Bot', '--scope', ','], 2, /^--scope must be /],
    [['create', 'Bot', '--days', '31'], 2, /^--days must be 7, 30, 90, 365 or none, not "31"/],
    [['create', ' '], 2, /^The name must have 1 to 100 characters/],
    [['create'], 2, /needs name/],
    [['create', 'Bot', '--user', 'Nobody'], 1, /^There is nobody called "Nobody"/],
    [['revoke', 'Bot'], 1, /^There is no API token called "Bot"\. "millrace token list" shows them\./],
  ] as const)
    expect([argv, await run('token', ...argv)]).toEqual([
      argv,
      { stdout: '', stderr: expect.stringMatching(said), code },
    ]);
  expect(await store.listApiTokens(FIRST_ACCOUNT)).toEqual([]);
  for (let i = 0; i < 100; i++)
    await issueApiToken(store, FIRST_ACCOUNT, { name: `${i}`, scopes: ['read'], days: 7 });
  expect(await run('token', 'create', 'Bot')).toMatchObject({
    ...{ code: 1, stderr: 'They have as many API tokens as a person can have. Revoke one first.\n' },
  });
});
