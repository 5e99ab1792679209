import { dropMeta, getMeta } from '../meta-verbs.ts';
import { TRACES } from '../seal-readable-rows.ts';
import type { Connection } from './connection.ts';

/**
 * Writes the file anew when rows were sealed in place: a changed row leaves its old text in free pages and in the WAL.
 * What a crash or another reader prevents is done at the next start.
 */
export function removeTraces({ database, read, write }: Connection): void {
  if (read(getMeta(TRACES)) === undefined) return;
  database.exec('VACUUM');
  const [checkpoint] = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all();
  if (checkpoint?.['busy'] === 0) write(dropMeta(TRACES));
}
