import { readAddress } from '../../packages/server/src/store/postgres/address.ts';
import { createConnection } from '../../packages/server/src/store/postgres/connection.ts';
import type { Row, SqlValue, Tx } from '../../packages/server/src/store/tx.ts';
import { type Cell, cellsOf, type LootFile } from './loot.ts';

export type Ask = (sql: string, ...params: SqlValue[]) => Promise<readonly Row[]>;

/** Runs statements in the schema of an address. */
export async function askPostgres<T>(place: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  const connection = createConnection(readAddress(place), { sessions: 1 });
  try {
    return await work((sql, ...params) =>
      connection.read(function* (): Tx<Row[]> {
        return yield [sql, ...params];
      }),
    );
  } finally {
    await connection.close();
  }
}

/** The place in the log of Postgres at which a scenario begins: earlier segments are of others. */
export const walPlace = (place: string): Promise<string> =>
  askPostgres(place, async (ask) => {
    const [row] = await ask('SELECT pg_walfile_name(pg_current_wal_lsn()) AS name');
    return String(row?.['name']);
  });

/** A dump of every table of the schema, the files of these tables and indexes, and the log of Postgres since a place in it. */
export function takePostgres(
  place: string,
  since: string,
): Promise<{ readonly cells: Cell[]; readonly files: LootFile[] }> {
  return askPostgres(place, async (ask) => {
    const [cells, files]: [Cell[], LootFile[]] = [[], []];
    const read = async (name: string, path: SqlValue | undefined): Promise<void> => {
      const [row] = await ask('SELECT pg_read_binary_file(?) AS bytes', path ?? null);
      // A column of bytes, which no table of the store has.
      files.push({ name, bytes: row?.['bytes'] as unknown as Buffer });
    };
    await ask('CHECKPOINT');
    const relations = await ask(
      `SELECT c.relname AS name, c.relkind AS kind, pg_relation_filepath(c.oid) AS path, pg_relation_filepath(t.oid) AS toast
       FROM pg_class c LEFT JOIN pg_class t ON t.oid = c.reltoastrelid
       WHERE c.relnamespace = CAST(CAST(? AS text) AS regnamespace) AND c.relkind IN ('r', 'i')`,
      new URL(place).searchParams.get('schema'),
    );
    for (const { name, kind, path, toast } of relations) {
      await read(`heap/${name}`, path);
      if (toast !== null) await read(`heap/${name}/toast`, toast);
      if (kind === 'r') cells.push(...cellsOf(String(name), await ask(`SELECT * FROM "${name}"`)));
    }
    for (const { name } of await ask('SELECT name FROM pg_ls_waldir() WHERE name >= ? ORDER BY name', since))
      if (/^[0-9A-F]{24}$/.test(String(name))) await read(`wal/${name}`, `pg_wal/${name}`);
    return { cells, files };
  });
}
