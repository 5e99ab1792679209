import Libsql from 'libsql';
import type { Row, SqlValue } from '../tx.ts';

/** The part of an SQLite driver that the store needs; `node:sqlite` and libsql both have it. */
export interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): unknown;
}

interface Statement {
  all(...params: SqlValue[]): Row[];
}

type NodeSqlite = { readonly DatabaseSync: new (path: string) => Database };

/** Opens an SQLite file with the Node's own driver where it has one, else with libsql. The file format is the same. */
export function openDatabase(path: string): Database {
  // Node 20 has the lookup but not the module; its types know neither.
  const node = process.getBuiltinModule?.('node:sqlite') as NodeSqlite | undefined;
  // libsql's own types promise `unknown` rows; they are plain column values.
  return node ? new node.DatabaseSync(path) : (new Libsql(path) as unknown as Database);
}
