import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A file of a backup. */
export interface BackedUpFile {
  /** Its path in the data folder, with `/`. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** The rights of its owner. */
  readonly mode: number;
  /** The place that a link leads to; such a file has no bytes here. */
  readonly link?: string;
}

/** The facts about a backup, in `backup.json` beside its files. */
export interface Manifest {
  readonly format: 'millrace-backup';
  readonly version: 1;
  /** The time of the copy of the database. */
  readonly at: number;
  readonly millrace: string;
  readonly schema: number;
  /** The key that its texts are sealed with. */
  readonly key_id: string;
  readonly database: BackedUpFile;
  readonly files: readonly BackedUpFile[];
  /** True when `keys.json` has the keys, under a passphrase. */
  readonly keys: boolean;
}

export const MANIFEST = 'backup.json';
export const DATABASE = 'millrace.sqlite';
/** The folder of the other files. */
export const FILES = 'files';
export const KEYS = 'keys.json';

/** The facts about the backup in a folder. Throws with the fix when it is none, or one of a newer Millrace. */
export function readManifest(folder: string): Manifest {
  let found: Partial<Manifest>;
  try {
    found = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as Partial<Manifest>;
  } catch {
    throw new Error(
      `${folder} is no backup: it has no ${MANIFEST} that can be read. Name the folder that "millrace backup" made.`,
    );
  }
  if (found.format !== 'millrace-backup' || found.database === undefined || !Array.isArray(found.files))
    throw new Error(`${folder} is no backup of Millrace. Name the folder that "millrace backup" made.`);
  if (found.version !== 1)
    throw new Error(
      `${folder} was made by a newer Millrace (${found.millrace}). Update Millrace, then restore it.`,
    );
  // Only backups have this format.
  return found as Manifest;
}
