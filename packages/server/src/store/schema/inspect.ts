import type { Tx } from '../tx.ts';
import { getMeta } from '../verbs/account/meta-verbs.ts';
import { keyProblem, type SchemaVersion, versionProblem } from './migrate.ts';
import { SCHEMA_VERSION } from './schema.ts';

/** The facts about a database that was only looked at. */
export interface StoreFacts {
  /** `none`: there is nothing yet. `older`: a start upgrades it. `refused`: a start does not open it. */
  readonly state: 'none' | 'older' | 'current' | 'refused';
  /** The version of its schema. */
  readonly version: number;
  /** The version that this Millrace makes. */
  readonly known: number;
  /** Why it is refused, and the fix. */
  readonly problem?: string;
}

interface InspectOptions {
  /** The name of the database for people. */
  readonly place: string;
  /** The variable that selects another database. */
  readonly elsewhere: string;
  readonly version: Pick<SchemaVersion, 'read'>;
  /** The key that it should be sealed with; undefined where there is none. */
  readonly keyId: string | undefined;
}

/** Looks at the schema of a database and at its key. Reads only. */
export function* inspect({ place, elsewhere, version, keyId }: InspectOptions): Tx<StoreFacts> {
  const found = yield* version.read();
  const facts = { version: found, known: SCHEMA_VERSION };
  if (found === 0) return { state: 'none', ...facts };
  const problem =
    versionProblem(found, place, elsewhere) ?? keyProblem(yield* getMeta('key_id'), place, keyId);
  if (problem !== undefined) return { state: 'refused', problem, ...facts };
  return { state: found < SCHEMA_VERSION ? 'older' : 'current', ...facts };
}
