import type { Settings } from '../settings.ts';
import type { Command, Context, Flag } from './command.ts';
import { UsageError } from './usage-error.ts';

const whose = (summary: string): Flag => ({ name: 'user', value: 'PERSON', summary });

/** The parts of a command that need the store. Modules are loaded only when they are needed, so help is quick. */
async function open(
  env: Context['env'],
): Promise<{ tokens: typeof import('../tokens.ts'); settings: Settings }> {
  const [tokens, { readSettings }] = await Promise.all([import('../tokens.ts'), import('../settings.ts')]);
  return { tokens, settings: readSettings(env) };
}

const textOf = (flag: string | true | undefined): string | undefined =>
  typeof flag === 'string' ? flag : undefined;

/** Commands about the API tokens with which programs speak for people. */
export const tokenCommands: readonly Command[] = [
  {
    name: 'token list',
    summary: 'print the API tokens, without their texts',
    flags: [whose('only those of this person, by a name or an id of "millrace user list"')],
    async run({ env, flags }) {
      const { tokens, settings } = await open(env);
      const all = await tokens.listTokens(settings, textOf(flags['user']));
      const lines = all.map((token) => tokens.tokenLine(token, Date.now()));
      return { text: lines.join('\n') || 'There are no API tokens.', facts: { tokens: all } };
    },
  },
  {
    name: 'token create',
    summary: 'make an API token and print its text, once',
    details:
      'A program sends it as "Authorization: Bearer …". Scopes: read reads chats, runs and models; chat sends and changes them; decide answers what runs ask; admin changes settings and people, as far as the person may.',
    args: [{ name: 'name', summary: 'the program that it is for' }],
    flags: [
      {
        name: 'scope',
        value: 'SCOPES',
        summary: 'read, chat, decide, admin, separated by commas; read without it',
      },
      { name: 'days', value: 'DAYS', summary: 'how long it works: 7, 30, 90, 365 or none; 90 without it' },
      whose('whose it is, by a name or an id of "millrace user list"; the owner\'s without it'),
    ],
    async run({ env, flags, args: [name = ''] }) {
      const { tokens, settings } = await open(env);
      const scopes = tokens.scopesIn(textOf(flags['scope']) ?? 'read');
      if (scopes === undefined)
        throw new UsageError(
          `--scope must be some of ${tokens.SCOPES}, not ${JSON.stringify(flags['scope'])}. Write such as --scope read,chat.`,
        );
      const days = tokens.lifeIn(textOf(flags['days']) ?? '90');
      if (days === undefined)
        throw new UsageError(
          `--days must be ${tokens.LIVES}, not ${JSON.stringify(flags['days'])}. Write such as --days 30.`,
        );
      if (name.trim() === '' || name.length > LONGEST_NAME)
        throw new UsageError(
          `The name must have 1 to ${LONGEST_NAME} characters. Write such as millrace token create "Nightly build".`,
        );
      const made = await tokens.createToken(settings, textOf(flags['user']), {
        ...{ name: name.trim(), scopes, days },
      });
      return { text: made.token, facts: made };
    },
  },
  {
    name: 'token revoke',
    summary: 'end an API token and all that is read with it',
    details: "Programs that use it are refused at once. It can't be undone.",
    args: [{ name: 'token', summary: 'a name, or an id of "millrace token list"' }],
    flags: [whose('only among those of this person')],
    async run({ env, flags, args: [said = ''] }) {
      const { tokens, settings } = await open(env);
      const token = await tokens.revokeToken(settings, said, textOf(flags['user']));
      return { text: `${token.name}: revoked.`, facts: token };
    },
  },
];

const LONGEST_NAME = 100;
