import type { ServerStore, Session } from '@millrace/server';
import { oneLine } from './one-line.ts';
import { findPerson, withStore } from './people.ts';
import type { Settings } from './settings.ts';

/** A device that is signed in. */
export interface DeviceFacts {
  readonly id: string;
  readonly name: string;
  readonly created_at: number;
  readonly seen_at: number;
  readonly expires_at: number;
}

/** The devices of a person, the one that was here last first. */
export const listDevices = (settings: Settings, person: string): Promise<DeviceFacts[]> =>
  withStore(settings, async (store) => {
    const { id } = await findPerson(store, person);
    return (await store.listSessions(id, Date.now())).map(factsOf);
  });

/** Signs a device of a person out, or all of them. Returns those that were. */
export const signOut = (
  settings: Settings,
  person: string,
  device: string | undefined,
): Promise<DeviceFacts[]> =>
  withStore(settings, async (store) => {
    const { id } = await findPerson(store, person);
    const sessions = await sessionsCalled(store, id, device);
    if (device === undefined) await store.dropOtherSessions(id, undefined);
    for (const { hash } of sessions) await store.dropSession(id, hash);
    return sessions.map(factsOf);
  });

async function sessionsCalled(
  store: ServerStore,
  account: string,
  device: string | undefined,
): Promise<Session[]> {
  const all = await store.listSessions(account, Date.now());
  if (device === undefined) return all;
  const found = all.filter(
    ({ hash, name }) => name === device || (device.length >= 4 && idOf(hash).startsWith(device)),
  );
  if (found.length === 1) return found;
  throw new Error(
    found.length === 0
      ? `No device is called ${JSON.stringify(device)}. "millrace user devices" shows them.`
      : `${found.length} devices are called ${JSON.stringify(device)}. Use an id of "millrace user devices".`,
  );
}

/** An id that is easy to type: without the hyphens that would make it a flag. */
const idOf = (hash: string): string => Buffer.from(hash, 'base64url').toString('hex');

/** A device in one line. */
export function deviceLine({ id, name, seen_at }: DeviceFacts): string {
  const seen = new Date(seen_at).toISOString().slice(0, 16).replace('T', ' ');
  return `${id.slice(0, 8)} last here ${seen} UTC  ${oneLine(name || '(no name)')}`;
}

function factsOf({ hash, name, createdAt, seenAt, expiresAt }: Session): DeviceFacts {
  return { id: idOf(hash), name, created_at: createdAt, seen_at: seenAt, expires_at: expiresAt };
}
