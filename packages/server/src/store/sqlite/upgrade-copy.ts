import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SCHEMA_VERSION } from '../schema/schema.ts';
import { OLDEST_VERSION } from '../schema/upgrades.ts';
import { makePrivate } from '../seal/private-file.ts';
import type { Sealer } from '../seal/sealer.ts';
import type { Connection } from './connection.ts';
import { sync } from './data-key.ts';

/** The copies of a database that upgrades have made beside it. Nothing deletes them but their owner. */
export function upgradeCopies(path: string): string[] {
  const start = `${basename(path)}-before`;
  return namesBeside(path)
    .filter((each) => each.startsWith(start) && /^\d+$/.test(each.slice(start.length)))
    .map((each) => join(dirname(path), each))
    .sort();
}

/** Copies a database that the next step upgrades. The copy is whole and on disk before it has its name; one that a crash cut is made anew. */
export function keepUpgradeCopy(connection: Connection, path: string, sealer: Sealer): void {
  const version = Number(connection.ask('PRAGMA user_version')[0]?.['user_version']);
  if (version < OLDEST_VERSION || version >= SCHEMA_VERSION) return;
  // One that is refused stays as it is.
  const [row] = connection.ask("SELECT value FROM meta WHERE name = 'key_id'");
  if (row?.['value'] !== sealer.keyId) return;
  const part = `${path}-part${process.pid}`;
  dropParts(path);
  rmSync(part, { force: true });
  makePrivate(part);
  connection.ask(`VACUUM INTO '${part.replaceAll("'", "''")}'`);
  const file = openSync(part, 'r+');
  fsyncSync(file);
  closeSync(file);
  const copy = `${path}-before${SCHEMA_VERSION}`;
  renameSync(part, copy);
  sync(dirname(path));
  console.warn(
    `The database is upgraded from schema ${version} to ${SCHEMA_VERSION}. It is kept as it was in ${copy}.`,
  );
}

/** Deletes what a crash has left of a copy. */
function dropParts(path: string): void {
  const start = `${basename(path)}-part`;
  for (const name of namesBeside(path))
    if (name.startsWith(start) && !isAlive(Number(name.slice(start.length))))
      rmSync(join(dirname(path), name), { force: true });
}

function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const namesBeside = (path: string): string[] => readdirSync(dirname(path));
