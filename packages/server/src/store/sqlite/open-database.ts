import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import Libsql from 'libsql';
import { makePrivate, tighten } from '../seal/private-file.ts';
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

/** The first Node whose own driver is not an experiment that warns on every start. */
const NODE_WITH_SQLITE = 24;

/** Opens an SQLite file with Node's own driver where it has a settled one, else with libsql. The file format is the same. */
export function openDatabase(path: string): Database {
  keepPrivate(path);
  return driverOf(path);
}

/** Opens a file that exists to read it. Makes and changes no file. */
export function openReadOnly(path: string): Database {
  // Without a log nobody writes the file. To read it as if that could happen, SQLite would make a log.
  const how = existsSync(`${path}-wal`) ? 'mode=ro' : 'mode=ro&immutable=1';
  return driverOf(`${pathToFileURL(path).href}?${how}`);
}

function driverOf(path: string): Database {
  const node = nodeSqlite();
  // libsql's own types promise `unknown` rows; they are plain column values.
  return node ? new node.DatabaseSync(path) : (new Libsql(path) as unknown as Database);
}

/** SQLite gives the files beside a database the rights of the database. */
function keepPrivate(path: string): void {
  // The name of SQLite for no file at all.
  if (path === ':memory:') return;
  makePrivate(path);
  for (const beside of ['-wal', '-shm', '-journal']) tighten(`${path}${beside}`);
}

function nodeSqlite(): NodeSqlite | undefined {
  if (Number.parseInt(process.versions.node, 10) < NODE_WITH_SQLITE) return undefined;
  // The types of Node 20 do not know the module.
  return process.getBuiltinModule('node:sqlite') as unknown as NodeSqlite;
}
