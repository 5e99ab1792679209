import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { tighten } from '../seal/private-file.ts';
import { toStoreError } from './failure.ts';

export const KEY_BYTES = 32;

/** The data key of a folder, made on first use. Two processes that ask at the same time get the same key. */
export function openDataKey(folder: string): Uint8Array {
  const file = join(folder, 'data.key');
  try {
    tighten(file);
    return readKey(file) ?? makeKey(folder, file);
  } catch (error) {
    throw toStoreError(error, file);
  }
}

function makeKey(folder: string, file: string): Uint8Array {
  return putKey(folder, file, randomBytes(KEY_BYTES));
}

/** Writes a key unless its file is there, on disk before the call returns. Returns the key of the file. */
export function putKey(folder: string, file: string, key: Uint8Array): Uint8Array {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    write(draft, key);
    // A link never replaces an existing file: the first process makes the key, and the key is complete.
    linkSync(draft, file);
    sync(folder);
  } catch (error) {
    // Errors of node:fs have a code.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const made = readKey(file);
  if (made === undefined) throw new Error(`${file} was removed while it was made. Start again.`);
  return made;
}

/** Reads a key from its base64 form; undefined for any other text. */
export function parseDataKey(base64: string): Uint8Array | undefined {
  const key = Buffer.from(base64, 'base64');
  // Decoding skips characters that are not base64; encoding it again shows whether there were any.
  return key.length === KEY_BYTES && key.toString('base64') === base64 ? key : undefined;
}

/** The data key of a folder that has one. Makes and changes nothing. */
export function readDataKey(folder: string): Uint8Array | undefined {
  const file = join(folder, 'data.key');
  try {
    return readKey(file);
  } catch (error) {
    throw toStoreError(error, file);
  }
}

/** The key in a file; undefined where there is none. */
export function readKey(file: string): Uint8Array | undefined {
  let key: Buffer;
  try {
    key = readFileSync(file);
  } catch (error) {
    // As above.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (key.length === KEY_BYTES) return key;
  throw new Error(
    `${file} has ${key.length} bytes, but a key has ${KEY_BYTES}. Restore the right file; without it the stored data can't be read.`,
  );
}

function write(file: string, bytes: Uint8Array): void {
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    writeFileSync(descriptor, bytes);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The names of a folder are on disk when it is. */
export function sync(folder: string): void {
  // Windows opens no folders, and writes names by itself.
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
