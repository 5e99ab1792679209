import { commandName, commandParts } from './command-parts.ts';
import type { ShellCommand } from './shell-program.ts';

const ALWAYS = new Set(['rm', 'rmdir', 'unlink', 'shred', 'dd', 'truncate', 'wipefs', 'fdisk', 'srm']);

// Other commands that destroy, with the words behind the name that make them do it.
const WITH: Readonly<Record<string, readonly RegExp[]>> = {
  git: [/^clean$/, /^--hard$/, /^(-f|--force.*)$/, /^-D$/, /^(restore|filter-branch)$/],
  find: [/^-delete$/],
  docker: [/^(prune|rm|rmi)$/],
  kubectl: [/^delete$/],
  terraform: [/^destroy$/],
};

/** True if a command line deletes or overwrites what nobody can bring back, as far as its text shows. Pure. Never throws. */
export function destroys(command: string): boolean {
  return commandParts(command).commands.some(isDestroyer);
}

function isDestroyer({ words }: ShellCommand): boolean {
  const [first, ...others] = words;
  const name = commandName(first);
  if (ALWAYS.has(name) || name.startsWith('mkfs')) return true;
  const marks = Object.hasOwn(WITH, name) ? (WITH[name] ?? []) : [];
  return marks.some((mark) => others.some(({ text }) => mark.test(text)));
}
