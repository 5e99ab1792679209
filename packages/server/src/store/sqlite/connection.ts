import type { Row, Tx } from '../tx.ts';
import { type Database, openDatabase } from './open-database.ts';

export interface Connection {
  readonly database: Database;
  /** Runs a body as one transaction: all of it or, when it throws, nothing. */
  write<T>(body: Tx<T>): T;
  /** Runs a body of SELECTs. */
  read<T>(body: Tx<T>): T;
}

export function createConnection(path: string, synchronous: 'FULL' | 'NORMAL'): Connection {
  const database = openDatabase(path);
  database.exec(
    `PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous};`,
  );
  const statements = new Map<string, ReturnType<Database['prepare']>>();

  function drive<T>(body: Tx<T>): T {
    let turn = body.next([]);
    while (!turn.done) {
      const [sql, ...params] = turn.value;
      let statement = statements.get(sql);
      if (statement === undefined) {
        statement = database.prepare(sql);
        statements.set(sql, statement);
      }
      const rows: Row[] = statement.all(...params);
      turn = body.next(rows);
    }
    return turn.value;
  }

  return {
    database,
    read: drive,
    write(body) {
      database.exec('BEGIN IMMEDIATE');
      try {
        const result = drive(body);
        database.exec('COMMIT');
        return result;
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
  };
}
