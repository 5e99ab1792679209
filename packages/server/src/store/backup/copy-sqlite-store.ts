import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { makePrivate } from '../seal/private-file.ts';
import { toStoreError } from '../sqlite/failure.ts';
import { type Database, openDatabase } from '../sqlite/open-database.ts';
import { StoreError } from '../store-error.ts';

/**
 * Copies the database in an SQLite file as it is at one moment, also while a server writes it. The copy is whole and on disk when the call
 * returns. Throws a StoreError with the fix.
 */
export function copySqliteStore(path: string, copy: string): void {
  if (!existsSync(path))
    throw new Error(`There is no database at ${path}. Start Millrace once, which makes it.`);
  let database: Database | undefined;
  try {
    makePrivate(copy);
    database = openDatabase(path);
    database.exec('PRAGMA busy_timeout = 5000');
    database.exec(`VACUUM INTO '${copy.replaceAll("'", "''")}'`);
    settle(copy);
  } catch (error) {
    throw toStoreError(error, path);
  } finally {
    database?.close();
  }
}

/** Puts a file on disk. */
export function settle(file: string): void {
  const descriptor = openSync(file, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Throws when the pages of a database do not fit together. */
export function checkSqliteFile(path: string): void {
  let database: Database | undefined;
  try {
    database = openDatabase(path);
    const [row] = database.prepare('PRAGMA integrity_check(1)').all();
    const said = row?.['integrity_check'];
    if (said !== 'ok')
      throw new StoreError('store_corrupt', `${path} is damaged: ${said}. Take another backup.`);
  } catch (error) {
    throw toStoreError(error, path);
  } finally {
    database?.close();
  }
}
