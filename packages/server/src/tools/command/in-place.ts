import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { quotePath, WorkspaceError } from '../workspace/workspace-error.ts';

/**
 * Becomes a program if it stands in the folder that is meant. A process holds the folder that it stands in, as a descriptor does:
 * what is put in its place later leads it nowhere. The dot keeps line breaks at the end of a name.
 */
const CHECKED = `[ "$(pwd -P; echo .)" = "$1" ] || { echo "$2"; exit 126; }; shift 2; exec "$@"`;
const MOVED = 'The folder was replaced in the meantime, so nothing was run.';

/** Runs a program only in this folder, which is named by its real path, and not where a link has led to instead. Pure. */
export function inPlace(folder: string, argv: readonly string[]): [string, ...string[]] {
  return ['/bin/sh', '-c', CHECKED, 'sh', `${folder}\n.`, MOVED, ...argv];
}

/** The real path of a folder that names lead to through no link. Throws when a link is on the way. */
export async function realFolder(root: string, names: readonly string[]): Promise<string> {
  const meant = join(await realpath(root), ...names);
  if (process.platform === 'linux') return meant;
  // Other file systems know a folder by more than one spelling.
  const real = await realpath(meant);
  if (spelled(real) === spelled(meant)) return real;
  throw new WorkspaceError('link', `A link is on the way to ${quotePath(names.join('/'))}.`);
}

function spelled(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
