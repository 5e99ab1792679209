import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createSealer,
  FIRST_ACCOUNT,
  homeKeyFile,
  issueToken,
  makeRootKey,
  openPostgresStore,
  openSqliteStore,
  personalKeyFiles,
} from '@millrace/server';
import { expect, onTestFinished, test } from 'vitest';
import { newSchema, postgresPlace, postgresUrl } from '../../../../fixtures/test-postgres.ts';
import { fillStore } from '../../../server/src/store/contract/filled-contract.ts';
import { accountKeys } from '../../../server/src/vault/keys.ts';
import { lookAtStore } from '../keys/look-at-store.ts';
import { PROMISE } from '../promise.ts';
import { readSettings } from '../settings.ts';
import type { Finding } from './check.ts';
import { checkKeys } from './check-keys.ts';
import { checkPrivacy } from './check-privacy.ts';
import { checkStore } from './check-store.ts';

/** The drivers of the server. */
const driver = createRequire(new URL('../../../server/package.json', import.meta.url));
const Libsql: new (path: string) => { exec(sql: string): void; close(): void } = driver('libsql');
const { Client }: { Client: new (url: string) => PostgresClient } = driver('pg');

interface PostgresClient {
  connect(): Promise<void>;
  query(sql: string, values?: readonly string[]): Promise<{ readonly rows: readonly unknown[] }>;
  end(): Promise<void>;
}

const keysOf = (data: string): string => `${data}-keys`;

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-doctor-'));
  onTestFinished(() => {
    for (const each of [folder, keysOf(folder)]) rmSync(each, { recursive: true, force: true });
  });
  return folder;
}

/** A data folder whose store was made, and closed again. */
async function makeData(): Promise<string> {
  const data = makeFolder();
  await openSqliteStore(join(data, 'millrace.sqlite'), {
    sealer: createSealer(makeRootKey(keysOf(data))),
  }).close();
  return data;
}

/** Does this to the database of a folder, as another version or a person might. */
function change(data: string, sql: string): void {
  const database = new Libsql(join(data, 'millrace.sqlite'));
  database.exec(sql);
  database.close();
}

const settingsOf = (data: string, env: Readonly<Record<string, string>> = {}) =>
  readSettings({ MILLRACE_DATA: data, MILLRACE_KEYS: keysOf(data), ...env });

async function check(data: string, env: Readonly<Record<string, string>> = {}): Promise<Finding> {
  const settings = settingsOf(data, env);
  return checkStore(settings, await lookAtStore(settings));
}

async function checkKeysOf(data: string, env: Readonly<Record<string, string>> = {}): Promise<Finding> {
  const settings = settingsOf(data, env);
  return checkKeys(settings, await lookAtStore(settings));
}

/** Leaves the database as a server on a Node with its own driver leaves it: the log is taken in, and gone. */
function withoutLog(data: string): void {
  change(data, 'PRAGMA wal_checkpoint(TRUNCATE)');
  for (const beside of ['-wal', '-shm']) rmSync(join(data, `millrace.sqlite${beside}`), { force: true });
}

/** Every file of a folder with its bytes, mode and time, but for the index of the log, in which each reader leaves its mark. */
function stateOf(folder: string): unknown {
  return readdirSync(folder)
    .filter((name) => !name.endsWith('-shm'))
    .sort()
    .map((name) => {
      const { mode, mtimeMs } = statSync(join(folder, name));
      return [
        name,
        mode,
        mtimeMs,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ];
    });
}

test('O17 a database of this version is fine, and looking at it changes no file and makes none', async () => {
  const data = await makeData();
  withoutLog(data);
  const before = stateOf(data);
  expect(await check(data)).toEqual({
    status: 'ok',
    message: expect.stringMatching(/^SQLite: schema \d+, sealed with this key\.$/),
  });
  expect(stateOf(data)).toEqual(before);
  const empty = makeFolder();
  expect(await check(empty)).toMatchObject({ status: 'ok', message: expect.stringContaining('first start') });
  expect(readdirSync(empty)).toEqual([]);
});

