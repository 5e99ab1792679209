import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { migrate, type SchemaVersion } from '../migrate.ts';
import type { Sealer } from '../sealer.ts';
import type { Store } from '../store.ts';
import { storeOf } from '../store-of.ts';
import { createConnection } from './connection.ts';
import { removeTraces } from './remove-traces.ts';

export interface SqliteOptions {
  /** Seals what is stored; the file opens only with the key it was made with. */
  readonly sealer: Sealer;
}

/** Opens (and makes or upgrades) the store in an SQLite file. Several processes may have it open at once. */
export function openSqliteStore(path: string, { sealer }: SqliteOptions): Store {
  mkdirSync(dirname(path), { recursive: true });
  const durable = createConnection(path, 'FULL');
  try {
    durable.write(
      migrate({ place: path, elsewhere: 'MILLRACE_DATA to another folder', version: userVersion, sealer }),
    );
    removeTraces(durable);
  } catch (error) {
    durable.database.close();
    throw error;
  }
  const relaxed = createConnection(path, 'NORMAL');

  // The driver is synchronous; `async` keeps the contract that an asynchronous driver can meet too.
  return storeOf(
    {
      dialect: { skipLocked: '' },
      write: async (body, durability) => (durability === 'durable' ? durable : relaxed).write(body()),
      read: async (body) => relaxed.read(body()),
      async close() {
        relaxed.database.close();
        durable.database.close();
      },
    },
    sealer,
  );
}

const userVersion: SchemaVersion = {
  *read() {
    const [row] = yield ['PRAGMA user_version'];
    return Number(row?.['user_version']);
  },
  *write(version) {
    yield [`PRAGMA user_version = ${version}`];
  },
};
