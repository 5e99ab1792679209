import { existsSync, statSync } from 'node:fs';
import { homeKeyFile, personalKeyFolder, rootKeyFile, type StoreFacts } from '@millrace/server';
import { findRootKey, missingKey } from '../keys/open-root-key.ts';
import { refuseKeysInData } from '../keys/refuse-keys-in-data.ts';
import type { Settings } from '../settings.ts';
import { type Finding, failed, failedAs, ok, warning } from './check.ts';
import { checkPrivate } from './check-data.ts';

/** Tells whether the key of the database is there, apart from the data, and nobody else's to read. */
export function checkKeys(settings: Settings, facts: StoreFacts): Finding {
  const { data, key, keys } = settings;
  if (key !== undefined) return ok('MILLRACE_KEY is the key.');
  try {
    refuseKeysInData(data, keys);
    if (existsSync(keys) && !statSync(keys).isDirectory())
      return failed(`${keys} is not a folder.`, 'Move it away, or set MILLRACE_KEYS to a folder.');
    if (facts.keyId === undefined) return ok('The first start makes a key.');
    if (findRootKey(settings, facts) === undefined) return failedAs(missingKey(settings, facts.keyId));
  } catch (error) {
    return failedAs(error);
  }
  const file = rootKeyFile(keys, facts.keyId);
  if (!existsSync(file))
    return warning(
      `The key is in the data folder ${data}, so whoever has that folder can read everything.`,
      `Start Millrace once, which moves it to ${keys}.`,
    );
  const { keyId, homes = [], deviceOnly = [] } = facts;
  const homeFiles = homes.map((account) => homeKeyFile(keys, keyId, account));
  const lost = homeFiles.find((each) => !existsSync(each));
  if (lost !== undefined)
    return failed(
      `${lost} is not there, so what its account keeps can't be read.`,
      'Restore that file from a copy of the key folder.',
    );
  const left = deviceOnly
    .map((account) => homeKeyFile(keys, keyId, account))
    .find((each) => existsSync(each));
  if (left !== undefined)
    return warning(
      `${left} is left of a home key that was switched off. It opens nothing new.`,
      'Start Millrace once, which deletes it.',
    );
  return (
    checkPrivate([keys, personalKeyFolder(keys, keyId)], '700') ??
    checkPrivate([file, ...homeFiles], '600') ??
    ok(
      `${file} is private${homes.length === 0 ? '' : `, and so ${homes.length === 1 ? 'is the key of its account' : `are the keys of its ${homes.length} accounts`}`}.${deviceWords(deviceOnly.length)}`,
    )
  );
}

/** Says how many accounts have no key here. */
function deviceWords(count: number): string {
  if (count === 0) return '';
  return count === 1
    ? ' Only the devices of one account open what it keeps.'
    : ` Only the devices of ${count} accounts open what they keep.`;
}