test('O17 a database that a server writes is looked at as it is now', async () => {
  const data = makeFolder();
  const sealer = createSealer(makeRootKey(keysOf(data)));
  const store = openSqliteStore(join(data, 'millrace.sqlite'), { sealer });
  onTestFinished(() => store.close());
  await issueToken(store, FIRST_ACCOUNT);
  expect(readdirSync(data)).toContain('millrace.sqlite-wal');
  const before = stateOf(data);
  expect(await check(data)).toMatchObject({ status: 'ok', message: expect.stringContaining('sealed with') });
  expect(stateOf(data)).toEqual(before);
  await issueToken(store, FIRST_ACCOUNT);
});

test('O17 a database of a newer schema is refused with the fix, one of an older schema is announced', async () => {
  const data = await makeData();
  change(data, 'PRAGMA user_version = 99');
  expect(await check(data)).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('was written by a newer Millrace (schema 99'),
    fix: 'Update Millrace, or set MILLRACE_DATA to another folder.',
  });
  change(data, 'PRAGMA user_version = 12');
  const before = readFileSync(join(data, 'millrace.sqlite'));
  expect(await check(data)).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('schema 12 is older'),
    fix: 'It keeps a copy of it beside it.',
  });
  expect(readFileSync(join(data, 'millrace.sqlite')).equals(before)).toBe(true);
  change(data, 'PRAGMA user_version = 2');
  expect(await check(data)).toMatchObject({ status: 'failed', message: expect.stringContaining('schema 2') });
});

test('O17 a database under another key, or whose key is gone, is told with the fix', async () => {
  const data = await makeData();
  const fix = 'Restore the key folder, or correct MILLRACE_KEY or MILLRACE_KEYS.';
  const wrong = { status: 'failed', message: expect.stringContaining('which is not here'), fix };
  expect(await check(data, { MILLRACE_KEY: randomBytes(32).toString('base64') })).toMatchObject(wrong);
  rmSync(keysOf(data), { recursive: true });
  expect(await check(data)).toMatchObject(wrong);
  expect(existsSync(keysOf(data))).toBe(false);
});

test('O40 a home key that is gone is told with its file and the fix', async () => {
  const data = makeFolder();
  const root = createSealer(makeRootKey(keysOf(data)));
  const personal = personalKeyFiles(keysOf(data), root.keyId);
  const store = openSqliteStore(join(data, 'millrace.sqlite'), { sealer: root, personal });
  await store.of(FIRST_ACCOUNT).createChat('chat', 1);
  await store.close();
  expect(await checkKeysOf(data)).toEqual({
    status: 'ok',
    message: expect.stringMatching(/ is private, and so is the key of its account\.$/),
  });
  const home = homeKeyFile(keysOf(data), root.keyId, FIRST_ACCOUNT);
  chmodSync(home, 0o644);
  expect(await checkKeysOf(data)).toMatchObject({ status: 'failed', fix: `Run: chmod 600 ${home}` });
  rmSync(home);
  expect(await checkKeysOf(data)).toEqual({
    status: 'failed',
    message: `${home} is not there, so what its account keeps can't be read.`,
    fix: 'Restore that file from a copy of the key folder.',
  });
});

test('O41 doctor says which promise holds, and finds a key that was left beside a run', async () => {
  const data = makeFolder();
  const look = async (homeKeys = true) => checkPrivacy(homeKeys, await lookAtStore(settingsOf(data)));
  expect(await look()).toEqual({ status: 'ok', message: PROMISE.home });
  expect(await look(false)).toEqual({ status: 'ok', message: PROMISE.devices });
  const root = createSealer(makeRootKey(keysOf(data)));
  const personal = personalKeyFiles(keysOf(data), root.keyId);
  const store = openSqliteStore(join(data, 'millrace.sqlite'), { sealer: root, personal });
  await fillStore(store.of(FIRST_ACCOUNT));
  expect(await look()).toEqual({ status: 'ok', message: PROMISE.home });
  const vault = store.vaultOf(FIRST_ACCOUNT);
  const pair = accountKeys(randomBytes(32));
  const facts = { name: '', wrapped: undefined, createdAt: 1, session: '' };
  await vault.putCredential({ ...facts, kind: 'recovery', publicKey: pair.publicKey }, { seal: true });
  expect(await vault.dropHome()).toBe('dropped');
  await store.close();
  expect(await look()).toEqual({
    status: 'ok',
    message: `With “Only my devices” (1 account): ${PROMISE.devices}`,
  });
  change(data, "UPDATE run_keys SET capsule = 'AAAA' WHERE run_id = 'run-1'");
  expect(await look()).toMatchObject({
    status: 'failed',
    message: '1 run that has ended still has its key beside it in the database.',
  });
  change(data, "UPDATE run_keys SET capsule = '' WHERE run_id = 'run-1'");
  change(data, "INSERT INTO meta (name, value) VALUES ('reseal', '')");
  expect(await look()).toMatchObject({ status: 'warning' });
});

