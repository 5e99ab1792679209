import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, FIRST_ACCOUNT, type Server, type ServerStore } from '@millrace/server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DeviceHeaders, deviceHeaders } from '../../../../fixtures/sign-in.ts';
import { talker } from '../../../../fixtures/talker.ts';
import { memberFolder } from '../member-folder.ts';
import { openStore } from '../open-backend.ts';
import { writeServerFile } from '../server-file.ts';
import { runCommand } from './run-command.ts';

let data: string;
let keys: string;
let server: Server;
let store: ServerStore;
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'millrace-people-'));
  keys = mkdtempSync(join(tmpdir(), 'millrace-people-keys-'));
  store = await openStore({ data, store: undefined, key: undefined, keys });
  server = await createServer({ store, models: [talker(0)], port: 0 });
  writeServerFile(data, server);
});
afterEach(async () => {
  await server.close();
  await store.close();
  for (const folder of [data, keys]) rmSync(folder, { recursive: true, force: true });
});

/** Runs a line beside the server, as another process does. */
const run = (...argv: readonly string[]) =>
  runCommand(argv, { env: { MILLRACE_DATA: data, MILLRACE_KEYS: keys }, colour: false });
const facts = async (...argv: readonly string[]) => {
  const { stdout } = await run(...argv, '--json');
  return JSON.parse(stdout) as { readonly link: string; readonly people: { readonly id: string }[] };
};

async function open(link: string, name?: string): Promise<DeviceHeaders> {
  const { origin, hash } = new URL(link);
  return deviceHeaders(
    await fetch(`${origin}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: hash.slice(1), ...(name !== undefined && { name }) }),
    }),
  );
}
const statusOf = async (device: DeviceHeaders): Promise<number> =>
  (await fetch(`${server.url}/api/chats`, { headers: { ...device } })).status;

test('O31 people are invited, linked, suspended, restored and removed from the command line while the server runs', async () => {
  const { link } = await facts('user', 'invite', 'Bea');
  const device = await open(link, 'Bea');
  expect((await run('user', 'list')).stdout).toMatch(/owner +\(you\)\n[0-9a-f]{8} +member +Bea\n$/);
  const id = (await facts('user', 'list')).people.at(-1)?.id ?? '';
  const stream = await fetch(`${server.url}/api/sync`, { headers: { ...device } });
  expect((await run('user', 'suspend', 'Bea')).code).toBe(0);
  // The stream ends, though another process has signed its reader out.
  await stream.text();
  expect(await statusOf(device)).toBe(401);
  await run('user', 'restore', id.slice(0, 8));
  const again = await open((await facts('user', 'link', 'Bea')).link);
  expect(await statusOf(again)).toBe(200);
  mkdirSync(memberFolder(data, id), { recursive: true });
  expect((await run('user', 'remove', id)).code).toBe(0);
  expect(await statusOf(again)).toBe(401);
  expect(existsSync(memberFolder(data, id))).toBe(false);
  expect((await facts('user', 'list')).people).toHaveLength(1);
});

test('O33 the devices of a person are listed, and signed out one by one or all, while they read', async () => {
  const bea = await open((await facts('user', 'invite', 'Bea')).link, 'Bea');
  const second = await open((await facts('user', 'link', 'Bea')).link);
  const { devices } = (await facts('user', 'devices', 'Bea')) as unknown as { devices: { id: string }[] };
  expect(devices).toHaveLength(2);
  expect((await run('user', 'devices', 'Bea')).stdout).toMatch(
    /^(?:[0-9a-f]{8} last here \d{4}-\d\d-\d\d \d\d:\d\d UTC {2}.+\n){2}$/,
  );
  const own = createHash('sha256')
    .update(bea.cookie.split('=')[1] ?? '')
    .digest('hex');
  const stream = await fetch(`${server.url}/api/sync`, { headers: { ...bea } });
  const id = devices.find((device) => device.id === own)?.id ?? '';
  expect((await run('user', 'sign-out', 'Bea', '--device', id.slice(0, 8))).code).toBe(0);
  await stream.text();
  expect([await statusOf(bea), await statusOf(second)]).toEqual([401, 200]);
  expect((await run('user', 'sign-out', 'Bea', '--device', 'none')).stderr).toMatch(
    /^No device is called "none"/,
  );
  expect((await run('user', 'sign-out', 'Bea')).code).toBe(0);
  expect(await statusOf(second)).toBe(401);
  expect((await run('user', 'devices', 'Bea')).stdout).toBe('They are signed in nowhere.\n');
});

test('F99 a name that was kept before prints nothing that a terminal obeys', async () => {
  const times = { createdAt: 1, expiresAt: Date.now() + 60_000 };
  const name = '\u001b]0;owned\u0007Bea\n\u202eroot';
  await store.putInvitation({
    ...{ id: 'i', hash: 'h', name, role: 'member', by: FIRST_ACCOUNT },
    ...times,
  });
  await store.acceptInvitation('h', { id: 'bea-id', name }, 1);
  const session = { hash: 's', keyHash: 'k', account: 'bea-id', name, confirmedAt: 1, ...times };
  await store.putSession({ ...session, createdAt: Date.now() });
  await run('token', 'create', 'Bot', '--user', 'bea-id');
  for (const argv of [
    ['user', 'list'],
    ['user', 'devices', 'bea-id'],
    ['token', 'list'],
    ['user', 'sign-out', 'bea-id'],
    ['user', 'suspend', 'bea-id'],
  ]) {
    const { stdout, code } = await run(...argv);
    expect([argv, code]).toEqual([argv, 0]);
    expect(stdout).toContain('Bea');
    expect(stdout).not.toMatch(/[^\n\P{Cc}]|\u202e/u);
  }
});

test('O31 a person who is not there, the owner and a wrong number are refused with the fix', async () => {
  expect((await run('user', 'suspend', 'Nobody')).stderr).toBe(
    'There is nobody called "Nobody". "millrace user list" shows everybody.\n',
  );
  for (const verb of ['suspend', 'remove'])
    expect((await run('user', verb, 'first')).stderr).toMatch(/^The owner can't be/);
  expect((await run('user', 'invite', 'Bea', '--days', '99')).stderr).toMatch(/from 1 to 30/);
  expect((await run('user', 'invite')).stderr).toMatch(/needs name/);
  for (const name of ['Bea', 'Bea']) await open((await facts('user', 'invite', name)).link, name);
  expect((await run('user', 'remove', 'Bea')).stderr).toMatch(/^2 people are called "Bea"/);
});
