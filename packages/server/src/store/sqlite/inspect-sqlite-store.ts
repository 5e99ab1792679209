import { existsSync } from 'node:fs';
import { inspect, type StoreFacts } from '../schema/inspect.ts';
import { SCHEMA_VERSION } from '../schema/schema.ts';
import { queryOf, type Tx } from '../tx.ts';
import { toStoreError } from './failure.ts';
import { type Database, openReadOnly } from './open-database.ts';
import { ELSEWHERE, userVersion } from './open-sqlite-store.ts';

/**
 * Looks at the store in an SQLite file, also while a server has it open, and changes nothing: it makes, upgrades and tightens no
 * file. Throws a StoreError with the fix when the file can't be read.
 */
export function inspectSqliteStore(path: string): StoreFacts {
  if (!existsSync(path)) return { state: 'none', version: 0, known: SCHEMA_VERSION };
  let database: Database | undefined;
  try {
    database = openReadOnly(path);
    return drive(database, inspect({ place: path, elsewhere: ELSEWHERE, version: userVersion }));
  } catch (error) {
    throw toStoreError(error, path);
  } finally {
    database?.close();
  }
}

function drive<T>(database: Database, body: Tx<T>): T {
  let turn = body.next([]);
  while (!turn.done) {
    const [sql, ...params] = queryOf(turn.value);
    turn = body.next(database.prepare(sql).all(...params));
  }
  return turn.value;
}
