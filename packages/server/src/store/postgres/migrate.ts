import { Client, escapeIdentifier } from 'pg';
import { MIGRATIONS } from '../sqlite/schema.ts';
import type { Address } from './address.ts';
import { explain } from './failure.ts';

/** Any number that other programs on the same database are not likely to lock. */
const LOCK = 0x6d_69_6c_6c;

/**
 * Brings the schema of an address to this version's; of several servers that start at once, one does it and the others wait.
 * Refuses one that a newer version has written. Rejects with one sentence that says the fix.
 */
export async function migrate(address: Address): Promise<void> {
  const found = await upgradeAlone(address).catch((error: unknown) => {
    throw new Error(explain(error, address), { cause: error });
  });
  if (found <= MIGRATIONS.length) return;
  const { database, host } = address;
  throw new Error(
    `The database ${database} at ${host} was written by a newer Millrace (schema ${found}, this one knows ${MIGRATIONS.length}). Update Millrace, or set MILLRACE_STORE to another database.`,
  );
}

async function upgradeAlone(address: Address): Promise<number> {
  const client = new Client(address.config);
  // Told by the query that it breaks.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('BEGIN; SET LOCAL synchronous_commit = on');
    await client.query(`SELECT pg_advisory_xact_lock(${LOCK}, hashtext(current_setting('search_path')))`);
    const found = await upgrade(client, address);
    await client.query('COMMIT');
    return found;
  } finally {
    // What was not committed goes with the session.
    await client.end();
  }
}

/** The version that was there. */
async function upgrade(client: Client, { schema }: Address): Promise<number> {
  // A user without the right to make schemas may have been given one.
  const current = await client.query<{ name: string | null }>('SELECT current_schema() AS name');
  if (schema !== undefined && current.rows[0]?.name !== schema) {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${escapeIdentifier(schema)}`);
  }
  const table = await client.query<{ name: string | null }>("SELECT to_regclass('millrace_schema') AS name");
  if (table.rows[0]?.name === null)
    await client.query('CREATE TABLE millrace_schema (version bigint NOT NULL)');
  const { rows } = await client.query<{ version: string }>('SELECT version FROM millrace_schema');
  const version = Number(rows[0]?.version ?? 0);
  if (version >= MIGRATIONS.length) return version;
  for (const sql of MIGRATIONS.slice(version)) await client.query(sql);
  await client.query('DELETE FROM millrace_schema');
  await client.query('INSERT INTO millrace_schema (version) VALUES ($1)', [MIGRATIONS.length]);
  return version;
}
