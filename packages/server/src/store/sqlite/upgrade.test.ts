import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ANSWER, lease, SEALER } from '../contract/place-contract.ts';
import { upgradeContract } from '../contract/upgrade-contract.ts';
import { MIGRATIONS } from '../schema/schema.ts';
import { TRACES } from '../schema/seal-readable-rows.ts';
import { createSealer } from '../seal/sealer.ts';
import { openDatabase } from './open-database.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-upgrade-'));
  path = join(folder, 'millrace.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const EVENTS = 1_200;
const holds = (word: string): boolean =>
  readdirSync(folder).some((file) => readFileSync(join(folder, file)).includes(word));

/** A database as the first version wrote it, with what it had deleted still in its pages. */
function writeFirstVersion(): void {
  const database = openDatabase(path);
  database.exec('PRAGMA journal_mode = WAL');
  const [first] = MIGRATIONS;
  if (typeof first !== 'string') throw new Error('The first migration is SQL.');
  database.exec(first);
  database.exec('PRAGMA user_version = 1');
  database.exec('BEGIN');
  const insert = (table: string, ...rows: (string | number)[][]): void => {
    for (const row of rows) {
      database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`).all(...row);
    }
  };
  const said = JSON.stringify({ role: 'user', text: 'heron question', status: 'completed' });
  insert('chats', ['chat', 'heron title', 2, 1, 1], ['empty', '', 1, 1, 1]);
  insert('chat_events', ['chat', 1, 'put', 'm', said, 1]);
  insert('runs', ['run', 'chat', 'demo/demo', 'ready', 3, EVENTS + 1, 1]);
  const event = (i: number): string => JSON.stringify({ type: 'status', message: `heron ${i}` });
  insert('run_events', ...Array.from({ length: EVENTS }, (_, i) => ['run', i + 1, 3, 'status', event(i), 1]));
  insert('commands', ['c', '{"message_id":"m","run_id":"run"}', 1]);
  database.exec('COMMIT');
  insert('chat_events', ['gone', 1, 'put', 'm', said.replace('question', 'deleted'.repeat(2_000)), 1]);
  database.exec("DELETE FROM chat_events WHERE chat_id = 'gone'");
  database.close();
}

test('L26 a readable database is sealed when it is opened, and its files keep no trace', async () => {
  writeFirstVersion();
  expect(holds('heron')).toBe(true);
  const store = openSqliteStore(path, { sealer: SEALER, acceptReadable: true });
  expect(holds('heron')).toBe(false);
  expect(await store.listChats()).toEqual([
    { id: 'chat', title: 'heron title', updated_at: 1, seq: 1, epoch: 0, run_id: 'run', waiting: false },
  ]);
  expect(await store.readMessages('chat', 0)).toMatchObject([{ text: 'heron question', id: 'm' }]);
  const events = await store.readEvents('run', 0, 9_999);
  expect(events.map((event) => event.type === 'status' && event.message)).toEqual(
    Array.from({ length: EVENTS }, (_, i) => `heron ${i}`),
  );
  // What was under way goes on.
  const run = await store.claimRun('run', lease());
  expect(run).toMatchObject({ fence: 4, lastSeq: EVENTS, cancelAt: null });
  await store.endRun({ runId: 'run', fence: 4 }, EVENTS, { type: 'complete' }, ANSWER, 5);
  await store.close();
  await openSqliteStore(path, { sealer: SEALER, acceptReadable: true }).close();
});

test('L26 an upgrade that fails leaves the database as it was', () => {
  writeFirstVersion();
  const broken = {
    ...SEALER,
    seal(plain: string, about: string) {
      if (about.endsWith(`:${EVENTS}:3`)) throw new Error('No more.');
      return SEALER.seal(plain, about);
    },
  };
  expect(() => openSqliteStore(path, { sealer: broken, acceptReadable: true })).toThrow('No more.');
  const left = openDatabase(path);
  expect(left.prepare('PRAGMA user_version').all()).toEqual([{ user_version: 1 }]);
  expect(left.prepare('SELECT count(*) AS n FROM run_events').all()).toEqual([{ n: EVENTS }]);
  left.close();
});

test('L26 traces that a crash kept from being removed go at the next start', async () => {
  await openSqliteStore(path, { sealer: SEALER, acceptReadable: true }).close();
  const cut = openDatabase(path);
  cut.exec(`CREATE TABLE old AS SELECT 'heron' AS readable; DROP TABLE old;
    INSERT INTO meta (name, value) VALUES ('${TRACES}', 'yes')`);
  cut.close();
  expect(holds('heron')).toBe(true);
  await openSqliteStore(path, { sealer: SEALER, acceptReadable: true }).close();
  expect(holds('heron')).toBe(false);
});

test('L26 a database that was upgraded opens only with the key that sealed it', () => {
  writeFirstVersion();
  void openSqliteStore(path, { sealer: SEALER, acceptReadable: true }).close();
  const other = createSealer(new Uint8Array(32).fill(9));
  expect(() => openSqliteStore(path, { sealer: other, acceptReadable: true })).toThrow(
    new RegExp(`encrypted with the key ${SEALER.keyId}.*${other.keyId}.*data\\.key`),
  );
});

upgradeContract(async () => ({
  async ask(sql, ...params) {
    const database = openDatabase(path);
    try {
      return database.prepare(sql).all(...params);
    } finally {
      database.close();
    }
  },
  async setVersion(version) {
    const database = openDatabase(path);
    database.exec(`PRAGMA user_version = ${version}`);
    database.close();
  },
  open: async () => openSqliteStore(path, { sealer: SEALER }),
}));

test('L99 a database that nobody has sealed is refused, unless the owner says that it can be trusted', () => {
  writeFirstVersion();
  expect(() => openSqliteStore(path, { sealer: SEALER })).toThrow(
    /is not encrypted: .*MILLRACE_ACCEPT_READABLE=yes; otherwise set MILLRACE_DATA/,
  );
  const left = openDatabase(path);
  expect(left.prepare('PRAGMA user_version').all()).toEqual([{ user_version: 1 }]);
  left.close();
});
