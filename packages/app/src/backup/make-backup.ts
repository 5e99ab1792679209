import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { copyPostgresStore, copySqliteStore, inspectSqliteStore, writePrivate } from '@millrace/server';
import { lookAtStore } from '../keys/look-at-store.ts';
import { writeLastBackup } from '../last-backup.ts';
import { ownPackage } from '../own-package.ts';
import type { Settings } from '../settings.ts';
import { copyFile, dataFiles, digestOf } from './data-files.ts';
import { type BackedUpFile, DATABASE, FILES, KEYS, MANIFEST, type Manifest } from './manifest.ts';
import { readKeyFiles, sealKeys } from './sealed-keys.ts';

export type BackupPlace = Pick<Settings, 'data' | 'keys' | 'store' | 'key' | 'workspace'>;

/** A backup that was made. */
export interface Backup {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly bytes: number;
}

/**
 * Makes a backup in a new folder, also while servers work: the database as it is at one moment, and the other files of the data folder. The
 * folder has its name only when all of it is there. With a passphrase the keys come with it, sealed.
 */
export async function makeBackup(place: BackupPlace, to: string, passphrase?: string): Promise<Backup> {
  const { data, store, keys } = place;
  if (passphrase !== undefined && place.key !== undefined)
    throw new Error(
      'The key is in MILLRACE_KEY, not in the key folder. Keep it where you keep that, and leave out --keys.',
    );
  const folder = resolve(to);
  refusePlace(data, folder);
  const part = join(dirname(folder), `.${basename(folder)}.part${process.pid}`);
  rmSync(part, { recursive: true, force: true });
  mkdirSync(part, { recursive: true, mode: 0o700 });
  try {
    const copy = join(part, DATABASE);
    const keyId = passphrase === undefined ? undefined : (await lookAtStore(place)).keyId;
    const before = keyId === undefined ? {} : readKeyFiles(keys, keyId);
    const at = Date.now();
    if (store === undefined) copySqliteStore(join(data, 'millrace.sqlite'), copy);
    else await copyPostgresStore(store, copy);
    const facts = inspectSqliteStore(copy);
    if (facts.keyId === undefined)
      throw new Error(facts.problem ?? `There is no database in ${data}. Start Millrace once.`);
    if (passphrase !== undefined) {
      // An account that came or went meanwhile is in one of the two.
      const both = { ...before, ...readKeyFiles(keys, facts.keyId) };
      if (both[`${facts.keyId}.key`] === undefined)
        throw new Error(
          `The key ${facts.keyId} of the database is not in ${keys}. Set MILLRACE_KEYS to the folder that has it.`,
        );
      await sealKeys(join(part, KEYS), both, passphrase);
    }
    const manifest: Manifest = {
      ...{ format: 'millrace-backup', version: 1, at, millrace: ownPackage().version },
      ...{ schema: facts.version, key_id: facts.keyId, keys: passphrase !== undefined },
      database: { path: DATABASE, mode: 0o600, ...(await digestOf(copy)) },
      files: await copyFiles(data, join(part, FILES)),
    };
    writePrivate(join(part, MANIFEST), `${JSON.stringify(manifest, undefined, 1)}\n`);
    if (existsSync(folder)) rmSync(folder, { recursive: true });
    renameSync(part, folder);
    writeLastBackup(data, { at, folder, keys: manifest.keys });
    const bytes = [manifest.database, ...manifest.files].reduce((sum, file) => sum + file.bytes, 0);
    return { folder, manifest, bytes };
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    throw error;
  }
}

async function copyFiles(data: string, to: string): Promise<BackedUpFile[]> {
  const files: BackedUpFile[] = [];
  for (const path of dataFiles(data)) {
    const file = await copyFile(join(data, path), join(to, path), path);
    if (file !== undefined) files.push(file);
  }
  return files;
}

function refusePlace(data: string, folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty. Name a folder that is not there yet.`);
  const parent = dirname(folder);
  if (!existsSync(parent))
    throw new Error(`There is no folder ${parent}. Make it first, or name another one.`);
  const real = existsSync(data) ? realpathSync(data) : data;
  if (`${realpathSync(parent)}${sep}`.startsWith(`${real}${sep}`))
    throw new Error(
      `${folder} is in the data folder ${data}. Name a folder elsewhere, best on another disk.`,
    );
}
