import { join } from 'node:path';
import { inspectPostgresStore, inspectSqliteStore, type StoreFacts } from '@millrace/server';
import type { KeyPlace } from './key-place.ts';

/** The facts about the database that the settings name. Changes nothing, also while a server uses it. */
export async function lookAtStore({ data, store }: Pick<KeyPlace, 'data' | 'store'>): Promise<StoreFacts> {
  return store === undefined
    ? inspectSqliteStore(join(data, 'millrace.sqlite'))
    : inspectPostgresStore(store);
}
