import { Client, escapeIdentifier } from 'pg';
import type { PersonalKeys } from '../keyring/personal-keys.ts';
import { inspect, type StoreFacts } from '../schema/inspect.ts';
import { migrate, type SchemaVersion } from '../schema/migrate.ts';
import type { Sealer } from '../seal/sealer.ts';
import { type Query, queryOf, type Row, type Tx } from '../tx.ts';
import type { Address } from './address.ts';
import { explain } from './failure.ts';
import { numberPlaceholders } from './placeholders.ts';
import { getTypeParser } from './value-types.ts';

/** Any number that other programs on the same database are not likely to lock. */
const LOCK = 0x6d_69_6c_6c;

/**
 * Brings the schema of an address to this version's; of several servers that start at once, one does it and the others wait.
 * Refuses one that a newer version has written or that has another key. Rejects with one sentence that says the fix.
 */
export async function upgrade(address: Address, sealer: Sealer, personal: PersonalKeys): Promise<void> {
  await inSession(address, async (ask) => {
    await ask('BEGIN');
    await ask('SET LOCAL synchronous_commit = on');
    await ask(`SELECT pg_advisory_xact_lock(${LOCK}, hashtext(current_setting('search_path')))`);
    await makeSchema(ask, address);
    await drive(ask, migrate({ ...wordsOf(address), version, sealer, personal }));
    await ask('COMMIT');
  });
}

/** Looks at the schema of an address in a transaction that can write nothing. Rejects with one sentence that says the fix. */
export async function look(address: Address): Promise<StoreFacts> {
  return inSession(address, async (ask) => {
    await ask('BEGIN READ ONLY');
    return drive(ask, inspect({ ...wordsOf(address), version }));
  });
}

function wordsOf({ database, host }: Address): { readonly place: string; readonly elsewhere: string } {
  return { place: `The database ${database} at ${host}`, elsewhere: 'MILLRACE_STORE to another database' };
}

/** Runs work on a session of its own. */
async function inSession<T>(address: Address, work: (ask: Ask) => Promise<T>): Promise<T> {
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

type Ask = (...query: Query) => Promise<Row[]>;

/** A user without the right to make schemas may have been given one. */
async function makeSchema(ask: Ask, { schema }: Address): Promise<void> {
  const [current] = await ask('SELECT current_schema() AS name');
  if (schema !== undefined && current?.['name'] !== schema) {
    await ask(`CREATE SCHEMA IF NOT EXISTS ${escapeIdentifier(schema)}`);
  }
}

const version: SchemaVersion = {
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

async function drive<T>(ask: Ask, body: Tx<T>): Promise<T> {
  let turn = body.next([]);
  while (!turn.done) turn = body.next(await ask(...queryOf(turn.value)));
  return turn.value;
}
