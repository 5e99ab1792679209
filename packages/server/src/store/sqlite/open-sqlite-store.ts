import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { derivedKeys, type PersonalKeys } from '../keyring/personal-keys.ts';
import { migrate, type SchemaVersion, upgradedProblem } from '../schema/migrate.ts';
import { SCHEMA_VERSION } from '../schema/schema.ts';
import { PRIVATE_FOLDER } from '../seal/private-file.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { ServerStore } from '../store.ts';
import { StoreError } from '../store-error.ts';
import type { Tx } from '../tx.ts';
import { CHECK } from '../verbs/account/meta-verbs.ts';
import { storeOf } from '../whole/store-of.ts';
import { type Connection, createConnection } from './connection.ts';
import { toStoreError } from './failure.ts';
import { keepUpgradeCopy } from './upgrade-copy.ts';

/** The options of `openSqliteStore`. */
export interface SqliteOptions {
  /** Seals what is stored; the file opens only with the key it was made with. */
  readonly sealer: Sealer;
  /** The keys of people. Without them they are made of the sealer's. */
  readonly personal?: PersonalKeys;
  /** How long a verb waits for another process that writes; 5 seconds by default. Other verbs keep running meanwhile. */
  readonly lockMs?: number;
}

/** The variable that selects another file. */
export const ELSEWHERE = 'MILLRACE_DATA to another folder';

const LOCK_MS = 5000;
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 50;

/**
 * Opens (and makes or upgrades) the store in an SQLite file. Several processes may have it open at once.
 * Throws a StoreError with the fix when the file can't be opened; later a verb rejects with one when the disk is full, the
 * file is damaged, or another process holds it for too long.
 */
export function openSqliteStore(path: string, options: SqliteOptions): ServerStore {
  const { sealer, lockMs = LOCK_MS, personal = derivedKeys(sealer) } = options;
  const [durable, relaxed] = openConnections(path, sealer, personal);

  // The driver is synchronous: a verb that is not blocked is done in the turn it is called in.
  async function patiently<T>(work: () => T): Promise<T> {
    const since = performance.now();
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 2)) {
      try {
        return work();
      } catch (error) {
        const locked = error instanceof StoreError && error.code === 'store_locked';
        if (!locked || performance.now() - since >= lockMs) throw error;
      }
      await sleep(pause);
    }
  }

  return storeOf(
    {
      dialect: { writesInWith: false },
      write: (body, durability) =>
        patiently(() => (durability === 'durable' ? durable : relaxed).write(unlessUpgraded(path, body()))),
      read: (body) => patiently(() => relaxed.read(body())),
      // Old rows may still stand in pages that are not used, and in the log.
      compact: () =>
        patiently(() => {
          durable.ask('VACUUM');
          durable.ask('PRAGMA wal_checkpoint(TRUNCATE)');
        }),
      async close() {
        relaxed.close();
        durable.close();
      },
    },
    sealer,
    personal,
  );
}

function openConnections(
  path: string,
  sealer: Sealer,
  personal: PersonalKeys,
): readonly [durable: Connection, relaxed: Connection] {
  const opened: Connection[] = [];
  try {
    mkdirSync(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
    const durable = createConnection(path, 'FULL');
    opened.push(durable);
    keepUpgradeCopy(durable, path, sealer);
    durable.write(migrate({ place: path, elsewhere: ELSEWHERE, version: userVersion, sealer, personal }));
    // A file that can't be written is better reported now than at the first write.
    for (const body of CHECK) durable.write(body());
    const relaxed = createConnection(path, 'NORMAL');
    opened.push(relaxed);
    // From now on we do the waiting: SQLite's own would block the whole process.
    for (const connection of opened) connection.ask('PRAGMA busy_timeout = 0');
    return [durable, relaxed];
  } catch (error) {
    for (const connection of opened) connection.close();
    throw toStoreError(error, path);
  }
}

/** Another process may upgrade the file while this one has it open: from then on this one writes nothing. */
function* unlessUpgraded<T>(path: string, body: Tx<T>): Tx<T> {
  const found = yield* userVersion.read();
  if (found !== SCHEMA_VERSION) throw upgradedProblem(found, path);
  return yield* body;
}

/** SQLite keeps the number itself. */
export const userVersion: SchemaVersion = {
  *read() {
    const [row] = yield ['PRAGMA user_version'];
    return Number(row?.['user_version']);
  },
  *write(version) {
    yield [`PRAGMA user_version = ${version}`];
  },
};
