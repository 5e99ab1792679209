import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Bus,
  createSealer,
  holdFolder,
  openDataKey,
  openPostgresBus,
  openPostgresStore,
  openSqliteStore,
  type ServerStore,
} from '@millrace/server';
import type { Settings } from './settings.ts';

type Where = Pick<Settings, 'data' | 'store' | 'key'>;

/** The store of a server, and the bus that connects it with other servers there. */
export interface Backend {
  readonly store: ServerStore;
  /** Undefined where there are no other servers. */
  readonly bus: Bus | undefined;
  /** True when no other server can be there. */
  readonly sole: boolean;
  close(): Promise<void>;
}

/** The store that the settings name, made or upgraded where needed. */
export async function openStore({ data, store, key }: Where): Promise<ServerStore> {
  const sealer = createSealer(key ?? openDataKey(data));
  return store === undefined
    ? openSqliteStore(join(data, 'millrace.sqlite'), { sealer })
    : openPostgresStore(store, { sealer });
}

/** The same for a server: alone on its data folder with SQLite, beside any number of others on one Postgres. */
export async function openBackend(where: Where): Promise<Backend> {
  if (where.store === undefined) {
    const release = holdFolder(where.data);
    const store = await openStore(where);
    const close = async (): Promise<void> => {
      await store.close();
      release();
    };
    return { store, bus: undefined, sole: true, close };
  }
  mkdirSync(where.data, { recursive: true, mode: 0o700 });
  const store = await openStore(where);
  const bus = await openPostgresBus(where.store);
  const close = async (): Promise<void> => {
    await bus.close();
    await store.close();
  };
  return { store, bus, sole: false, close };
}
