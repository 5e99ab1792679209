import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '../store-error.ts';
import { toStoreError } from './failure.ts';
import { type Database, openDatabase } from './open-database.ts';

/**
 * Makes this process the only server on a data folder; returns the release.
 * The lock is the operating system's, so it is gone with the process, however that ends.
 */
export function holdFolder(folder: string): () => void {
  const file = join(folder, 'lock.sqlite');
  let lock: Database | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    lock = openDatabase(file);
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    const trouble = toStoreError(error, file);
    if (!(trouble instanceof StoreError) || trouble.code !== 'store_locked') throw trouble;
    throw new Error(
      `Another Millrace is already using ${folder}. Stop it, or set MILLRACE_DATA to another folder. "npx millrace link" prints a link to the running one.`,
    );
  }
  const held = lock;
  return () => held.close();
}
