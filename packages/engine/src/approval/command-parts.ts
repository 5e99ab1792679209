import { readShell } from './read-shell.ts';
import type { ShellCommand, ShellProgram, ShellWord } from './shell-program.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

// These run what their arguments say, here, elsewhere or later, or change what later names mean.
const RUNNERS = words(
  'eval exec command builtin source . env sudo doas su pkexec runuser xargs parallel nohup timeout nice ionice chrt taskset ' +
    'setsid stdbuf unbuffer watch entr script expect chroot unshare nsenter strace ltrace gdb flock ssh at batch crontab ' +
    'systemd-run sh bash rbash dash ash zsh ksh mksh fish csh tcsh busybox toybox pwsh powershell cmd trap alias unalias ' +
    'export declare typeset local readonly let set setopt unsetopt shopt enable hash bind complete compgen mapfile readarray ' +
    'getopts coproc time noglob nocorrect - repeat autoload zmodload emulate fc history call start',
);

// These read some of their arguments as arithmetic, in which a quoted `$(…)` runs.
const ARITHMETIC = words(
  'test [ printf print read unset wait kill exit return shift break continue logout bye',
);

const FIND_RUNS = words('-exec -execdir -ok -okdir');

// Texts inside texts inside texts: nobody writes that by hand.
const MAX_DEPTH = 8;

/**
 * The commands of a command line with those that other commands run: behind `sudo`, `xargs` or `find -exec` every tail of the
 * words may be one, and a text of several words, as for `bash -c`, is read as a command line again. All that is hidden, too.
 * Pure. Never throws. Linear.
 */
export function commandParts(text: string): ShellProgram {
  const { commands, hidden } = readShell(text);
  const parts: ShellCommand[] = [];
  let why = hidden;
  const add = (command: ShellCommand, depth: number): void => {
    parts.push(command);
    const runs = hiddenBy(command);
    if (runs === undefined) return;
    why ??= runs;
    for (let i = 1; i < command.words.length; i++)
      parts.push({ words: tail(command.words, i), writes: [], reads: [] });
    if (depth === MAX_DEPTH) return;
    for (const word of command.words.slice(1))
      if (/[\s;&|]/.test(word.text)) for (const each of readShell(word.text).commands) add(each, depth + 1);
  };
  for (const command of commands) add(command, 0);
  return { commands: parts, hidden: why };
}

/** The name by which a command is known, without the folder it is in. */
export function commandName(word: ShellWord | undefined): string {
  const text = word?.text ?? '';
  return text.slice(text.lastIndexOf('/') + 1).toLowerCase();
}

/** Why a command may run something else than its name says. */
function hiddenBy({ words: all }: ShellCommand): string | undefined {
  const [first] = all;
  if (first === undefined) return undefined;
  const name = commandName(first);
  if (!first.known || (first.glob && first.text !== '[')) return 'the name of a command is not plain';
  if (RUNNERS.has(name)) return `${name} runs what its arguments say`;
  if (all.some(({ text }) => FIND_RUNS.has(text))) return `${name} runs what its arguments say`;
  if (ARITHMETIC.has(name) && all.some(({ text }) => /[$`]/.test(text)))
    return `${name} may run what its arguments say`;
  return undefined;
}

// A long list of arguments has as many tails. A rule looks at the first words only, and long rules are rare.
const TAIL_LENGTH = 32;

function tail(all: readonly ShellWord[], from: number): readonly ShellWord[] {
  return all.slice(from, from + TAIL_LENGTH);
}
