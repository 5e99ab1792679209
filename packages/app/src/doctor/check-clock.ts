import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { postgresClock } from '@millrace/server';
import type { Settings } from '../settings.ts';
import { type Finding, failed, ok, warning } from './check.ts';

const SLACK_MS = 2000;
const WRONG_MS = 30_000;
const FIX = 'Let the system set it (timedatectl set-ntp true).';

/**
 * Compares the clock with that of Postgres, and with the times at which the data folder was written: sessions, leases and the trust in
 * certificates go by it.
 */
export async function checkClock(
  { data, store }: Pick<Settings, 'data' | 'store'>,
  now: () => number = Date.now,
): Promise<Finding> {
  const written = lastWrite(data);
  if (written - now() > SLACK_MS)
    return failed(
      `The clock is ${seconds(written - now())} before the last change of ${data}, so it stands wrong, or stood wrong then.`,
      FIX,
    );
  if (store === undefined) return ok(`The clock says ${new Date(now()).toISOString()}.`);
  const before = now();
  const theirs = await postgresClock(store);
  const off = theirs > now() ? theirs - now() : Math.min(0, theirs - before);
  if (Math.abs(off) <= SLACK_MS) return ok('The clock agrees with that of Postgres.');
  const said = `The clock is ${seconds(Math.abs(off))} ${off > 0 ? 'behind' : 'ahead of'} that of Postgres.`;
  return Math.abs(off) > WRONG_MS ? failed(said, FIX) : warning(said, FIX);
}

/** The latest time at which the files of a server were written. */
function lastWrite(data: string): number {
  const times = ['millrace.sqlite', 'millrace.sqlite-wal', 'server.json']
    .map((name) => join(data, name))
    .map((path) => (existsSync(path) ? statSync(path).mtimeMs : 0));
  return Math.max(...times);
}

function seconds(ms: number): string {
  const many = Math.round(ms / 1000);
  return many === 1 ? '1 second' : `${many} seconds`;
}
