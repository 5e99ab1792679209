import type { Sealer } from '../seal/sealer.ts';
import type { Tx } from '../tx.ts';
import { getMeta } from '../verbs/meta-verbs.ts';
import { MIGRATIONS, SEALED_SINCE } from './schema.ts';

/** The version of a database's schema; 0 when it is empty. */
export interface SchemaVersion {
  read(): Tx<number>;
  write(version: number): Tx<void>;
}

export interface MigrateOptions {
  /** Names the database in what people read. */
  readonly place: string;
  /** The variable that selects another database. */
  readonly elsewhere: string;
  readonly version: SchemaVersion;
  readonly sealer: Sealer;
  /** Takes a database that nobody has sealed, and seals it. Whoever could write it could have written anything. */
  readonly acceptReadable?: boolean | undefined;
}

/**
 * Brings a database to this version's schema, in one transaction that nobody else is in.
 * Refuses one that a newer version has written or that is sealed with another key, and leaves it as it is.
 */
export function* migrate(options: MigrateOptions): Tx<void> {
  const { place, elsewhere, version, sealer, acceptReadable = false } = options;
  const found = yield* version.read();
  if (found > MIGRATIONS.length) {
    throw new Error(
      `${place} was written by a newer Millrace (schema ${found}, this one knows ${MIGRATIONS.length}). Update Millrace, or set ${elsewhere}.`,
    );
  }
  if (found > 0 && found < SEALED_SINCE && !acceptReadable) {
    throw new Error(
      `${place} is not encrypted: an old Millrace wrote it, or somebody without the key. If you trust its contents, start once with MILLRACE_ACCEPT_READABLE=yes; otherwise set ${elsewhere}.`,
    );
  }
  for (const step of MIGRATIONS.slice(found)) {
    if (typeof step === 'string') yield* statements(step);
    else yield* step(sealer);
  }
  if (found < MIGRATIONS.length) yield* version.write(MIGRATIONS.length);
  const keyId = yield* getMeta('key_id');
  if (keyId !== sealer.keyId) {
    throw new Error(
      `${place} is encrypted with the key ${keyId}, but this is the key ${sealer.keyId}. Restore the file data.key that belongs to it, or set MILLRACE_KEY to its key.`,
    );
  }
}

function* statements(sql: string): Tx<void> {
  for (const statement of sql.split(';')) if (statement.trim() !== '') yield [statement];
}
