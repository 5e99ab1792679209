import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { isLong } from '../../../../../fixtures/long.ts';
import { readOldDatabase, writeOldDatabase } from '../../../../../fixtures/old-database.ts';
import { openSqliteStore } from '../../../../../fixtures/whole-store.ts';
import { SEALER } from '../contract/place-contract.ts';
import { upgradeContract } from '../contract/upgrade-contract.ts';
import { derivedKeys } from '../keyring/personal-keys.ts';
import { migrate } from '../schema/migrate.ts';
import { SCHEMA_VERSION } from '../schema/schema.ts';
import type { Row, SqlValue, Tx } from '../tx.ts';
import { createConnection } from './connection.ts';
import { inspectSqliteStore } from './inspect-sqlite-store.ts';
import { openDatabase } from './open-database.ts';
import { ELSEWHERE, userVersion } from './open-sqlite-store.ts';
import { upgradeCopies } from './upgrade-copy.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

upgradeContract(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-upgrade-'));
  folders.push(folder);
  const path = join(folder, 'millrace.sqlite');
  const ask = (sql: string, ...params: SqlValue[]) => {
    const database = openDatabase(path);
    try {
      return database.prepare(sql).all(...params);
    } finally {
      database.close();
    }
  };
  return {
    ask: async (...query) => ask(...query),
    version: async () => Number(ask('PRAGMA user_version')[0]?.['user_version']),
    setVersion: async (version) => void ask(`PRAGMA user_version = ${version}`),
    shape: async () =>
      ask(
        `SELECT m.name AS owner, m.type AS kind, c.name, c.type, c."notnull", c.dflt_value, c.pk
         FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'
         UNION ALL SELECT tbl_name, type, name, sql, NULL, NULL, NULL FROM sqlite_master WHERE type = 'index'
         ORDER BY 1, 2, 3`,
      ),
    open: async (sealer) => openSqliteStore(path, { sealer }),
  };
});

test('S80 when all rows are sealed again, no piece of an old one is left in the file or its log', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-upgrade-'));
  folders.push(folder);
  const path = join(folder, 'millrace.sqlite');
  writeOldDatabase(path, 15);
  const old = readOldDatabase(15);
  const pieces = ['chat_events', 'run_events', 'memories'].flatMap((table) =>
    (old.tables[table] ?? []).map(({ payload }) => String(payload).slice(10, 50)),
  );
  const traces = (): number => {
    const bytes = Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
    return pieces.filter((piece) => bytes.includes(piece)).length;
  };
  const store = openSqliteStore(path, { sealer: SEALER });
  expect(pieces.length).toBeGreaterThan(10);
  expect(traces()).toBe(pieces.length);
  // The copy of before is its owner's to delete.
  const copies = upgradeCopies(path);
  expect(copies).toEqual([`${path}-before${SCHEMA_VERSION}`]);
  expect(statSync(copies[0] ?? '').mode & 0o777).toBe(0o600);
  while ((await store.sealAgain()) > 0);
  expect(upgradeCopies(path)).toEqual(copies);
  for (const copy of copies) rmSync(copy);
  expect(traces()).toBe(0);
  await store.close();
});

/** Every message of a database of version 10, by its chat. */
async function messagesIn(path: string): Promise<unknown> {
  const store = openSqliteStore(path, { sealer: SEALER });
  try {
    const chats = ['chat-1', 'chat-2', 'chat-3', 'chat-4', 'chat-5', 'chat-6'];
    return await Promise.all(chats.map((id) => store.readMessages(id, 0)));
  } finally {
    await store.close();
  }
}

test('L381 a process that is killed at any statement of an upgrade leaves the old database or the new one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-upgrade-'));
  folders.push(folder);
  const path = join(folder, 'millrace.sqlite');
  writeOldDatabase(path, 10);
  const killed: string[] = [];
  /** The files as a kill leaves them now. */
  function keep(): void {
    const left = join(folder, `killed-${killed.length}`);
    mkdirSync(left);
    for (const name of readdirSync(folder))
      if (name.startsWith('millrace.sqlite')) copyFileSync(join(folder, name), join(left, name));
    killed.push(join(left, 'millrace.sqlite'));
  }
  let statements = 0;
  function* watched<T>(body: Tx<T>): Tx<T> {
    for (let rows: Row[] = []; ; statements += 1) {
      const turn = body.next(rows);
      if (statements % (isLong ? 1 : 23) === 0) keep();
      if (turn.done) return turn.value;
      rows = yield turn.value;
    }
  }
  const connection = createConnection(path, 'FULL');
  const place = { place: path, elsewhere: ELSEWHERE, version: userVersion };
  connection.write(watched(migrate({ ...place, sealer: SEALER, personal: derivedKeys(SEALER) })));
  keep();
  connection.close();
  expect(statements).toBeGreaterThan(100);
  const messages = await messagesIn(path);
  expect(JSON.stringify(messages).length).toBeGreaterThan(1000);
  const versions = new Set<number>();
  for (const left of killed) {
    versions.add(inspectSqliteStore(left).version);
    expect(await messagesIn(left)).toEqual(messages);
  }
  expect([...versions]).toEqual([10, SCHEMA_VERSION]);
});
