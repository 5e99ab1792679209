import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import {
  checkSqliteFile,
  fillPostgresStore,
  holdFolder,
  inspectSqliteStore,
  rootKeyFile,
} from '@millrace/server';
import { lookAtStore } from '../keys/look-at-store.ts';
import { refuseKeysInData } from '../keys/refuse-keys-in-data.ts';
import type { Settings } from '../settings.ts';
import { digestOf, restoreFile } from './data-files.ts';
import { type BackedUpFile, DATABASE, FILES, KEYS, type Manifest, readManifest } from './manifest.ts';
import { openKeys, putKeyFiles } from './sealed-keys.ts';

export type RestorePlace = Pick<Settings, 'data' | 'keys' | 'store' | 'key'>;

/** A backup that was restored. */
export interface Restored {
  readonly manifest: Manifest;
  /** True when the key of the database is here. */
  readonly hasKey: boolean;
  /** The file that has to be there. */
  readonly keyFile: string;
}

/**
 * Restores a backup where there is no database yet. All of it is checked first, and the database comes last, so that a start before the end
 * finds none. `passphrase` is asked where the backup has the keys and they are not here.
 */
export async function restoreBackup(
  place: RestorePlace,
  from: string,
  passphrase: () => Promise<string>,
): Promise<Restored> {
  const { data, keys, store, key } = place;
  const folder = resolve(from);
  const manifest = readManifest(folder);
  refuseKeysInData(data, keys);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const release = holdFolder(data);
  try {
    await refuseTaken(place, manifest);
    await checkFiles(folder, manifest);
    const facts = inspectSqliteStore(join(folder, DATABASE));
    if (facts.problem !== undefined) throw new Error(facts.problem);
    checkSqliteFile(join(folder, DATABASE));
    const keyFile = rootKeyFile(keys, manifest.key_id);
    if (manifest.keys && key === undefined && !existsSync(keyFile)) {
      const found = await openKeys(join(folder, KEYS), await passphrase());
      if (found === undefined) throw new Error('That is not the passphrase of this backup. Try again.');
      putKeyFiles(keys, found);
    }
    for (const file of manifest.files)
      await restoreFile(join(folder, FILES, file.path), join(data, file.path), file);
    await restoreDatabase(folder, manifest, place);
    return { manifest, keyFile, hasKey: key !== undefined || existsSync(keyFile) };
  } finally {
    release();
    if (store !== undefined)
      for (const each of ['', '-wal', '-shm', '-journal'])
        rmSync(join(data, `lock.sqlite${each}`), { force: true });
  }
}

async function restoreDatabase(
  folder: string,
  { database }: Manifest,
  { data, store }: RestorePlace,
): Promise<void> {
  if (store !== undefined) return fillPostgresStore(store, join(folder, DATABASE));
  const part = join(data, `millrace.sqlite-part${process.pid}`);
  rmSync(part, { force: true });
  await restoreFile(join(folder, DATABASE), part, { ...database, mode: 0o600 });
  renameSync(part, join(data, 'millrace.sqlite'));
}

/** Refuses a place that has something, before anything is changed. */
async function refuseTaken(place: RestorePlace, manifest: Manifest): Promise<void> {
  const { data, store } = place;
  const facts = await lookAtStore(place);
  if (facts.state !== 'none')
    throw new Error(
      store === undefined
        ? `There is a database in ${data} already. Set MILLRACE_DATA to an empty folder.`
        : 'The database of MILLRACE_STORE has the tables of a Millrace already. Set it to an empty database.',
    );
  for (const { path } of manifest.files) {
    if (!isBelow(data, path)) throw new Error(`${path} leads out of the data folder. Take another backup.`);
    if (existsSync(join(data, path)))
      throw new Error(`${join(data, path)} is there already. Set MILLRACE_DATA to an empty folder.`);
  }
}

/** A path of a manifest may have been written by anybody. Pure. */
function isBelow(data: string, path: string): boolean {
  const real = resolve(data, path);
  return real.startsWith(`${resolve(data)}${sep}`) && dirname(real) !== real;
}

/** Compares each file with what the backup says of it. */
async function checkFiles(folder: string, { database, files }: Manifest): Promise<void> {
  const broken = async (file: BackedUpFile, path: string): Promise<void> => {
    if (file.link !== undefined) return;
    const found = existsSync(path) ? await digestOf(path) : undefined;
    if (found?.sha256 !== file.sha256)
      throw new Error(
        `${path} is ${found === undefined ? 'missing' : 'damaged'}. Take another backup, or copy this one again.`,
      );
  };
  await broken(database, join(folder, DATABASE));
  for (const file of files) await broken(file, join(folder, FILES, file.path));
}
