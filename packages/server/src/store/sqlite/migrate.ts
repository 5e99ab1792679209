import type { Database } from './open-database.ts';
import { MIGRATIONS } from './schema.ts';

/** Brings the database to this version's schema. Refuses one that a newer version has written. */
export function migrate(database: Database, path: string): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    const version = Number(database.prepare('PRAGMA user_version').all()[0]?.['user_version']);
    if (version > MIGRATIONS.length) {
      throw new Error(
        `${path} was written by a newer Millrace (schema ${version}, this one knows ${MIGRATIONS.length}). Update Millrace, or set MILLRACE_DATA to another folder.`,
      );
    }
    for (const sql of MIGRATIONS.slice(version)) database.exec(sql);
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
    database.exec('COMMIT');
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}
