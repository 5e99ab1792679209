import {
  keyIdOf,
  makeRootKey,
  moveDataKey,
  readDataKey,
  readRootKey,
  rootKeyFile,
  type StoreFacts,
  takeRootKey,
} from '@millrace/server';
import type { KeyPlace } from './key-place.ts';
import { lookAtStore } from './look-at-store.ts';
import { refuseKeysInData } from './refuse-keys-in-data.ts';

/**
 * The key of the database: from the environment, else from the key folder. A new database gets a new key, and a key that lies in the
 * data folder is moved out of it. Throws with the way back when the key of a database is not there; no other one is made then.
 */
export async function openRootKey(place: KeyPlace): Promise<Uint8Array> {
  const { data, key, keys } = place;
  if (key !== undefined) return key;
  refuseKeysInData(data, keys);
  const facts = await lookAtStore(place);
  if (facts.problem !== undefined) throw new Error(facts.problem);
  const moved = moveDataKey(data, keys);
  if (facts.keyId === undefined) return moved ?? makeRootKey(keys);
  const found = takeRootKey(keys, facts.keyId);
  if (found === undefined) throw new Error(missingKey(place, facts.keyId));
  return found;
}

/** The same key, if it is there. Makes and moves nothing. */
export function findRootKey({ data, key, keys }: KeyPlace, { keyId }: StoreFacts): Uint8Array | undefined {
  if (key !== undefined || keyId === undefined) return key;
  const found = readRootKey(keys, keyId);
  if (found !== undefined) return found;
  // A Millrace before this one kept it there; the next start moves it.
  const old = readDataKey(data);
  return old !== undefined && keyIdOf(old) === keyId ? old : undefined;
}

/** The reason, with the way back, why a database can't be opened. Pure. */
export function missingKey({ store, keys }: KeyPlace, keyId: string): string {
  const others = store === undefined ? '' : ', or set MILLRACE_KEY to the key of the other servers';
  return `What is stored is encrypted with the key ${keyId}, and ${rootKeyFile(keys, keyId)} is not there. Restore that file from a copy of the key folder, or set MILLRACE_KEYS to the folder that has it${others}.`;
}
