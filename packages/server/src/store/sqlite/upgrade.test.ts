import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { openSqliteStore } from '../../../../../fixtures/whole-store.ts';
import { upgradeContract } from '../contract/upgrade-contract.ts';
import { openDatabase } from './open-database.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

upgradeContract(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-upgrade-'));
  folders.push(folder);
  const path = join(folder, 'millrace.sqlite');
  const ask = (sql: string, ...params: (string | number | null)[]) => {
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
