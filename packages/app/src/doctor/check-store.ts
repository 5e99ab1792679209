import { join } from 'node:path';
import { createSealer, inspectPostgresStore, inspectSqliteStore, readDataKey } from '@millrace/server';
import type { Settings } from '../settings.ts';
import { type Finding, failedAs, ok, warning } from './check.ts';

/** Looks at the database: that it opens, which schema it has, and its key. Changes nothing, also while a server uses it. */
export async function checkStore({ data, store, key }: Settings): Promise<Finding> {
  const own = key ?? readDataKey(data);
  const keyId = own && createSealer(own).keyId;
  const facts =
    store === undefined
      ? inspectSqliteStore(join(data, 'millrace.sqlite'), keyId)
      : await inspectPostgresStore(store, keyId);
  const where = store === undefined ? 'SQLite' : 'Postgres';
  switch (facts.state) {
    case 'none':
      return ok(`${where}: there is no database yet; the first start makes one.`);
    case 'current':
      return ok(`${where}: schema ${facts.version}, sealed with this key.`);
    case 'older':
      return warning(
        `${where}: schema ${facts.version} is older than ${facts.known}, so the next start upgrades it.`,
        'Make a copy of it before.',
      );
    case 'refused':
      return failedAs(facts.problem);
  }
}
