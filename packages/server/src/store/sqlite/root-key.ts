import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { tighten } from '../seal/private-file.ts';
import { keyIdOf } from '../seal/sealer.ts';
import { StoreError } from '../store-error.ts';
import { KEY_BYTES, putKey, readDataKey, readKey, sync } from './data-key.ts';
import { toStoreError } from './failure.ts';

// A folder of keys, apart from what they seal: each key is in a file with its id as its name, and the database has that id.

/** The file of a key. */
export const rootKeyFile = (folder: string, keyId: string): string => join(folder, `${keyId}.key`);

/** As `readRootKey`, and takes the rights to the file away from others. */
export function takeRootKey(folder: string, keyId: string): Uint8Array | undefined {
  tighten(rootKeyFile(folder, keyId));
  return readRootKey(folder, keyId);
}

/** The key with this id; undefined where its file is not there. Throws with the fix when the file holds another one. */
export function readRootKey(folder: string, keyId: string): Uint8Array | undefined {
  const file = rootKeyFile(folder, keyId);
  return surely(file, () => {
    const key = readKey(file);
    if (key !== undefined && keyIdOf(key) !== keyId)
      throw new Error(`${file} holds the key ${keyIdOf(key)}. Restore the file that belongs there.`);
    return key;
  });
}

/** Makes a key, which is on disk before the call returns. */
export const makeRootKey = (folder: string): Uint8Array => keepKey(folder, randomBytes(KEY_BYTES));

/**
 * Moves `data.key` of a data folder into the folder of keys, and returns the key; undefined where there is none. A crash leaves it in
 * one of them, or in both, and the next call goes on from there.
 */
export function moveDataKey(data: string, folder: string): Uint8Array | undefined {
  const key = readDataKey(data);
  if (key === undefined) return undefined;
  keepKey(folder, key);
  const file = join(data, 'data.key');
  return surely(file, () => {
    rmSync(file, { force: true });
    sync(data);
    return key;
  });
}

function keepKey(folder: string, key: Uint8Array): Uint8Array {
  const file = rootKeyFile(folder, keyIdOf(key));
  return surely(file, () => {
    tighten(file);
    return putKey(folder, file, key);
  });
}

/** Runs work on a file of the key folder; throws with the fix when the file can't be read or written. */
export function surely<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const trouble = toStoreError(error, file);
    if (!(trouble instanceof StoreError) || trouble.code !== 'store_read_only') throw trouble;
    throw new StoreError(
      trouble.code,
      `${file} can't be read or written. Give the server's user permission for it and its folder, or set MILLRACE_KEYS to a folder of its own.`,
      error,
    );
  }
}
