import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { IGNORE_FILES, IgnoreRules } from './ignore-rules.ts';

export interface Entry {
  /** From the root, with slashes. */
  readonly path: string;
  /** A link is one, wherever it leads: it is told and never followed. */
  readonly type: 'file' | 'folder' | 'link';
}

export interface Walk {
  /** The real path of the workspace. */
  readonly root: string;
  /** The folder to begin with, from the root; `.` for the root. */
  readonly folder: string;
  /** Whether to go into folders. */
  readonly depth: 'one' | 'all';
  readonly signal: AbortSignal;
}

interface Open {
  readonly folder: string;
  readonly rules: IgnoreRules;
}

/**
 * Gives what is in a folder, level by level, each level in the order of names. What ignore files name, `.git`, `.millrace` and
 * `node_modules` are left out, unless the walk begins there or below. Folders that can't be read are empty.
 */
export async function* walkFolder({ root, folder, depth, signal }: Walk): AsyncGenerator<Entry> {
  const start = folder === '.' ? '' : folder;
  const queue: Open[] = [{ folder: start, rules: await rulesAbove(root, start) }];
  for (let open = queue.shift(); open !== undefined && !signal.aborted; open = queue.shift()) {
    const entries = await read(join(root, open.folder));
    const rules = await open.rules.within(root, open.folder, fileNames(entries));
    for (const entry of entries) {
      const path = open.folder === '' ? entry.name : `${open.folder}/${entry.name}`;
      const type = entry.isSymbolicLink() ? 'link' : entry.isDirectory() ? 'folder' : 'file';
      if (rules.ignores(type === 'folder' ? `${path}/` : path)) continue;
      yield { path, type };
      if (type === 'folder' && depth === 'all') queue.push({ folder: path, rules });
    }
  }
}

/** The rules of the folders above one; none of them when they leave it out, as it was asked for. */
async function rulesAbove(root: string, folder: string): Promise<IgnoreRules> {
  if (folder === '') return IgnoreRules.none;
  let rules = IgnoreRules.none;
  let above = '';
  for (const name of folder.split('/')) {
    rules = await rules.within(root, above, fileNames(await read(join(root, above))));
    above = above === '' ? name : `${above}/${name}`;
    if (rules.ignores(`${above}/`)) rules = IgnoreRules.none;
  }
  return rules;
}

/** Whether ignore files leave out a file that was found below a folder. They may take for ever. */
export async function isLeftOut(root: string, folder: string, path: string): Promise<boolean> {
  let above = folder === '.' ? '' : folder;
  if (path === above) return false;
  let rules = await rulesAbove(root, above);
  for (const name of path.slice(above === '' ? 0 : above.length + 1).split('/')) {
    rules = await rules.within(root, above, IGNORE_FILES);
    above = above === '' ? name : `${above}/${name}`;
    if (rules.ignores(above === path ? above : `${above}/`)) return true;
  }
  return false;
}

async function read(path: string): Promise<readonly Dirent[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function fileNames(entries: readonly Dirent[]): readonly string[] {
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
