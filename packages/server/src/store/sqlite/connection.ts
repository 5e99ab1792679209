import { queryOf, type Row, type Tx } from '../tx.ts';
import { toStoreError } from './failure.ts';
import { type Database, openDatabase } from './open-database.ts';

/** Throws errors of the file or its disk as a StoreError. */
export interface Connection {
  /** Runs one statement outside of a transaction. */
  ask(sql: string): Row[];
  /** Runs a body as one transaction: all of it or, when it throws, nothing. */
  write<T>(body: Tx<T>): T;
  /** Runs a body of SELECTs. */
  read<T>(body: Tx<T>): T;
  close(): void;
}

/** How long the opening of a file waits for another process; the whole process stands still meanwhile. */
const OPENING_MS = 5000;

export function createConnection(path: string, synchronous: 'FULL' | 'NORMAL'): Connection {
  const database = open(path, synchronous);
  const statements = new Map<string, ReturnType<Database['prepare']>>();

  function ask(sql: string, ...params: Row[string][]): Row[] {
    try {
      let statement = statements.get(sql);
      if (statement === undefined) {
        statement = database.prepare(sql);
        statements.set(sql, statement);
      }
      return statement.all(...params);
    } catch (error) {
      throw toStoreError(error, path);
    }
  }

  function exec(sql: string): void {
    try {
      database.exec(sql);
    } catch (error) {
      throw toStoreError(error, path);
    }
  }

  function drive<T>(body: Tx<T>): T {
    let turn = body.next([]);
    while (!turn.done) turn = body.next(ask(...queryOf(turn.value)));
    return turn.value;
  }

  return {
    ask,
    read: drive,
    write(body) {
      exec('BEGIN IMMEDIATE');
      try {
        const result = drive(body);
        exec('COMMIT');
        return result;
      } catch (error) {
        rollBack(database);
        throw error;
      }
    },
    close: () => void database.close(),
  };
}

function open(path: string, synchronous: 'FULL' | 'NORMAL'): Database {
  let database: Database | undefined;
  try {
    database = openDatabase(path);
    database.exec(
      `PRAGMA busy_timeout = ${OPENING_MS}; PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA secure_delete = ON;`,
    );
    return database;
  } catch (error) {
    database?.close();
    throw toStoreError(error, path);
  }
}

/** SQLite has rolled back by itself when the disk was full; then the failed rollback is not the real problem. */
function rollBack(database: Database): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // The error of the body says more.
  }
}
