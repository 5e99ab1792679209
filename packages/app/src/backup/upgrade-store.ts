import { existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { holdFolder, type StoreFacts } from '@millrace/server';
import { lookAtStore } from '../keys/look-at-store.ts';
import { findRootKey, missingKey } from '../keys/open-root-key.ts';
import { readLastBackup } from '../last-backup.ts';
import { openStore } from '../open-backend.ts';
import { readServerFile } from '../server-file.ts';
import type { Settings } from '../settings.ts';
import { copyLine, findCopies } from '../upgrade-copies.ts';

/** An upgrade that was only looked at. */
export interface UpgradePlan {
  readonly state: StoreFacts['state'];
  readonly schema: number;
  readonly known: number;
  /** False when a start would be refused. */
  readonly isReady: boolean;
  readonly text: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Tells what the next start does to the database. Changes nothing, also while a server uses it. */
export async function checkUpgrade(settings: Settings): Promise<UpgradePlan> {
  const found = await lookAtStore(settings);
  const facts = { state: found.state, schema: found.version, known: found.known };
  const plan = (isReady: boolean, ...lines: readonly string[]): UpgradePlan => ({
    ...facts,
    isReady,
    text: lines.filter((line) => line !== '').join('\n'),
  });
  if (found.state === 'none') return plan(true, 'There is no database yet; the first start makes one.');
  if (found.problem !== undefined) return plan(false, found.problem);
  if (found.keyId !== undefined && findRootKey(settings, found) === undefined)
    return plan(false, missingKey(settings, found.keyId));
  if (found.state === 'current')
    return plan(
      true,
      `The database has schema ${found.version}, as this Millrace. There is nothing to upgrade.`,
    );
  const first = `The next start upgrades the database from schema ${found.version} to ${found.known}.`;
  if (settings.store !== undefined)
    return plan(
      true,
      first,
      'It makes no copy of a Postgres: make one by "pg_dump" before. Servers of the older version write nothing from then on.',
      backupWords(settings),
    );
  const { bytes, free } = roomOf(settings.data);
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
  if (free < 2 * bytes)
    return plan(
      false,
      first,
      `Its copy needs ${size}, and as much again while it works, but only ${(free / 1_000_000).toFixed(1)} MB are free. Free some space.`,
    );
  const running = readServerFile(settings.data);
  return plan(
    true,
    first,
    `It keeps a copy of ${size} beside it.`,
    running === undefined ? '' : `A server runs at ${running.url}: stop it first.`,
    backupWords(settings),
  );
}

/** Upgrades the database, and tells what was done. Throws with the fix when a server uses an SQLite file. */
export async function upgradeStore(settings: Settings): Promise<string> {
  const release = settings.store === undefined ? holdFolder(settings.data) : undefined;
  try {
    const store = await openStore(settings);
    await store.close();
    const { version } = await lookAtStore(settings);
    const copies = settings.store === undefined ? findCopies(settings.data) : [];
    const kept = copies.length === 0 ? '' : ` It is kept as it was in ${copies.map(copyLine).join(', ')}.`;
    return `The database has schema ${version} now.${kept}`;
  } finally {
    release?.();
  }
}

function roomOf(data: string): { readonly bytes: number; readonly free: number } {
  const [file, log] = ['millrace.sqlite', 'millrace.sqlite-wal'].map((name) => join(data, name));
  const sizeOf = (path = ''): number => (existsSync(path) ? statSync(path).size : 0);
  const { bavail, bsize } = statfsSync(data);
  return { bytes: sizeOf(file) + sizeOf(log), free: bavail * bsize };
}

function backupWords({ data }: Settings): string {
  const last = readLastBackup(data);
  if (last === undefined) return 'No backup is known. Run: millrace backup FOLDER';
  const days = Math.floor((Date.now() - last.at) / DAY_MS);
  return `The newest backup is ${days === 0 ? 'of today' : days === 1 ? 'a day old' : `${days} days old`}: ${last.folder}`;
}
