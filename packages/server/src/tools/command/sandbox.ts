import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Environment } from './command-env.ts';

export interface Sandbox {
  /** The program that makes it. */
  readonly program: string;
  readonly root: string;
  readonly cwd: string;
  readonly network: boolean;
}

/** Where bubblewrap is. Throws when it is not installed: what was to be shut in must not run outside. */
export function findBubblewrap(env: Environment): string {
  const found = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, 'bwrap'))
    .find(isProgram);
  if (found === undefined)
    throw new Error(
      "Commands are to run in bubblewrap (sandbox: 'bwrap'), and there is no bwrap in the PATH. Install the package bubblewrap, or leave the option out.",
    );
  return found;
}

/**
 * What runs a program shut in: the workspace may be written, all else can only be read, `/tmp` is empty and its own, there are
 * no other processes and, unless it is allowed, no network. Our own data in the workspace can't be seen. When the program ends,
 * all that it started ends too.
 */
export function inSandbox(
  { program, root, cwd, network }: Sandbox,
  argv: readonly string[],
): [string, ...string[]] {
  const data = join(root, '.millrace');
  return [
    program,
    ...['--ro-bind', '/', '/'],
    ...['--dev', '/dev'],
    ...['--proc', '/proc'],
    ...['--tmpfs', '/tmp'],
    // After /tmp, which may be above it.
    ...['--bind', root, root],
    ...(existsSync(data) ? ['--tmpfs', data] : []),
    '--unshare-all',
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
