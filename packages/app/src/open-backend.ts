import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Bus,
  createSealer,
  holdFolder,
  openPostgresBus,
  openPostgresStore,
  openSqliteStore,
  type PersonalKeys,
  personalKeyFiles,
  type Sealer,
  type ServerStore,
  sharedPersonalKeys,
} from '@millrace/server';
import type { KeyPlace } from './keys/key-place.ts';
import { lookAtStore } from './keys/look-at-store.ts';
import { openRootKey } from './keys/open-root-key.ts';

/** The store of a server, and the bus that connects it with other servers there. */
export interface Backend {
  readonly store: ServerStore;
  /** Seals what the server keeps beside the store. */
  readonly sealer: Sealer;
  /** Undefined where there are no other servers. */
  readonly bus: Bus | undefined;
  /** True when no other server can be there. */
  readonly sole: boolean;
  close(): Promise<void>;
}

/** The store that the settings name, made or upgraded where needed. */
export async function openStore(place: KeyPlace): Promise<ServerStore> {
  return (await openSealed(place)).store;
}

async function openSealed(place: KeyPlace): Promise<Pick<Backend, 'store' | 'sealer'>> {
  const { data, store } = place;
  const sealer = createSealer(await openRootKey(place));
  const personal = personalKeysOf(place, sealer);
  try {
    const opened =
      store === undefined
        ? openSqliteStore(join(data, 'millrace.sqlite'), { sealer, personal })
        : await openPostgresStore(store, { sealer, personal });
    return { store: opened, sealer };
  } catch (error) {
    // Another process may have made the database just now, with a key of its own.
    if (place.key === undefined && (await isUnderOtherKey(place, sealer))) return openSealed(place);
    throw error;
  }
}

/** Servers that share `MILLRACE_KEY` make the keys of people from it; otherwise each is a file. */
function personalKeysOf({ key, keys, homeKeys = true }: KeyPlace, sealer: Sealer): PersonalKeys {
  return key === undefined
    ? personalKeyFiles(keys, sealer.keyId, homeKeys)
    : sharedPersonalKeys(sealer, keys, homeKeys);
}

async function isUnderOtherKey(place: KeyPlace, { keyId }: Sealer): Promise<boolean> {
  const facts = await lookAtStore(place).catch(() => undefined);
  return facts?.keyId !== undefined && facts.keyId !== keyId;
}

/** The same; says before and after it upgrades a database, which may take a while. */
async function openTold(place: KeyPlace): Promise<Pick<Backend, 'store' | 'sealer'>> {
  const { state, version, known } = await lookAtStore(place);
  if (state !== 'older') return openSealed(place);
  const copy = place.store === undefined ? ' A copy of it as it is stays beside it.' : '';
  console.warn(`The database is upgraded from schema ${version} to ${known}.${copy} Wait until it is done.`);
  const opened = await openSealed(place);
  console.warn('The database is upgraded.');
  return opened;
}

/** The same for a server: alone on its data folder with SQLite, beside any number of others on one Postgres. */
export async function openBackend(place: KeyPlace): Promise<Backend> {
  if (place.store === undefined) {
    const release = holdFolder(place.data);
    const { store, sealer } = await openTold(place);
    const close = async (): Promise<void> => {
      await store.close();
      release();
    };
    return { store, sealer, bus: undefined, sole: true, close };
  }
  mkdirSync(place.data, { recursive: true, mode: 0o700 });
  const { store, sealer } = await openTold(place);
  const bus = await openPostgresBus(place.store);
  const close = async (): Promise<void> => {
    await bus.close();
    await store.close();
  };
  return { store, sealer, bus, sole: false, close };
}
