import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivate } from '@millrace/server';

/** The newest backup that was made of a data folder. */
export interface LastBackup {
  readonly at: number;
  readonly folder: string;
  /** True when it has the keys. */
  readonly keys: boolean;
}

export const LAST_BACKUP = 'last-backup.json';

export function writeLastBackup(data: string, last: LastBackup): void {
  writePrivate(join(data, LAST_BACKUP), `${JSON.stringify(last)}\n`);
}

/** Undefined where none is known. */
export function readLastBackup(data: string): LastBackup | undefined {
  try {
    const { at, folder, keys } = JSON.parse(readFileSync(join(data, LAST_BACKUP), 'utf8')) as Record<
      string,
      unknown
    >;
    return typeof at === 'number' && typeof folder === 'string'
      ? { at, folder, keys: keys === true }
      : undefined;
  } catch {
    return undefined;
  }
}
