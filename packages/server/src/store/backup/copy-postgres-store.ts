import type { Ask } from '../postgres/session.ts';
import { SCHEMA, SCHEMA_VERSION } from '../schema/schema.ts';
import { makePrivate } from '../seal/private-file.ts';
import { type Database, openDatabase } from '../sqlite/open-database.ts';
import type { Row } from '../tx.ts';
import { settle } from './copy-sqlite-store.ts';
import { rowsAtOnce, TABLES } from './tables.ts';

/**
 * Copies the store in a Postgres database as it is at one moment into an SQLite file, also while servers write it. The rows stay sealed.
 * The copy is whole and on disk when the call resolves. Rejects with one sentence that says the fix.
 */
export async function copyPostgresStore(url: string, copy: string): Promise<void> {
  // The driver is loaded where it is needed.
  const [{ readAddress }, session] = await Promise.all([
    import('../postgres/address.ts'),
    import('../postgres/session.ts'),
  ]);
  const { drive, inSession, version, wordsOf } = session;
  const address = readAddress(url);
  await inSession(address, async (ask) => {
    await ask('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const found = await drive(ask, version.read());
    const { place } = wordsOf(address);
    if (found === 0) throw new Error(`${place} has no chats. Start Millrace once, which makes its tables.`);
    if (found !== SCHEMA_VERSION)
      throw new Error(
        `${place} has schema ${found}, and this Millrace copies ${SCHEMA_VERSION}. Copy it by pg_dump, or with the Millrace that wrote it.`,
      );
    makePrivate(copy);
    const database = openDatabase(copy);
    try {
      await copyTables(ask, database);
    } finally {
      database.close();
    }
  });
  settle(copy);
}

async function copyTables(ask: Ask, database: Database): Promise<void> {
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN');
  for (const statement of SCHEMA) database.exec(statement);
  for (const table of TABLES) {
    await ask(`DECLARE copied NO SCROLL CURSOR FOR SELECT * FROM ${table}`);
    for (let rows = await next(ask, table); rows.length > 0; rows = await next(ask, table))
      insertAll(database, table, rows);
    await ask('CLOSE copied');
  }
  database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}; COMMIT`);
}

const next = (ask: Ask, table: string): Promise<Row[]> => ask(`FETCH ${rowsAtOnce(table)} FROM copied`);

function insertAll(database: Database, table: string, rows: readonly Row[]): void {
  const names = Object.keys(rows[0] ?? {});
  const insert = database.prepare(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  );
  for (const row of rows) insert.all(...names.map((name) => row[name] ?? null));
}
