import { findCommands } from './find-commands.ts';
import { judgeLine } from './judge-line.ts';
import { asShellCommands } from './plain-command.ts';
import type { ShellCommand, ShellProgram, ShellWord } from './shell-program.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

// These run what their arguments say, here, elsewhere or later, or change what later names mean.
const RUNNERS = words(
  'eval exec command builtin source . env sudo doas su pkexec runuser xargs parallel nohup timeout nice ionice chrt taskset ' +
    'setsid stdbuf unbuffer watch entr script expect chroot unshare nsenter strace ltrace gdb flock ssh at batch crontab ' +
    'systemd-run sh bash rbash dash ash zsh ksh mksh fish csh tcsh busybox toybox pwsh powershell cmd trap alias unalias ' +
    'export declare typeset local readonly let set setopt unsetopt shopt enable hash bind complete compgen compopt mapfile ' +
    'readarray getopts coproc time noglob nocorrect - repeat autoload zmodload emulate fc history call start jobs fg bg ' +
    'disown suspend caller read unset wait print times ulimit umask pushd popd dirs chdir',
);

// These read some of their arguments as names of variables or as arithmetic, in which a quoted `$(…)` runs.
const ARITHMETIC = words('test [ printf kill exit return shift break continue logout bye');
const NAMES_VARIABLE = /^-[a-zA-Z]*[vR]|[$`[]/;

const FIND_RUNS = words('-exec -execdir -ok -okdir');

// Texts inside texts inside texts: nobody writes that by hand.
const MAX_DEPTH = 8;

/** In a line that is not understood, these may be more than text. */
const SUBSTITUTES = /[$`{]/;
const SEVERAL_WORDS = /[\s;&|$`{]/;

/**
 * The commands of a command line with those that other commands run: behind `sudo`, `xargs` or `find -exec` every tail of the
 * words may be one, and a text of several words, as for `bash -c`, is read as a command line again. In a line that is not
 * plain every quoted `$(…)` may run. All that is hidden, too. Pure. Never throws. Linear.
 */
export function commandParts(text: string): ShellProgram {
  const line = judgeLine(text);
  const commands = line.commands === undefined ? findCommands(text) : asShellCommands(line.commands);
  const runner = commands.map(hiddenBy).find((why) => why !== undefined);
  const hidden = line.commands === undefined ? line.hidden : runner;
  if (hidden === undefined) return { commands, hidden };
  const found: Found = { parts: [], read: new Set() };
  const readAgain = runner === undefined ? SUBSTITUTES : SEVERAL_WORDS;
  for (const command of commands) addParts(found, command, readAgain, 0);
  return { commands: found.parts, hidden };
}

interface Found {
  readonly parts: ShellCommand[];
  /** The texts that were read again. A text for several commands to read is read once. */
  readonly read: Set<string>;
}

function addParts(found: Found, command: ShellCommand, readAgain: RegExp, depth: number): void {
  const { words: all, reads, writes } = command;
  found.parts.push(command);
  const runs = hiddenBy(command) !== undefined;
  if (runs) for (let i = 1; i < all.length; i++) found.parts.push({ ...NOTHING, words: tail(all, i) });
  if (depth === MAX_DEPTH) return;
  const again = runs ? SEVERAL_WORDS : readAgain;
  for (const { text } of [...all, ...reads, ...writes]) {
    if (!again.test(text) || found.read.has(text)) continue;
    found.read.add(text);
    for (const each of findCommands(inBraces(text))) addParts(found, each, again, depth + 1);
  }
}

const NOTHING = { words: [], writes: [], reads: [], fed: false } as const;

/** A text as braces make words of it: `{rm,x}` runs `rm x`. */
function inBraces(text: string): string {
  return text.replace(/[{},]/g, ' ');
}

/** The name by which a command is known, without the folder it is in. */
export function commandName(word: ShellWord | undefined): string {
  const text = word?.text ?? '';
  return text.slice(text.lastIndexOf('/') + 1).toLowerCase();
}

/** Tells whether the commands behind this one run in another folder. */
export function changesFolder({ words: all }: ShellCommand): boolean {
  return commandName(all[0]) === 'cd';
}

/** Why a command may run something else than its name says. */
function hiddenBy({ words: all }: ShellCommand): string | undefined {
  const [first, ...others] = all;
  if (first === undefined) return undefined;
  const name = commandName(first);
  if (!first.known || (first.glob && first.text !== '[')) return 'the name of a command is not plain';
  if (RUNNERS.has(name)) return `${name} runs what its arguments say`;
  if (all.some(({ text }) => FIND_RUNS.has(text))) return `${name} runs what its arguments say`;
  if (ARITHMETIC.has(name) && others.some(({ text }) => NAMES_VARIABLE.test(text)))
    return `${name} may run what its arguments say`;
  return undefined;
}

// A long list of arguments has as many tails. A rule looks at the first words only, and long rules are rare.
const TAIL_LENGTH = 32;

function tail(all: readonly ShellWord[], from: number): readonly ShellWord[] {
  return all.slice(from, from + TAIL_LENGTH);
}
