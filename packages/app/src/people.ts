import { randomUUID } from 'node:crypto';
import {
  type Account,
  type AccountChange,
  FIRST_ACCOUNT,
  type Invitation,
  issueInvitation,
  issueToken,
  type ServerStore,
} from '@millrace/server';
import { removeMemberFolder } from './member-folder.ts';
import { oneLine } from './one-line.ts';
import { openStore } from './open-backend.ts';
import { readServerFile } from './server-file.ts';
import type { Settings } from './settings.ts';

/** A link for somebody, and for how long it works. */
export interface PersonLink {
  readonly link: string;
  readonly expires_at: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Does something with the store of the server that a data folder belongs to. */
export async function withStore<T>(settings: Settings, work: (store: ServerStore) => Promise<T>): Promise<T> {
  const store = await openStore(settings);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Everybody, oldest first. */
export const listPeople = (settings: Settings): Promise<Account[]> =>
  withStore(settings, (store) => store.listAccounts());

export function invitePerson(
  settings: Settings,
  name: string,
  role: Invitation['role'],
  days: number,
): Promise<PersonLink> {
  const url = serverOf(settings);
  return withStore(settings, async (store) => {
    const expires_at = Date.now() + days * DAY_MS;
    const times = { createdAt: Date.now(), expiresAt: expires_at };
    const facts = { id: randomUUID(), name, role, by: FIRST_ACCOUNT, ...times };
    return { link: `${url}/start#${await issueInvitation(store, facts)}`, expires_at };
  });
}

/** A link that signs another device of a person in. */
export function linkFor(settings: Settings, person: string): Promise<PersonLink> {
  const url = serverOf(settings);
  return withStore(settings, async (store) => {
    const { id } = await findPerson(store, person);
    return { link: `${url}/start#${await issueToken(store, id)}`, expires_at: Date.now() + DAY_MS };
  });
}

export function changePerson(
  settings: Settings,
  person: string,
  change: Parameters<ServerStore['changeAccount']>[1],
): Promise<Account> {
  return withStore(settings, async (store) =>
    changed(await store.changeAccount((await findPerson(store, person)).id, change)),
  );
}

export function removePerson(settings: Settings, person: string): Promise<Account> {
  return withStore(settings, async (store) => {
    const account = changed(await store.removeAccount((await findPerson(store, person)).id));
    await removeMemberFolder(settings.data, account.id);
    return account;
  });
}

/** The one person with an id, the beginning of an id, or a name. */
export async function findPerson(store: ServerStore, said: string): Promise<Account> {
  const all = await store.listAccounts();
  const found = all.filter(
    ({ id, name }) => id === said || name === said || (said.length >= 4 && id.startsWith(said)),
  );
  const [account] = found;
  if (account !== undefined && found.length === 1) return account;
  throw new Error(
    account === undefined
      ? `There is nobody called ${JSON.stringify(said)}. "millrace user list" shows everybody.`
      : `${found.length} people are called ${JSON.stringify(said)}. Use an id of "millrace user list".`,
  );
}

function changed(change: AccountChange): Account {
  if (change === 'owner') throw new Error("The owner can't be suspended, removed or given another role.");
  if (change === 'no_account') throw new Error('They are no longer here.');
  return change;
}

/** The address that a link leads to. */
function serverOf({ data }: Settings): string {
  const place = readServerFile(data);
  if (place !== undefined) return place.publicUrl;
  throw new Error(`No Millrace is running on ${data}. Start it first, or set MILLRACE_DATA to its folder.`);
}

/** A person in one line. */
export function personLine({ id, name, role, status }: Account): string {
  const shown = name === '' ? (id === FIRST_ACCOUNT ? '(you)' : '(no name)') : name;
  return `${id.slice(0, 8).padEnd(9)}${role.padEnd(8)}${status === 'suspended' ? 'suspended  ' : ''}${oneLine(shown)}`;
}
