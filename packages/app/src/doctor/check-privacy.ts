import type { StoreFacts } from '@millrace/server';
import { PROMISE } from '../promise.ts';
import { type Finding, failed, ok, skipped, warning } from './check.ts';

/** Says what the page promises about the keys of people, by what the database shows, and looks for what would break the promise. */
export function checkPrivacy(homeKeys: boolean, facts: StoreFacts): Finding {
  const { state, homes = [], deviceOnly = [], upgrading = false, strayCapsules = 0 } = facts;
  if (state === 'none') return ok(homeKeys ? PROMISE.home : PROMISE.devices);
  if (state !== 'current') return skipped('The database was not opened by this version yet.');
  if (strayCapsules > 0)
    return failed(
      `${strayCapsules} ${strayCapsules === 1 ? 'run that has ended still has its key' : 'runs that have ended still have their keys'} beside it in the database.`,
      'Report this as a bug; until then delete those chats.',
    );
  if (upgrading)
    return warning(
      'Chats of an older version are still sealed with the key of the server, and not with keys of their own.',
      'Let the server run until its log says that all have keys of their own.',
    );
  const parts = [
    ...(homes.length > 0 || deviceOnly.length === 0 ? [PROMISE.home] : []),
    ...(deviceOnly.length > 0
      ? [`With “Only my devices” (${accounts(deviceOnly.length)}): ${PROMISE.devices}`]
      : []),
  ];
  return ok(parts.join(' '));
}

const accounts = (count: number): string => `${count} ${count === 1 ? 'account' : 'accounts'}`;
