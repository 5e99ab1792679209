import { TRACES } from '../schema/seal-readable-rows.ts';
import { dropMeta, getMeta } from '../verbs/meta-verbs.ts';
import type { Connection } from './connection.ts';

/**
 * Writes the file anew when rows were sealed in place: a changed row leaves its old text in free pages and in the WAL.
 * If a crash or another reader prevents it, it is done at the next start.
 */
export function removeTraces({ ask, read, write }: Connection): void {
  if (read(getMeta(TRACES)) === undefined) return;
  ask('VACUUM');
  const [checkpoint] = ask('PRAGMA wal_checkpoint(TRUNCATE)');
  if (checkpoint?.['busy'] === 0) write(dropMeta(TRACES));
}
