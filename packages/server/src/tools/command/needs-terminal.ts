/** Programs that only work in a terminal, or are about one, although nobody answers them. */
const PROGRAMS = new Set([
  'tty',
  'stty',
  'tput',
  'top',
  'htop',
  'watch',
  'tmux',
  'screen',
  'dialog',
  'whiptail',
]);

/** Programs that are asked for a terminal by `-t`, with the words that may follow their names; none for any. */
const ASKED: ReadonlyMap<string, readonly string[]> = new Map([
  ['docker', ['run', 'exec']],
  ['podman', ['run', 'exec']],
  ['kubectl', ['run', 'exec']],
  ['ssh', []],
]);

/** Words that may stand before the name of a program. */
const BEFORE = /^(?:\w+=\S*|sudo|env|exec|command|time|nice|nohup|timeout|-\S+|\d+(?:\.\d+)?[smhd]?)$/;

/**
 * Tells whether a command line names a program that is known to need a terminal. It reads the line roughly: what it overlooks runs
 * without one, as all else does. Pure.
 */
export function needsTerminal(command: string): boolean {
  return command.split(/[;&|()\n]+/).some((part) => {
    const words = part.trim().split(/\s+/);
    const [path = '', ...rest] = words.slice(words.findIndex((word) => !BEFORE.test(word)));
    const name = path.slice(path.lastIndexOf('/') + 1);
    return PROGRAMS.has(name) || asksFor(name, rest);
  });
}

function asksFor(name: string, words: readonly string[]): boolean {
  const actions = ASKED.get(name);
  if (actions === undefined || (actions.length > 0 && !actions.includes(words[0] ?? ''))) return false;
  return words.some((word) => word === '--tty' || (/^-[A-Za-z]+$/.test(word) && word.includes('t')));
}
