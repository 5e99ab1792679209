import { Client, escapeIdentifier } from 'pg';
import type { SchemaVersion } from '../schema/migrate.ts';
import { type Query, queryOf, type Row, type Tx } from '../tx.ts';
import type { Address } from './address.ts';
import { explain } from './failure.ts';
import { numberPlaceholders } from './placeholders.ts';
import { getTypeParser } from './value-types.ts';

/** Sends one query of a session. */
export type Ask = (...query: Query) => Promise<Row[]>;

/** Runs work on a session of its own. Rejects with one sentence that says the fix. */
export async function inSession<T>(address: Address, work: (ask: Ask) => Promise<T>): Promise<T> {
  const client = new Client({ ...address.config, types: { getTypeParser } });
  // The query that it breaks reports it.
  client.on('error', () => {});
  const explained = (error: unknown): never => {
    throw new Error(explain(error, address), { cause: error });
  };
  const ask: Ask = async (sql, ...values) =>
    (await client.query(numberPlaceholders(sql), values).catch(explained)).rows;
  try {
    await client.connect().catch(explained);
    return await work(ask);
  } finally {
    // Uncommitted changes are lost with the session.
    await client.end().catch(() => {});
  }
}

/** Drives the body of a transaction. */
export async function drive<T>(ask: Ask, body: Tx<T>): Promise<T> {
  let turn = body.next([]);
  while (!turn.done) turn = body.next(await ask(...queryOf(turn.value)));
  return turn.value;
}

/** A user without the right to make schemas may have been given one. */
export async function makeSchema(ask: Ask, { schema }: Address): Promise<void> {
  const [current] = await ask('SELECT current_schema() AS name');
  if (schema !== undefined && current?.['name'] !== schema) {
    await ask(`CREATE SCHEMA IF NOT EXISTS ${escapeIdentifier(schema)}`);
  }
}

/** A database in words for people. */
export function wordsOf({ database, host }: Address): { readonly place: string; readonly elsewhere: string } {
  return { place: `The database ${database} at ${host}`, elsewhere: 'MILLRACE_STORE to another database' };
}

/** A table of its own has the number. */
export const version: SchemaVersion = {
  *read() {
    const [table] = yield ["SELECT to_regclass('millrace_schema') AS name"];
    if (table?.['name'] === null) return 0;
    const [row] = yield ['SELECT version FROM millrace_schema'];
    return Number(row?.['version'] ?? 0);
  },
  *write(next) {
    yield ['CREATE TABLE IF NOT EXISTS millrace_schema (version bigint NOT NULL)'];
    yield ['DELETE FROM millrace_schema'];
    yield ['INSERT INTO millrace_schema (version) VALUES (?)', next];
  },
};

/** Any number that other programs on the same database are not likely to lock. Who holds it alone may change the schema. */
const SCHEMA_LOCK = 0x6d_69_6c_6c;

/** The words of a query that name the lock of this schema, for the functions of Postgres that take it. */
export const LOCK_WORDS = `${SCHEMA_LOCK}, hashtext(current_setting('search_path'))`;
