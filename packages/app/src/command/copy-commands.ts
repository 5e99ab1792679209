import type { Command } from './command.ts';

/** Commands about the copies of the database that upgrades make and nothing else deletes. */
export const copyCommands: readonly Command[] = [
  {
    name: 'copy list',
    summary: 'print the copies of the database that upgrades have made',
    details:
      'An upgrade of an SQLite database keeps a copy of it as it was, under the same key. What you delete later is still in the copy.',
    flags: [],
    async run({ env }) {
      const { copyLine, findCopies } = await import('../upgrade-copies.ts');
      const found = findCopies(await dataOf(env));
      return { text: found.map(copyLine).join('\n') || NONE, facts: { copies: found } };
    },
  },
  {
    name: 'copy remove',
    summary: 'delete the copies of the database that upgrades have made',
    details: 'Do it when everything works after an upgrade. The database itself stays as it is.',
    flags: [],
    async run({ env }) {
      const { copyLine, removeCopies } = await import('../upgrade-copies.ts');
      const removed = removeCopies(await dataOf(env));
      const lines = removed.map((copy) => `${copyLine(copy)} is deleted.`);
      return { text: lines.join('\n') || NONE, facts: { removed } };
    },
  },
];

const NONE = 'There are no copies of the database.';

async function dataOf(env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const { readSettings } = await import('../settings.ts');
  return readSettings(env).data;
}
