import { readdirSync, readFileSync } from 'node:fs';
import { PROVIDERS } from '@millrace/server';
import { expect, test } from 'vitest';
import { VARIABLES } from '../variables.ts';
import type { Command } from './command.ts';
import { COMMANDS } from './commands.ts';
import { nearest } from './nearest.ts';
import { parseCommand } from './parse-command.ts';
import { UsageError } from './usage-error.ts';

/** A command that does nothing, as another file would add it. */
function command(name: string, more: Partial<Command> = {}): Command {
  return { name, summary: `do ${name}`, flags: [], run: async () => ({ text: '', facts: null }), ...more };
}

const table: readonly Command[] = [
  command('serve', { flags: [{ name: 'port', value: 'NUMBER', summary: 'the port' }] }),
  command('user add', {
    args: [{ name: 'name', summary: 'the name' }],
    flags: [{ name: 'admin', short: 'a', summary: 'as an admin' }],
  }),
  command('user list'),
  command('link'),
];

test.each([
  [[], 'serve', {}, []],
  [['--port', '80'], 'serve', { port: '80' }, []],
  [['--port=80'], 'serve', { port: '80' }, []],
  [['serve', '--port', '80', '--port', '81'], 'serve', { port: '81' }, []],
  [['link', '--json'], 'link', { json: true }, []],
  [['--json', 'link'], 'link', { json: true }, []],
  [['--json'], 'serve', { json: true }, []],
  [['-h', 'link'], 'link', { help: true }, []],
  [['user', 'add', 'Ann', '-a'], 'user add', { admin: true }, ['Ann']],
  [['user', 'add', '--', '--odd'], 'user add', {}, ['--odd']],
  [['user', 'add', '--help'], 'user add', { help: true }, []],
  [['--version'], 'serve', { version: true }, []],
] as const)('O1 %j is read', (argv, name, flags, args) => {
  const parsed = parseCommand(argv, table);
  expect([parsed.command.name, parsed.flags, parsed.args]).toEqual([name, flags, args]);
});

test.each([
  [['lnik'], 'There is no command "lnik". Did you mean "millrace link"?'],
  [['user', 'ad'], 'There is no command "user ad". Did you mean "millrace user add"?'],
  [['dance'], 'There is no command "dance". "millrace help" lists them.'],
  [['serve', '--prot', '1'], 'millrace serve has no flag --prot. Did you mean --port?'],
  [['--prot'], 'millrace serve has no flag --prot. Did you mean --port?'],
  [['link', '--colour'], 'millrace link has no flag --colour. "millrace link --help" lists its flags.'],
  [['link', '-x'], 'millrace link has no flag -x. "millrace link --help" lists its flags.'],
  [['serve', '--port'], '--port needs a value. Write millrace serve --port NUMBER.'],
  [['serve', '--port='], /^--port needs a value\./],
  [['serve', '--port', '--help'], /^--port needs a value\./],
  [['user', 'add', 'Ann', '--admin=yes'], '--admin takes no value. Write only --admin, or leave it out.'],
  [['link', 'me'], /^millrace link does not take "me"\. Leave it out;/],
  [['user', 'add'], /^millrace user add needs name: the name\. /],
] as const)('O2 %j is refused with the fix', (argv, message) => {
  expect(() => parseCommand(argv, table)).toThrow(message);
  expect(() => parseCommand(argv, table)).toThrow(UsageError);
});

test('O2 the nearest word is one that could be meant, or none', () => {
  const names = COMMANDS.map(({ name }) => name);
  expect(nearest('docter', names)).toBe('doctor');
  expect(nearest('hepl', names)).toBe('help');
  expect(nearest('x', names)).toBeUndefined();
  expect(nearest('s'.repeat(100_000), names)).toBeUndefined();
});

test('O8 help names every variable that the settings read, and every variable of a provider', () => {
  const folder = new URL('../', import.meta.url);
  const source = readdirSync(folder)
    .filter((file) => /(?:^|-)settings\.ts$/.test(file))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n');
  const read = Array.from(source.matchAll(/\bvalue\('(\w+)'\)/g), ([, name = '']) => name)
    // The system sets these.
    .filter((name) => !/^(?:HOME|XDG_\w+)$/.test(name));
  const providers = PROVIDERS.flatMap(({ keyNames, baseUrlName }) => [...keyNames, baseUrlName]);
  expect(read.length).toBeGreaterThan(10);
  const words = VARIABLES.map(({ name, summary }) => `${name} ${summary}`).join('\n');
  const unknown = [...read, ...providers].filter((name) => !new RegExp(`\\b${name}\\b`).test(words));
  expect(unknown).toEqual([]);
});
