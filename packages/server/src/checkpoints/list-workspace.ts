import type { Dirent, Stats } from 'node:fs';
import { access, constants, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CheckpointError } from './checkpoint-error.ts';
import type { LeftOut, LeftOutReason } from './checkpoints.ts';
import { IgnoreLayers } from './ignore-layers.ts';

export interface ListedFile {
  /** From the root, with slashes. */
  readonly path: string;
  readonly size: number;
  /** Its permissions; null for a link. */
  readonly mode: number | null;
}

export interface Listing {
  readonly files: readonly ListedFile[];
  /** Folders with nothing in them, each with `/` at its end. */
  readonly emptyFolders: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

export interface ListOptions {
  /** The real path of the workspace. */
  readonly root: string;
  /** The real path of the data folder, which is never looked into. */
  readonly data: string;
  readonly maxFileBytes: number;
  /** Files that are listed also when they are ignored or large. */
  readonly also: ReadonlySet<string>;
}

/** A file that is being written. */
const TEMPORARY = /^\.millrace-[0-9a-f]{16}\.tmp$/;

const AT_ONCE = 64;

/**
 * All that a checkpoint of a workspace holds, and what it leaves out. The folders of other git repositories are folders like
 * any other; `.git`, `.millrace` and the data folder are passed over. Links are not followed.
 */
export async function listWorkspace(options: ListOptions): Promise<Listing> {
  const { root, data, also } = options;
  const files: ListedFile[] = [];
  const emptyFolders: string[] = [];
  const leftOut: LeftOut[] = [];
  const queue: { folder: string; rules: IgnoreLayers }[] = [{ folder: '', rules: IgnoreLayers.none }];
  for (let open = queue.shift(); open !== undefined; open = queue.shift()) {
    const { folder } = open;
    const entries = await readFolder(join(root, folder));
    if (entries === undefined) {
      if (folder === '') throw unreadableRoot(root);
      leftOut.push({ path: folder, why: 'unreadable' });
      continue;
    }
    const hasRules = entries.some((entry) => entry.name === '.gitignore' && entry.isFile());
    const rules = hasRules ? await open.rules.within(root, folder) : open.rules;
    const wanted: string[] = [];
    for (const entry of entries) {
      const path = `${folder}${entry.name}`;
      const isFolder = entry.isDirectory();
      const why = leaveOut(entry, isFolder ? `${path}/` : path, rules);
      if (why === 'passed' || join(root, path) === data) continue;
      if (why === undefined && isFolder) queue.push({ folder: `${path}/`, rules });
      else if (why === undefined || also.has(path)) wanted.push(path);
      else leftOut.push({ path: isFolder ? `${path}/` : path, why });
    }
    if (entries.length === 0 && folder !== '') emptyFolders.push(folder);
    for (let at = 0; at < wanted.length; at += AT_ONCE)
      for (const found of await Promise.all(
        wanted.slice(at, at + AT_ONCE).map((path) => look(options, path)),
      )) {
        if (found === undefined) continue;
        if ('why' in found) leftOut.push(found);
        else files.push(found);
      }
  }
  await addIgnored(options, { files, leftOut });
  return { files, emptyFolders, leftOut };
}

function leaveOut(entry: Dirent, path: string, rules: IgnoreLayers): LeftOutReason | 'passed' | undefined {
  const { name } = entry;
  if (name === '.git' || name === '.millrace' || TEMPORARY.test(name)) return 'passed';
  // Git has no place for the first; of the second nobody knows which bytes it stands for.
  if (name.toLowerCase() === '.git' || name.includes('\uFFFD')) return 'name';
  if (entry.isDirectory()) {
    if (name === 'node_modules') return 'ignored';
  } else if (!entry.isFile() && !entry.isSymbolicLink()) return 'special';
  return rules.ignores(path) ? 'ignored' : undefined;
}

function unreadableRoot(root: string): CheckpointError {
  return new CheckpointError(
    'bad_folder',
    `The workspace ${root} can't be read. Check that it exists and who owns it.`,
  );
}

async function readFolder(path: string): Promise<readonly Dirent[] | undefined> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch {
    return undefined;
  }
}

/** The entry at a path; undefined when it has disappeared meanwhile. */
async function look(
  { root, maxFileBytes, also }: ListOptions,
  path: string,
): Promise<ListedFile | LeftOut | undefined> {
  const absolute = join(root, path);
  const stats = await lstat(absolute).catch(() => undefined);
  if (stats === undefined || stats.isDirectory()) return undefined;
  if (stats.isSymbolicLink()) return { path, size: stats.size, mode: null };
  if (!stats.isFile()) return { path, why: 'special' };
  if (stats.size > maxFileBytes && !also.has(path)) return { path, why: 'large' };
  if (!(await isReadable(absolute, stats))) return { path, why: 'unreadable' };
  return { path, size: stats.size, mode: stats.mode & 0o777 };
}

async function isReadable(path: string, { uid, mode }: Stats): Promise<boolean> {
  const isOurs = process.getuid?.() === uid && (mode & 0o400) !== 0;
  return (
    isOurs ||
    access(path, constants.R_OK).then(
      () => true,
      () => false,
    )
  );
}

/** Adds files of folders that are ignored as a whole. */
async function addIgnored(
  options: ListOptions,
  listing: { readonly files: ListedFile[]; readonly leftOut: LeftOut[] },
): Promise<void> {
  const folders = listing.leftOut.flatMap(({ path, why }) =>
    why === 'ignored' && path.endsWith('/') ? [path] : [],
  );
  if (folders.length === 0 || options.also.size === 0) return;
  for (const path of options.also) {
    if (!folders.some((folder) => path.startsWith(folder))) continue;
    const found = (await isBehindLink(options.root, path)) ? undefined : await look(options, path);
    if (found !== undefined && !('why' in found)) listing.files.push(found);
  }
}

async function isBehindLink(root: string, path: string): Promise<boolean> {
  const names = path.split('/').slice(0, -1);
  for (let depth = 1; depth <= names.length; depth++) {
    const stats = await lstat(join(root, ...names.slice(0, depth))).catch(() => undefined);
    if (stats?.isDirectory() !== true) return true;
  }
  return false;
}
