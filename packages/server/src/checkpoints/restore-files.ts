import { randomBytes } from 'node:crypto';
import { constants, lstat, open, rename, rmdir, symlink, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasDescriptors, inFolder, type Tree } from '../tools/workspace/folders.ts';
import { WorkspaceError } from '../tools/workspace/workspace-error.ts';
import type { ChangedFile } from './checkpoints.ts';
import type { SavedEntry, SavedState } from './saved-state.ts';

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** The changes that turn one state into the other. */
export interface RestorePlan {
  readonly remove: readonly string[];
  /** The files to write, with their content. */
  readonly write: readonly (readonly [path: string, entry: SavedEntry])[];
  /** Only their permissions change. */
  readonly modes: readonly (readonly [path: string, mode: number])[];
  readonly changed: readonly ChangedFile[];
}

/**
 * How to come from what is there now to what was saved. What is there and was not saved then is taken away, unless it was there
 * then too and left out. Pure.
 */
export function planRestore(now: SavedState, then: SavedState): RestorePlan {
  const files = new Set<string>();
  const folders: string[] = [];
  for (const { path } of then.leftOut)
    if (path.endsWith('/')) folders.push(path);
    else files.add(path);
  const stays = (path: string): boolean =>
    files.has(path) || folders.some((folder) => path.startsWith(folder));
  const remove = [...now.entries.keys()].filter((path) => !then.entries.has(path) && !stays(path));
  const write: [string, SavedEntry][] = [];
  const modes: [string, number][] = [];
  const changed: ChangedFile[] = remove.map((path) => ({ path, status: 'removed' }));
  for (const [path, entry] of then.entries) {
    const old = now.entries.get(path);
    if (old?.oid === entry.oid && old.mode === entry.mode) continue;
    if (old?.oid === entry.oid && old.mode !== null && entry.mode !== null) modes.push([path, entry.mode]);
    else write.push([path, entry]);
    changed.push({ path, status: old === undefined ? 'added' : 'changed' });
  }
  return { remove, write, modes, changed: changed.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

export interface RestoreParts {
  readonly root: string;
  readonly now: SavedState;
  readonly then: SavedState;
  readonly plan: RestorePlan;
  /** The bytes of what is to be written, in its order; undefined for what is lost. */
  readonly contents: AsyncIterable<Buffer | undefined>;
}

/**
 * Carries a plan out. No link is followed and no folder that holds anything is removed, so what was not saved stays; what can't
 * be put back because of that is reported.
 */
export async function restoreFiles({ root, now, then, plan, contents }: RestoreParts): Promise<string[]> {
  const problems: string[] = [];
  const attempt = async (path: string, work: () => Promise<void>): Promise<void> => {
    await work().catch((error: Error) => problems.push(`${path} could not be restored: ${error.message}`));
  };
  const tree: Tree = { root, descriptors: hasDescriptors() };
  for (const path of plan.remove) await attempt(path, () => whereFolderIs(tree, path, unlink));
  await removeEmptyFolders(tree, now, then, plan.remove);
  const writing = plan.write[Symbol.iterator]();
  for await (const bytes of contents) {
    const next = writing.next();
    if (next.done === true) break;
    const [path, { mode }] = next.value;
    await attempt(path, async () => {
      if (bytes === undefined) throw new Error('the checkpoint is damaged');
      const isSaved = now.entries.has(path);
      await from(tree, path, 'make', (at) => writeEntry({ path: at, bytes, mode, isSaved }));
    });
  }
  for (const [path, mode] of plan.modes)
    await attempt(path, () => whereFolderIs(tree, path, (at) => changeMode(at, mode)));
  for (const folder of then.emptyFolders)
    await attempt(folder, () => inFolder(tree, folder.slice(0, -1).split('/'), 'make', async () => {}));
  return problems;
}

/** Takes away folders that were not there then, when nothing is in them any more; the deepest first. */
async function removeEmptyFolders(
  tree: Tree,
  now: SavedState,
  then: SavedState,
  removed: readonly string[],
): Promise<void> {
  const kept = foldersOf([...then.entries.keys(), ...then.emptyFolders]);
  const folders = foldersOf([...removed, ...now.emptyFolders]);
  // One that holds something, or that is gone, stays as it is.
  for (const folder of [...folders].sort((a, b) => b.length - a.length))
    if (!kept.has(folder)) await whereFolderIs(tree, folder.slice(0, -1), rmdir).catch(() => {});
}

/** The folders that paths stand in, or are, each with `/` at its end. */
function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end + 1);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  return folders;
}

/** Works on what a path names, from the open folder that it is in: nothing that is put in its place meanwhile leads elsewhere. */
function from(
  tree: Tree,
  path: string,
  make: 'make' | 'find',
  work: (at: string) => Promise<void>,
): Promise<void> {
  const names = path.split('/');
  return inFolder(tree, names.slice(0, -1), make, (folder) => work(`${folder.path}/${names.at(-1)}`));
}

/** The same where all that a path stands in are folders, not links; elsewhere nothing. */
async function whereFolderIs(tree: Tree, path: string, work: (at: string) => Promise<void>): Promise<void> {
  await from(tree, path, 'find', work).catch((error: unknown) => {
    if (!(error instanceof WorkspaceError)) throw error;
  });
}

/** Of the file itself: a link in its place is not followed. */
async function changeMode(path: string, mode: number): Promise<void> {
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    await file.chmod(mode);
  } finally {
    await file.close();
  }
}

interface NewEntry {
  readonly path: string;
  readonly bytes: Buffer;
  readonly mode: number | null;
  /** True when what is there now was saved. */
  readonly isSaved: boolean;
}

async function writeEntry({ path, bytes, mode, isSaved }: NewEntry): Promise<void> {
  const temporary = join(dirname(path), `.millrace-${randomBytes(8).toString('hex')}.tmp`);
  const old = await lstat(path).catch(() => undefined);
  // Only one that is empty goes.
  if (old?.isDirectory()) await rmdir(path);
  else if (old !== undefined && !isSaved) throw new Error('the current file could not be saved');
  try {
    if (mode === null) await symlink(bytes, temporary);
    else await writeFile(temporary, bytes, mode);
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
}

async function writeFile(path: string, bytes: Buffer, mode: number): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.chmod(mode);
  } finally {
    await file.close();
  }
}
