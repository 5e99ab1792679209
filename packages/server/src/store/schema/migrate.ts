import type { PersonalKeys } from '../keyring/personal-keys.ts';
import { openHomeWrap } from '../keyring/vault-rows.ts';
import type { Sealer } from '../seal/sealer.ts';
import { StoreError } from '../store-error.ts';
import type { Tx } from '../tx.ts';
import { getMeta, putMeta } from '../verbs/account/meta-verbs.ts';
import {
  accountsWithoutHome,
  forgetRemoved,
  homeWraps,
  putFirstAccount,
  removedAccounts,
} from '../verbs/account/people-verbs.ts';
import { SCHEMA, SCHEMA_VERSION } from './schema.ts';
import { OLDEST_VERSION, UPGRADES } from './upgrades.ts';

/** The place where a database keeps the version of its schema; 0 when it is empty. */
export interface SchemaVersion {
  read(): Tx<number>;
  write(version: number): Tx<void>;
}

export interface MigrateOptions {
  /** The name of the database for people. */
  readonly place: string;
  /** The variable that selects another database. */
  readonly elsewhere: string;
  readonly version: SchemaVersion;
  readonly sealer: Sealer;
  readonly personal: PersonalKeys;
}

/**
 * Brings a database to this version's schema, in one exclusive transaction.
 * Refuses one that a newer version or one before `OLDEST_VERSION` has written, or that is sealed with another key, and leaves it as it is.
 */
export function* migrate({ place, elsewhere, version, sealer, personal }: MigrateOptions): Tx<void> {
  const found = yield* version.read();
  refuse(versionProblem(found, place, elsewhere));
  if (found === 0) yield* createTables(sealer);
  refuse(keyProblem(yield* getMeta('key_id'), place, sealer.keyId));
  if (found > 0) for (const upgrade of UPGRADES.slice(found - OLDEST_VERSION)) yield* upgrade(sealer);
  if (found < SCHEMA_VERSION) yield* version.write(SCHEMA_VERSION);
  yield* checkHomeKeys(personal);
}

/** Finishes what a removal has left, and refuses a database with people whose home keys are not there. */
function* checkHomeKeys(personal: PersonalKeys): Tx<void> {
  for (const account of yield* removedAccounts()) {
    personal.dropHome(account);
    yield* forgetRemoved(account);
  }
  // A server that ended while it switched a home key off may have left the file.
  for (const account of yield* accountsWithoutHome()) personal.dropHome(account);
  for (const { account, payload } of yield* homeWraps()) openHomeWrap(account, personal, payload);
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw new Error(problem);
}

/** The reason, with the fix, why this version takes no database of another one; undefined when it does. Pure. */
export function versionProblem(found: number, place: string, elsewhere: string): string | undefined {
  if (found > SCHEMA_VERSION)
    return `${place} was written by a newer Millrace (schema ${found}, this one knows ${SCHEMA_VERSION}). Update Millrace, or set ${elsewhere}.`;
  if (found > 0 && found < OLDEST_VERSION)
    return `${place} was written by a Millrace that did not encrypt (schema ${found}, this one upgrades from ${OLDEST_VERSION} on), so anybody could have written it. If you trust it, start the Millrace of commit 7dc8600 on it once with MILLRACE_ACCEPT_READABLE=yes, or set ${elsewhere}.`;
  return undefined;
}

/** The refusal of a server to write what a newer one has upgraded while it worked. Pure. */
export function upgradedProblem(found: number, place: string): StoreError {
  return new StoreError(
    'store_newer',
    `${place} was upgraded by a newer Millrace (schema ${found}, this server knows ${SCHEMA_VERSION}), so nothing more is written from here. Update this server, then start it again.`,
  );
}

/** The same for a database under another key. Pure. */
function keyProblem(found: string | undefined, place: string, own: string): string | undefined {
  if (found === own) return undefined;
  return `${place} is encrypted with the key ${found}, but this is the key ${own}. Give it the key that it was made with.`;
}

/** Makes the tables of a new database and ties it to its key. */
export function* createTables(sealer: Sealer): Tx<void> {
  for (const statement of SCHEMA) yield [statement];
  yield* putFirstAccount(sealer, Date.now());
  yield* putMeta('key_id', sealer.keyId);
}