test('O40 the key folder is fine, or told with the fix: others can read it, it is in the data, or the key is gone', async () => {
  const data = await makeData();
  const keys = keysOf(data);
  const [file = ''] = readdirSync(keys);
  const path = join(keys, file);
  expect(await checkKeysOf(data)).toEqual({ status: 'ok', message: `${path} is private.` });
  expect(await checkKeysOf(makeFolder())).toMatchObject({
    status: 'ok',
    message: 'The first start makes a key.',
  });
  const own = { MILLRACE_KEY: randomBytes(32).toString('base64') };
  expect(await checkKeysOf(data, own)).toMatchObject({ status: 'ok', message: 'MILLRACE_KEY is the key.' });
  chmodSync(keys, 0o755);
  expect(await checkKeysOf(data)).toMatchObject({ status: 'failed', fix: `Run: chmod 700 ${keys}` });
  chmodSync(keys, 0o700);
  chmodSync(path, 0o644);
  expect(await checkKeysOf(data)).toMatchObject({ status: 'failed', fix: `Run: chmod 600 ${path}` });
  expect(await checkKeysOf(data, { MILLRACE_KEYS: join(data, 'keys') })).toMatchObject({
    status: 'failed',
    fix: 'Set MILLRACE_KEYS to another folder.',
  });
  renameSync(path, join(data, 'data.key'));
  expect(await checkKeysOf(data)).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('whoever has that folder can read everything'),
  });
  rmSync(join(data, 'data.key'));
  expect(await checkKeysOf(data)).toMatchObject({ status: 'failed', message: expect.stringContaining(path) });
});

test('O17 a file that is no database is told with the fix', async () => {
  const data = await makeData();
  withoutLog(data);
  writeFileSync(join(data, 'millrace.sqlite'), Buffer.alloc(8192, 7));
  await expect(check(data)).rejects.toThrow(/is damaged or not a Millrace database\. .*restore a backup/);
});

test('O18 a Postgres is looked at, and nothing is made there', async () => {
  const schema = newSchema();
  const place = await postgresPlace(schema);
  const data = makeFolder();
  const sealer = createSealer(makeRootKey(keysOf(data)));
  expect(await check(data, { MILLRACE_STORE: place })).toMatchObject({
    status: 'ok',
    message: expect.stringContaining('Postgres: there is no database yet'),
  });
  const client = new Client(await postgresUrl());
  await client.connect();
  onTestFinished(() => client.end());
  const made = await client.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]);
  expect(made.rows).toEqual([]);
  await (await openPostgresStore(place, { sealer })).close();
  expect(await check(data, { MILLRACE_STORE: place })).toMatchObject({
    status: 'ok',
    message: expect.stringContaining('sealed with this key'),
  });
  await client.query(`UPDATE ${schema}.millrace_schema SET version = 99`);
  expect(await check(data, { MILLRACE_STORE: place })).toMatchObject({
    status: 'failed',
    fix: 'Update Millrace, or set MILLRACE_STORE to another database.',
  });
});

test('O18 a Postgres that refuses is told with the fix, and without the password', async () => {
  const nobody = 'postgres://me:s3cret@127.0.0.1:9/x';
  const refused = await check(makeFolder(), { MILLRACE_STORE: nobody }).catch((error: Error) => error);
  expect(String(refused)).toMatch(/Postgres at 127\.0\.0\.1:9 does not respond\. Start it, or correct/);
  const url = new URL(await postgresUrl());
  url.pathname = '/nothing_here';
  await expect(check(makeFolder(), { MILLRACE_STORE: url.href })).rejects.toThrow(/createdb nothing_here/);
});
