import type { StoreFacts } from '@millrace/server';
import { readLastBackup } from '../last-backup.ts';
import { type Finding, ok, skipped, warning } from './check.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const OLD_DAYS = 7;

/** Tells how old the newest backup is. */
export function checkBackup(data: string, facts: StoreFacts, now = Date.now()): Finding {
  if (facts.state === 'none') return skipped('There is nothing to back up yet.');
  const last = readLastBackup(data);
  if (last === undefined) return warning('No backup is known.', 'Run: millrace backup FOLDER');
  const days = Math.floor((now - last.at) / DAY_MS);
  const said = `The newest backup is ${days === 1 ? 'a day' : `${days} days`} old, in ${last.folder}, ${last.keys ? 'with' : 'without'} the keys.`;
  return days > OLD_DAYS ? warning(said, 'Run: millrace backup FOLDER') : ok(said);
}
