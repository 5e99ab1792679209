import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { upgradeCopies } from '@millrace/server';

/** A copy of the database that an upgrade has made. */
export interface UpgradeCopy {
  readonly file: string;
  readonly bytes: number;
}

/** The copies in a data folder. */
export function findCopies(data: string): UpgradeCopy[] {
  if (!existsSync(data)) return [];
  return upgradeCopies(join(data, 'millrace.sqlite')).map((file) => ({ file, bytes: statSync(file).size }));
}

/** Deletes the copies, and returns those that were there. */
export function removeCopies(data: string): UpgradeCopy[] {
  const copies = findCopies(data);
  for (const { file } of copies) rmSync(file, { force: true });
  return copies;
}

/** A copy in a line for people. */
export function copyLine({ file, bytes }: UpgradeCopy): string {
  return `${file} (${(bytes / 1_000_000).toFixed(1)} MB)`;
}
