import { randomBytes } from 'node:crypto';
import { derivedKeys } from '../keyring/personal-keys.ts';
import { createTables } from '../schema/migrate.ts';
import { createSealer, type Sealer } from '../seal/sealer.ts';
import type { ServerStore } from '../store.ts';
import { type MakeRing, storeOf } from '../whole/store-of.ts';
import { type Connection, createConnection } from './connection.ts';

/** Opens a store without a file: SQLite in memory, under a key that nobody else has. Its data is gone when it is closed. */
export function openMemoryStore(): ServerStore {
  const sealer = createSealer(randomBytes(32));
  return memoryStoreOf(openMemoryDatabase(sealer), sealer);
}

/** A database in memory with the tables of a store. */
export function openMemoryDatabase(sealer: Sealer): Connection {
  const connection = createConnection(':memory:', 'NORMAL');
  connection.write(createTables(sealer));
  return connection;
}

/** The store on such a database. Every verb is done in the turn it is called in. */
export function memoryStoreOf(connection: Connection, sealer: Sealer, ringOf?: MakeRing): ServerStore {
  return storeOf(
    {
      dialect: { writesInWith: false },
      write: async (body) => connection.write(body()),
      read: async (body) => connection.read(body()),
      writeNow: (body) => connection.write(body),
      close: async () => connection.close(),
    },
    sealer,
    derivedKeys(sealer),
    ringOf,
  );
}
