import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isLong } from '../fixtures/long.ts';
import { OLD_KEY, writeOldDatabase } from '../fixtures/old-database.ts';
import { signInWith } from '../fixtures/sign-in.ts';
import { postgresPlace } from '../fixtures/test-postgres.ts';
import { keyIdOf } from '../packages/server/src/store/seal/sealer.ts';
import { openDatabase } from '../packages/server/src/store/sqlite/open-database.ts';
import { killCommands, startCommand } from './support/command.ts';
import { root } from './support/project-files.ts';

const PASSPHRASE = 'seven quiet otters sing';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-backup-'));
});
afterEach(() => {
  killCommands();
  rmSync(folder, { recursive: true, force: true });
});

type Env = Readonly<Record<string, string>>;

/** The settings of a machine of its own. */
function machine(name: string, store?: string): Env {
  return {
    MILLRACE_DATA: join(folder, name, 'data'),
    MILLRACE_KEYS: join(folder, name, 'keys'),
    MILLRACE_DEMO_PACE: '0',
    ...(store !== undefined && { MILLRACE_STORE: store }),
  };
}

/** Runs the command to its end. */
function millrace(env: Env, args: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'packages/app/millrace.mjs'), ...args],
    { encoding: 'utf8', input, env: { PATH: process.env['PATH'], ...env } },
  );
  return { status, stdout, stderr };
}

/** A server that runs, with a browser that has never been there. */
async function serve(env: Env) {
  const server = startCommand([], env);
  const [link = '', url] = /(http:\/\/[\d.:]+)\/start#[\w-]+/.exec(await server.ready()) ?? [];
  const headers = { ...(await signInWith(link)), 'content-type': 'application/json' };
  async function api<T>(path: string, sent?: unknown): Promise<T> {
    const method = sent === undefined ? 'GET' : 'POST';
    const answer = await fetch(`${url}/api${path}`, {
      ...{ method, headers },
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
    });
    expect(answer.ok, `${path} ${answer.status}`).toBe(true);
    return (await answer.json()) as T;
  }
  const stop = async (): Promise<void> => {
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  };
  return { api, stop };
}

type Served = Awaited<ReturnType<typeof serve>>;
interface Said {
  readonly role: string;
  readonly text: string;
}

/** Writes messages in one chat after the other, until it is told to end. Returns what was answered when it was asked. */
function keepWriting({ api }: Served) {
  const said: { readonly chat: string; readonly text: string }[] = [];
  let isOver = false;
  const work = (async () => {
    for (let n = 0; !isOver; n += 1) {
      const { id } = await api<{ readonly id: string }>('/chats', {});
      const text = `Note ${n} of the day`;
      await api(`/chats/${id}/messages`, { command_id: `c${n}`, text });
      said.push({ chat: id, text });
    }
  })();
  return {
    said: () => [...said],
    async stop() {
      isOver = true;
      await work;
    },
  };
}

/** The words of people in a chat on a machine. */
const readChat = async ({ api }: Served, chat: string): Promise<string[]> =>
  (await api<{ readonly messages: readonly Said[] }>(`/chats/${chat}/messages`)).messages
    .filter(({ role }) => role === 'user')
    .map(({ text }) => text);

/** A machine that works while it is backed up, and an empty one that gets the backup. */
async function moveHouse(from: Env, to: Env): Promise<void> {
  const old = await serve(from);
  const writing = keepWriting(old);
  await expect.poll(() => writing.said().length).toBeGreaterThan(3);
  const before = writing.said();
  const made = startCommand(['backup', join(folder, 'backup'), '--keys', '--json'], from);
  made.child.stdin.end(`${PASSPHRASE}\n`);
  expect(await made.ended, made.said.text).toBe(0);
  await writing.stop();
  await old.stop();
  expect(JSON.parse(made.said.text)).toMatchObject({ keys: true });

  const wrong = millrace(to, ['restore', join(folder, 'backup')], 'some other words entirely\n');
  expect([wrong.status, wrong.stderr]).toEqual([
    1,
    'That is not the passphrase of this backup. Try again.\n',
  ]);
  const restored = millrace(to, ['restore', join(folder, 'backup')], `${PASSPHRASE}\n`);
  expect([restored.status, restored.stderr]).toEqual([0, '']);
  const fresh = await serve(to);
  for (const { chat, text } of before) expect(await readChat(fresh, chat)).toEqual([text]);
  // It goes on there.
  const { id } = await fresh.api<{ readonly id: string }>('/chats', {});
  await fresh.api(`/chats/${id}/messages`, { command_id: 'next', text: 'And on' });
  expect(await readChat(fresh, id)).toEqual(['And on']);
  await fresh.stop();
  const again = millrace(to, ['restore', join(folder, 'backup')], `${PASSPHRASE}\n`);
  expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('already')]);
}

test('O60 a backup that is made while messages are written is read on an empty machine by a fresh browser', async () => {
  await moveHouse(machine('old'), machine('new'));
});

test(`O60 the same from Postgres to ${isLong ? 'an empty Postgres, and from there to SQLite' : 'SQLite'}`, async () => {
  const first = machine('old', await postgresPlace());
  if (!isLong) return moveHouse(first, machine('new'));
  const second = machine('new', await postgresPlace());
  await moveHouse(first, second);
  rmSync(join(folder, 'backup'), { recursive: true });
  return moveHouse(second, machine('third'));
});

test('O60 a backup of SQLite fills an empty Postgres', async () => {
  await moveHouse(machine('old'), machine('new', await postgresPlace()));
});

