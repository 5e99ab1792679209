import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from './open-database.ts';

/**
 * Makes this process the only server on a data folder; returns the release.
 * The lock is the operating system's, so it is gone with the process, however that ends.
 */
export function holdFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = openDatabase(join(folder, 'lock.sqlite'));
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new Error(
      `Another Millrace already serves ${folder}. Stop it, or set MILLRACE_DATA to another folder. "npx millrace link" prints a link to the one that runs.`,
    );
  }
  return () => lock.close();
}
