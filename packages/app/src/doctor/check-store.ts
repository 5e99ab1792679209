import { createSealer, type StoreFacts } from '@millrace/server';
import { findRootKey } from '../keys/open-root-key.ts';
import type { Settings } from '../settings.ts';
import { type Finding, failed, failedAs, ok, warning } from './check.ts';

/** Tells whether the database opens, by what was seen of it. */
export function checkStore(settings: Settings, facts: StoreFacts): Finding {
  const where = settings.store === undefined ? 'SQLite' : 'Postgres';
  switch (facts.state) {
    case 'none':
      return ok(`${where}: there is no database yet; the first start makes one.`);
    case 'refused':
      return failedAs(facts.problem);
    case 'older':
      return warning(
        `${where}: schema ${facts.version} is older than ${facts.known}, so the next start upgrades it.`,
        settings.store === undefined
          ? 'It keeps a copy of it beside it.'
          : 'Make a copy of it before, such as by pg_dump.',
      );
    case 'current': {
      const key = findRootKey(settings, facts);
      if (key !== undefined && createSealer(key).keyId === facts.keyId)
        return ok(`${where}: schema ${facts.version}, sealed with this key.`);
      return failed(
        `${where}: sealed with the key ${facts.keyId}, which is not here.`,
        'Restore the key folder, or correct MILLRACE_KEY or MILLRACE_KEYS.',
      );
    }
  }
}
