import { Client, escapeIdentifier } from 'pg';
import { getTypeParser } from '../../packages/server/src/store/postgres/value-types.ts';
import { type Cell, cellsOf, type LootFile, type Value } from './loot.ts';

/** Runs statements in the schema of an address. */
export async function askPostgres(
  place: string,
  ask: (client: Client, schema: string) => Promise<void>,
): Promise<void> {
  const { url, schema } = partsOf(place);
  const client = new Client({ connectionString: url, types: { getTypeParser } });
  await client.connect();
  try {
    await client.query(`SET search_path TO ${escapeIdentifier(schema)}`);
    await ask(client, schema);
  } finally {
    await client.end();
  }
}

function partsOf(place: string): { readonly url: string; readonly schema: string } {
  const url = new URL(place);
  const schema = url.searchParams.get('schema') ?? 'public';
  url.search = '';
  return { url: url.href, schema };
}

/** The place in the log of Postgres at which a scenario begins: earlier segments are of others. */
export async function walPlace(place: string): Promise<string> {
  let at = '';
  await askPostgres(place, async (client) => {
    at = (await client.query('SELECT pg_walfile_name(pg_current_wal_lsn()) AS name')).rows[0].name;
  });
  return at;
}

/** A dump of every table of the schema, the files of these tables and indexes, and the log of Postgres since a place in it. */
export async function takePostgres(
  place: string,
  since: string,
): Promise<{ readonly cells: Cell[]; readonly files: LootFile[] }> {
  const [cells, files]: [Cell[], LootFile[]] = [[], []];
  await askPostgres(place, async (client, schema) => {
    await client.query('CHECKPOINT');
    const relations = await client.query(
      `SELECT c.relname AS name, c.relkind AS kind, pg_relation_filepath(c.oid) AS path, t.relname AS toasted,
         pg_relation_filepath(t.oid) AS toast FROM pg_class c LEFT JOIN pg_class t ON t.oid = c.reltoastrelid
       WHERE c.relnamespace = CAST($1 AS regnamespace) AND c.relkind IN ('r', 'i')`,
      [escapeIdentifier(schema)],
    );
    const read = async (name: string, path: string): Promise<void> => {
      const { rows } = await client.query('SELECT pg_read_binary_file($1) AS bytes', [path]);
      files.push({ name, bytes: rows[0].bytes });
    };
    for (const { name, kind, path, toasted, toast } of relations.rows) {
      await read(`heap/${name}`, path);
      if (toast !== null) await read(`heap/${name}/${toasted}`, toast);
      if (kind !== 'r') continue;
      const { rows } = await client.query(`SELECT * FROM ${escapeIdentifier(name)}`);
      cells.push(...cellsOf(name, rows as Record<string, Value>[]));
    }
    const log = await client.query('SELECT name FROM pg_ls_waldir() WHERE name >= $1 ORDER BY name', [since]);
    for (const { name } of log.rows)
      if (/^[0-9A-F]{24}$/.test(name)) await read(`wal/${name}`, `pg_wal/${name}`);
  });
  return { cells, files };
}
