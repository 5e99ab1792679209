import type { Command } from './command.ts';
import { commandFacts, commandHelp, helpFacts, helpText } from './help-text.ts';
import { nearest } from './nearest.ts';
import { UsageError } from './usage-error.ts';

export const helpCommand: Command = {
  name: 'help',
  summary: 'print the commands and variables, or the flags of one command',
  args: [
    { name: 'command', summary: 'the command to tell about', isOptional: true },
    { name: 'second', summary: 'the second word of its name, where it has one', isOptional: true },
  ],
  flags: [],
  async run({ args, commands }) {
    if (args.length === 0) return { text: helpText(commands), facts: helpFacts(commands) };
    const wanted = args.join(' ');
    const names = commands.map(({ name }) => name);
    const command = commands.find(({ name }) => name === wanted);
    if (command !== undefined) return { text: commandHelp(command), facts: commandFacts(command) };
    const group = commands.filter(({ name }) => name.startsWith(`${wanted} `));
    if (group.length > 0)
      return { text: group.map(commandHelp).join('\n\n'), facts: group.map(commandFacts) };
    const close = nearest(wanted, names);
    const fix = close ? `Did you mean "millrace help ${close}"?` : `There are ${names.join(', ')}.`;
    throw new UsageError(`There is no command ${JSON.stringify(wanted)}. ${fix}`);
  },
};
