import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Finding, failed, ok, warning } from './check.ts';

const MB = 1024 * 1024;
const LEAST_MB = 100;
const SCARCE_MB = 1024;

/** Tells how much room the disk of the data folder has. */
export function checkDisk(data: string): Finding {
  let place = data;
  while (!existsSync(place)) place = dirname(place);
  const { bavail, bsize } = statfsSync(place);
  const free = Math.floor((bavail * bsize) / MB);
  const said = `${free < 10 * SCARCE_MB ? `${free} MB` : `${Math.floor(free / SCARCE_MB)} GB`} are free for ${data}.`;
  if (free < LEAST_MB) return failed(said, `Free some space: a server needs at least ${LEAST_MB} MB.`);
  return free < SCARCE_MB ? warning(said, 'Free some space before it is full.') : ok(said);
}
