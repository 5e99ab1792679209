import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openSqliteStore } from '../../../../../fixtures/whole-store.ts';
import { SEALER } from '../contract/place-contract.ts';
import { upgradeContract } from '../contract/upgrade-contract.ts';
import { SCHEMA_VERSION } from '../schema/schema.ts';
import type { SqlValue } from '../tx.ts';
import { openDatabase } from './open-database.ts';
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
  const file = new URL('../../../../../fixtures/databases/version-15.json', import.meta.url);
  // The file is what that version wrote.
  const old = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly schema: readonly string[];
    readonly tables: Readonly<Record<string, readonly Readonly<Record<string, string | number | null>>[]>>;
  };
  const database = openDatabase(path);
  for (const statement of old.schema) database.exec(statement);
  for (const [table, rows] of Object.entries(old.tables))
    for (const row of rows)
      database
        .prepare(
          `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
            .map(() => '?')
            .join(', ')})`,
        )
        .all(...Object.values(row));
  database.exec('PRAGMA user_version = 15');
  database.close();
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
