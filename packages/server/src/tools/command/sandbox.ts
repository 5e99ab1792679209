import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import type { Environment } from './command-env.ts';

export interface Sandbox {
  /** The program that makes it. */
  readonly program: string;
  readonly root: string;
  readonly cwd: string;
  readonly network: boolean;
  /** Folders that can't be seen, such as the one with the keys. */
  readonly hide: readonly string[];
}

/** The parts of `/run` that programs and names of hosts need. The rest is sockets that may do what a command can't. */
const OF_RUN: readonly string[] = [
  '/run/current-system',
  '/run/systemd/resolve',
  '/run/resolvconf',
  '/run/nscd',
];

/** The path of bubblewrap. Throws when it is not installed: a command that was to be shut in must not run outside. */
export function findBubblewrap(env: Environment): string {
  const found = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, 'bwrap'))
    .find(isProgram);
  if (found === undefined)
    throw new Error(
      "Commands should run in bubblewrap (sandbox: 'bwrap'), but bwrap is not in the PATH. Install the package bubblewrap, or leave the option out.",
    );
  return found;
}

/**
 * The command that runs a program shut in: the workspace may be written, all else can only be read, `/tmp` is empty and its own, there are
 * no other processes, no sockets of the system's services and, unless it is allowed, no network. Our own data in the workspace
 * and the folders to hide are empty. When the program ends, all that it started ends too.
 */
export function inSandbox(
  { program, root, cwd, network, hide }: Sandbox,
  argv: readonly string[],
): [string, ...string[]] {
  const hidden = [join(root, '.millrace'), ...hide]
    .filter((path) => existsSync(path))
    .map((path) => realpathSync(path));
  const isInside = (path: string): boolean => path === root || path.startsWith(root + sep);
  const empty = (paths: readonly string[]): string[] =>
    [...new Set(paths)].flatMap((path) => ['--tmpfs', path]);
  return [
    program,
    ...['--ro-bind', '/', '/'],
    ...['--dev', '/dev'],
    ...['--proc', '/proc'],
    ...['--tmpfs', '/tmp'],
    ...(existsSync('/run') ? ['--tmpfs', '/run'] : []),
    ...OF_RUN.flatMap((path) => ['--ro-bind-try', path, path]),
    // The workspace comes after what may be above it, and before what may be in it.
    ...empty(hidden.filter((path) => !isInside(path))),
    ...['--bind', root, root],
    ...empty(hidden.filter(isInside)),
    '--unshare-all',
    ...['--cap-drop', 'ALL'],
    ...(network ? ['--share-net'] : []),
    '--die-with-parent',
    ...['--chdir', cwd],
    '--',
    ...argv,
  ];
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
