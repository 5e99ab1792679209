import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';

/** Throws with the fix when the key folder is in the data folder: whoever has the data would have the keys. */
export function refuseKeysInData(data: string, keys: string): void {
  if (isInside(realPath(data), realPath(keys)))
    throw new Error(`The keys must not be in the data folder ${data}. Set MILLRACE_KEYS to another folder.`);
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The place that a path leads to, also when its end is not there yet. */
function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realPath(parent), basename(path));
}
