import type { Account } from '@millrace/server';
import { oneLine } from '../one-line.ts';
import type { Settings } from '../settings.ts';
import type { Argument, Command, Context, Outcome } from './command.ts';
import { UsageError } from './usage-error.ts';

const PERSON: Argument = { name: 'person', summary: 'a name, or an id of "millrace user list"' };
const MOST_DAYS = 30;

/** The settings. Modules are loaded only when they are needed, so help is quick. */
async function settingsOf(env: Context['env']): Promise<Settings> {
  const { readSettings } = await import('../settings.ts');
  return readSettings(env);
}

/** A command that changes one person. */
function change(
  verb: string,
  said: string,
  details: string,
  run: (env: Context['env'], person: string) => Promise<Account>,
): Command {
  return {
    ...{ name: `user ${verb}`, summary: said, details, args: [PERSON], flags: [] },
    async run({ env, args: [person = ''] }): Promise<Outcome> {
      const account = await run(env, person);
      return { text: `${oneLine(account.name || account.id)}: done.`, facts: account };
    },
  };
}

const setStatus =
  (status: Account['status']) =>
  async (env: Context['env'], person: string): Promise<Account> => {
    const { changePerson } = await import('../people.ts');
    const settings = await settingsOf(env);
    return changePerson(settings, person, { status });
  };

/** Commands about the people who use a server. */
export const userCommands: readonly Command[] = [
  {
    ...{ name: 'user list', summary: 'print everybody who has an account', flags: [] },
    async run({ env }) {
      const { listPeople, personLine } = await import('../people.ts');
      const settings = await settingsOf(env);
      const accounts = await listPeople(settings);
      return { text: accounts.map(personLine).join('\n'), facts: { people: accounts } };
    },
  },
  {
    name: 'user invite',
    summary: 'print a link with which one person makes an account',
    details:
      'Members chat in a room of their own, without commands and MCP servers. Admins also manage people and providers.',
    args: [{ name: 'name', summary: 'the person that it is for' }],
    flags: [
      { name: 'admin', summary: 'as an admin, not as a member' },
      { name: 'days', value: 'DAYS', summary: 'how long the link works; 3 without it' },
    ],
    async run({ env, flags, args: [name = ''] }) {
      const days = Number(flags['days'] ?? 3);
      if (!(Number.isInteger(days) && days >= 1 && days <= MOST_DAYS))
        throw new UsageError(`--days must be a whole number from 1 to ${MOST_DAYS}. Write such as --days 7.`);
      const { invitePerson } = await import('../people.ts');
      const settings = await settingsOf(env);
      const made = await invitePerson(settings, name, flags['admin'] ? 'admin' : 'member', days);
      return { text: made.link, facts: made };
    },
  },
  {
    ...{ name: 'user link', summary: 'print a link that signs another device of a person in', flags: [] },
    args: [PERSON],
    async run({ env, args: [person = ''] }) {
      const { linkFor } = await import('../people.ts');
      const settings = await settingsOf(env);
      const made = await linkFor(settings, person);
      return { text: made.link, facts: made };
    },
  },
  {
    ...{ name: 'user devices', summary: 'print the devices that a person is signed in on', flags: [] },
    args: [PERSON],
    async run({ env, args: [person = ''] }) {
      const { deviceLine, listDevices } = await import('../devices.ts');
      const devices = await listDevices(await settingsOf(env), person);
      return {
        text: devices.map(deviceLine).join('\n') || 'They are signed in nowhere.',
        facts: { devices },
      };
    },
  },
  {
    name: 'user sign-out',
    summary: 'sign a person out, on one device or on all',
    details: 'What the device reads ends within a second. The account stays open; API tokens go on.',
    args: [PERSON],
    flags: [
      {
        name: 'device',
        value: 'DEVICE',
        summary: 'only this one, by a name or an id of "millrace user devices"',
      },
    ],
    async run({ env, flags, args: [person = ''] }) {
      const { signOut } = await import('../devices.ts');
      const said = flags['device'];
      const devices = await signOut(
        await settingsOf(env),
        person,
        typeof said === 'string' ? said : undefined,
      );
      const text =
        devices.length === 0
          ? 'They are signed in nowhere.'
          : `Signed out: ${devices.map(({ name }) => oneLine(name || '(no name)')).join(', ')}.`;
      return { text, facts: { devices } };
    },
  },
  change(
    'suspend',
    'sign a person out and keep them out',
    'Their chats stay. "millrace user restore" lets them in again.',
    setStatus('suspended'),
  ),
  change(
    'restore',
    'let a suspended person in again',
    'They need a new link: "millrace user link".',
    setStatus('active'),
  ),
  change(
    'remove',
    'remove a person with all that they kept here',
    'Their chats, memories and rules are erased. It can not be undone.',
    async (env, person) => {
      const { removePerson } = await import('../people.ts');
      const settings = await settingsOf(env);
      return removePerson(settings, person);
    },
  ),
];
