import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { SEALER } from '../place-contract.ts';
import { storeContract } from '../store-contract.ts';
import { holdFolder } from './hold-folder.ts';
import { openDatabase } from './open-database.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

const folders: string[] = [];
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'millrace-store-'));
  folders.push(path);
  return path;
}
afterEach(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
});

/** The bytes of all files of a database. */
function dump(path: string): Buffer {
  return Buffer.concat(readdirSync(path).map((file) => readFileSync(join(path, file))));
}

storeContract('sqlite', () => {
  let intruder: ReturnType<typeof openDatabase> | undefined;
  const path = mkdtempSync(join(tmpdir(), 'millrace-store-'));
  return {
    open: async (sealer) => openSqliteStore(join(path, 'millrace.sqlite'), { sealer }),
    dump: async () => dump(path),
    async ask(sql, ...params) {
      if (intruder === undefined) {
        intruder = openDatabase(join(path, 'millrace.sqlite'));
        intruder.exec('PRAGMA synchronous = OFF');
      }
      return intruder.prepare(sql).all(...params);
    },
    remove() {
      intruder?.close();
      rmSync(path, { recursive: true, force: true });
    },
  };
});

test('L8 a database of a newer version is refused and left as it is', async () => {
  const path = join(folder(), 'millrace.sqlite');
  await openSqliteStore(path, { sealer: SEALER }).close();
  const database = openDatabase(path);
  database.exec('PRAGMA user_version = 999');
  database.close();
  expect(() => openSqliteStore(path, { sealer: SEALER })).toThrow(/newer Millrace \(schema 999/);
});

test('L9 one data folder has one server, also seen from another process', () => {
  const path = folder();
  const release = holdFolder(path);
  const other = `import Database from 'libsql'; new Database(process.argv[1]).exec('BEGIN EXCLUSIVE')`;
  const tryFromOutside = () =>
    spawnSync(process.execPath, ['--input-type=module', '-e', other, join(path, 'lock.sqlite')], {
      encoding: 'utf8',
    });
  expect(tryFromOutside().stderr).toMatch(/locked/);
  expect(() => holdFolder(path)).toThrow(/Another Millrace already serves/);
  release();
  expect(tryFromOutside().status).toBe(0);
  holdFolder(path)();
});
