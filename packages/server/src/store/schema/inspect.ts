import { integer, type Tx } from '../tx.ts';
import { getMeta, RESEAL } from '../verbs/account/meta-verbs.ts';
import { accountsWithoutHome, homeWraps } from '../verbs/account/people-verbs.ts';
import { type SchemaVersion, versionProblem } from './migrate.ts';
import { SCHEMA_VERSION } from './schema.ts';

/** The facts about a database that was only looked at. */
export interface StoreFacts {
  /** `none`: there is nothing yet. `older`: a start upgrades it. `refused`: a start does not open it. */
  readonly state: 'none' | 'older' | 'current' | 'refused';
  /** The version of its schema. */
  readonly version: number;
  /** The version that this Millrace makes. */
  readonly known: number;
  /** The key that it is encrypted with; undefined where there is no database that this version reads. */
  readonly keyId?: string;
  /** The accounts that need a home key. */
  readonly homes?: readonly string[];
  /** The accounts that only their devices open. */
  readonly deviceOnly?: readonly string[];
  /** True while chats of an older version wait for keys of their own. */
  readonly upgrading?: boolean;
  /** The runs that have ended and still have a key beside them; there must be none. */
  readonly strayCapsules?: number;
  /** Why it is refused, and the fix. */
  readonly problem?: string;
}

interface InspectOptions {
  /** The name of the database for people. */
  readonly place: string;
  /** The variable that selects another database. */
  readonly elsewhere: string;
  readonly version: Pick<SchemaVersion, 'read'>;
}

/** Looks at the schema of a database and at the name of its key. Reads only. */
export function* inspect({ place, elsewhere, version }: InspectOptions): Tx<StoreFacts> {
  const found = yield* version.read();
  const facts = { version: found, known: SCHEMA_VERSION };
  if (found === 0) return { state: 'none', ...facts };
  const problem = versionProblem(found, place, elsewhere);
  if (problem !== undefined) return { state: 'refused', problem, ...facts };
  const keyId = yield* getMeta('key_id');
  const isOlder = found < SCHEMA_VERSION;
  const more = isOlder
    ? {}
    : { upgrading: (yield* getMeta(RESEAL)) !== undefined, strayCapsules: yield* strayCapsules() };
  const homes = isOlder ? [] : (yield* homeWraps()).map(({ account }) => account);
  const deviceOnly = isOlder ? [] : yield* accountsWithoutHome();
  return {
    state: isOlder ? 'older' : 'current',
    ...facts,
    ...(keyId !== undefined && { keyId, homes, deviceOnly, ...more }),
  };
}

/** The number of runs that have ended and still have a capsule. */
function* strayCapsules(): Tx<number> {
  const ended = `NOT EXISTS (SELECT id FROM runs r WHERE r.account_id = k.account_id AND r.id = k.run_id AND r.status IN ('ready', 'waiting'))`;
  const [row] = yield [
    `SELECT count(*) AS many FROM (
       SELECT account_id, run_id FROM run_keys k WHERE capsule <> '' AND ${ended}
       UNION SELECT account_id, run_id FROM chat_capsules k WHERE ${ended}
     ) AS stray`,
  ];
  return row === undefined ? 0 : integer(row, 'many');
}