test('O61 a backup has no key, and what was restored without one opens only with the key folder', async () => {
  const old = machine('old');
  const server = await serve(old);
  const { id } = await server.api<{ readonly id: string }>('/chats', {});
  await server.api(`/chats/${id}/messages`, { command_id: 'c', text: 'A secret of mine' });
  await server.stop();
  const data = join(folder, 'old', 'data');
  mkdirSync(join(data, 'modes'));
  writeFileSync(join(data, 'modes', 'tidy.sh'), 'echo', { mode: 0o700 });
  symlinkSync('tidy.sh', join(data, 'modes', 'link.sh'));
  expect(millrace(old, ['backup', join(folder, 'backup')])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('does not have the keys'),
  });
  const all = Buffer.concat(
    readdirSync(join(folder, 'backup'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name))),
  );
  for (const name of readdirSync(join(folder, 'old', 'keys'), { recursive: true }) as string[]) {
    if (!name.endsWith('.key')) continue;
    const key = readFileSync(join(folder, 'old', 'keys', name));
    for (const form of [key, Buffer.from(key.toString('base64')), Buffer.from(key.toString('hex'))])
      expect(all.includes(form), name).toBe(false);
  }
  expect(all.includes('A secret of mine')).toBe(false);
  expect(statSync(join(folder, 'backup')).mode & 0o777).toBe(0o700);

  const bare = machine('bare');
  const restored = millrace(bare, ['restore', join(folder, 'backup')]);
  expect(restored).toMatchObject({ status: 0, stdout: expect.stringContaining('.key') });
  expect(statSync(join(folder, 'bare', 'data', 'modes', 'link.sh')).mode & 0o777).toBe(0o700);
  expect(millrace(bare, ['serve'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('is not there'),
  });
  const fresh = await serve({ ...bare, MILLRACE_KEYS: join(folder, 'old', 'keys') });
  expect(await readChat(fresh, id)).toEqual(['A secret of mine']);
  await fresh.stop();
});

test('O62 restore refuses a damaged backup, one that is none, and a file that leads elsewhere, and writes nothing', async () => {
  const old = machine('old');
  const server = await serve(old);
  await server.stop();
  const backup = join(folder, 'backup');
  expect(millrace(old, ['backup', backup]).status).toBe(0);
  const bare = machine('bare');
  const refused = (said: string): void => {
    expect(millrace(bare, ['restore', backup])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(said),
    });
    const left = existsSync(join(folder, 'bare', 'data')) ? readdirSync(join(folder, 'bare', 'data')) : [];
    expect(left.filter((name) => !name.startsWith('lock.sqlite'))).toEqual([]);
  };
  const manifest = readFileSync(join(backup, 'backup.json'), 'utf8');
  const facts = JSON.parse(manifest);
  chmodSync(join(backup, 'backup.json'), 0o600);
  const lie = (change: object): void =>
    writeFileSync(join(backup, 'backup.json'), JSON.stringify({ ...facts, ...change }));
  lie({ files: [{ ...facts.database, path: '../../outside' }] });
  refused('leads out of');
  lie({ version: 2 });
  refused('newer Millrace');
  writeFileSync(join(backup, 'backup.json'), '{');
  refused('is no backup');
  writeFileSync(join(backup, 'backup.json'), manifest);
  appendFileSync(join(backup, 'millrace.sqlite'), 'x');
  refused('damaged');
});

test('O63 backup refuses a folder that has something or lies in the data folder, and a short passphrase', async () => {
  const old = machine('old');
  const data = join(folder, 'old', 'data');
  expect(millrace(old, ['backup', join(folder, 'backup')])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('There is no database'),
  });
  expect(readdirSync(folder)).toEqual([]);
  const server = await serve(old);
  await server.stop();
  writeFileSync(join(folder, 'taken'), '');
  expect(millrace(old, ['backup', folder])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('not empty'),
  });
  expect(millrace(old, ['backup', join(data, 'backup')])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('in the data folder'),
  });
  expect(millrace(old, ['backup', join(folder, 'backup'), '--keys'], 'short\n')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('12 characters'),
  });
  expect(existsSync(join(folder, 'backup'))).toBe(false);
});

test('O64 upgrade --check tells what an upgrade would do and changes nothing; upgrade does it and keeps a copy', () => {
  const old = machine('old');
  expect(millrace(old, ['upgrade', '--check'])).toMatchObject({
    status: 0,
    stdout: 'There is no database yet; the first start makes one.\n',
  });
  expect(existsSync(join(folder, 'old'))).toBe(false);
  const [data, keys] = [join(folder, 'old', 'data'), join(folder, 'old', 'keys')];
  for (const each of [data, keys]) mkdirSync(each, { recursive: true, mode: 0o700 });
  const file = join(data, 'millrace.sqlite');
  writeOldDatabase(file, 16);
  const bytes = readFileSync(file);
  expect(millrace(old, ['upgrade', '--check'])).toMatchObject({
    status: 3,
    stdout: expect.stringContaining('is not there. Restore that file'),
  });
  writeFileSync(join(keys, `${keyIdOf(OLD_KEY)}.key`), OLD_KEY, { mode: 0o600 });
  const told = millrace(old, ['upgrade', '--check']);
  expect([told.status, told.stderr]).toEqual([0, '']);
  expect(told.stdout).toMatch(/from schema 16 to \d+\.\nIt keeps a copy .*\nNo backup is known\./);
  expect(readFileSync(file)).toEqual(bytes);
  expect(millrace(old, ['upgrade'])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/has schema \d+ now\. It is kept as it was in .*-before\d+ \(/),
  });
  expect(millrace(old, ['upgrade'])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('nothing to upgrade'),
  });
  const newer = openDatabase(file);
  newer.exec('PRAGMA user_version = 999');
  newer.close();
  expect(millrace(old, ['upgrade', '--check', '--json'])).toMatchObject({
    status: 3,
    stdout: expect.stringContaining('newer Millrace'),
  });
});
