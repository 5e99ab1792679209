import type { Ask } from '../postgres/session.ts';
import { SCHEMA, SCHEMA_VERSION } from '../schema/schema.ts';
import { type Database, openReadOnly } from '../sqlite/open-database.ts';
import type { Row, SqlValue } from '../tx.ts';
import { rowsAtOnce, TABLES } from './tables.ts';

/**
 * Fills an empty Postgres database with the rows of an SQLite file of this version, all of them or none. Refuses a database that has
 * tables of a Millrace. Rejects with one sentence that says the fix.
 */
export async function fillPostgresStore(url: string, from: string): Promise<void> {
  // The driver is loaded where it is needed.
  const [{ readAddress }, session] = await Promise.all([
    import('../postgres/address.ts'),
    import('../postgres/session.ts'),
  ]);
  const { drive, inSession, LOCK_WORDS, makeSchema, version, wordsOf } = session;
  const address = readAddress(url);
  const database = openReadOnly(from);
  try {
    refuseOther(database, from);
    await inSession(address, async (ask) => {
      await ask('BEGIN');
      await ask(`SELECT pg_advisory_xact_lock(${LOCK_WORDS})`);
      await makeSchema(ask, address);
      if ((await drive(ask, version.read())) > 0)
        throw new Error(
          `${wordsOf(address).place} has the tables of a Millrace already. Set MILLRACE_STORE to an empty database.`,
        );
      for (const statement of SCHEMA) await ask(statement);
      for (const table of TABLES) await fillTable(ask, database, table);
      await drive(ask, version.write(SCHEMA_VERSION));
      await ask('COMMIT');
    });
  } finally {
    database.close();
  }
}

function refuseOther(database: Database, from: string): void {
  const found = Number(database.prepare('PRAGMA user_version').all()[0]?.['user_version']);
  if (found === SCHEMA_VERSION) return;
  throw new Error(
    `${from} has schema ${found}, and this Millrace fills a Postgres from ${SCHEMA_VERSION}. Restore it to SQLite, start Millrace there once, and make a backup of that.`,
  );
}

/** Postgres takes at most so many parameters in a query. */
const MOST_PARAMS = 60_000;

async function fillTable(ask: Ask, database: Database, table: string): Promise<void> {
  const rows = database.prepare(
    `SELECT rowid AS row_number, * FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${rowsAtOnce(table)}`,
  );
  for (let last: SqlValue = 0; ; ) {
    const found = rows.all(last);
    const end = found.at(-1);
    if (end === undefined) return;
    last = end['row_number'] ?? 0;
    const names = Object.keys(end).filter((name) => name !== 'row_number');
    const atOnce = Math.floor(MOST_PARAMS / names.length);
    for (let from = 0; from < found.length; from += atOnce)
      await insertAll(ask, table, names, found.slice(from, from + atOnce));
  }
}

async function insertAll(
  ask: Ask,
  table: string,
  names: readonly string[],
  rows: readonly Row[],
): Promise<void> {
  const places = `(${names.map(() => '?').join(', ')})`;
  await ask(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES ${rows.map(() => places).join(', ')}`,
    ...rows.flatMap((row) => names.map((name) => plain(row[name] ?? null))),
  );
}

/** A value as the driver of Postgres takes it: libsql gives a bare buffer. */
function plain(value: SqlValue): SqlValue {
  const given: unknown = value;
  return given instanceof ArrayBuffer ? Buffer.from(given) : value;
}
