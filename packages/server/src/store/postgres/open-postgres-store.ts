import { derivedKeys, type PersonalKeys } from '../keyring/personal-keys.ts';
import { upgradedProblem } from '../schema/migrate.ts';
import { SCHEMA_VERSION } from '../schema/schema.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { ServerStore } from '../store.ts';
import { storeOf } from '../whole/store-of.ts';
import type { ConnectionOptions } from './connection-options.ts';

/** The options of `openPostgresStore`. */
export interface PostgresOptions extends ConnectionOptions {
  /** Seals what is stored; the database opens only with the key it was made with. */
  readonly sealer: Sealer;
  /** The keys of people. Without them they are made of the sealer's. */
  readonly personal?: PersonalKeys;
}

/**
 * Opens (and makes or upgrades) the store in a Postgres database. Any number of servers may have it open at once.
 * Rejects with one sentence that says the fix when it can't be opened. Later a verb rejects with StoreLostError
 * when its connection was lost.
 */
export async function openPostgresStore(
  url: string,
  { sealer, personal = derivedKeys(sealer), ...options }: PostgresOptions,
): Promise<ServerStore> {
  // The driver is loaded with the first store that needs it: a server on SQLite starts without it.
  const [{ readAddress }, { upgrade }, { createConnection }, { wordsOf }] = await Promise.all([
    import('./address.ts'),
    import('./upgrade.ts'),
    import('./connection.ts'),
    import('./session.ts'),
  ]);
  const address = readAddress(url);
  await upgrade(address, sealer, personal);
  const { place } = wordsOf(address);
  const connection = createConnection(address, options, {
    version: SCHEMA_VERSION,
    refuse: (found) => upgradedProblem(found, place),
  });
  const dialect = { writesInWith: true };
  return storeOf({ dialect, ...connection, isShared: true }, sealer, personal);
}
