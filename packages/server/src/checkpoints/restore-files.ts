import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, open, rename, rmdir, symlink, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ChangedFile } from './checkpoints.ts';
import type { SavedEntry, SavedState } from './saved-state.ts';

/** What makes one state of the other. */
export interface RestorePlan {
  readonly remove: readonly string[];
  /** What must be written anew, with what it is to be. */
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
 * be put back because of that is told.
 */
export async function restoreFiles({ root, now, then, plan, contents }: RestoreParts): Promise<string[]> {
  const problems: string[] = [];
  const attempt = async (path: string, work: () => Promise<void>): Promise<void> => {
    await work().catch((error: Error) => problems.push(`${path} could not be put back: ${error.message}`));
  };
  const known = new Set<string>();
  for (const path of plan.remove)
    await attempt(path, async () => {
      if (await hasPlace(root, path, known)) await unlink(join(root, path));
    });
  await removeEmptyFolders(root, now, then, plan.remove);
  known.clear();
  const writing = plan.write[Symbol.iterator]();
  for await (const bytes of contents) {
    const next = writing.next();
    if (next.done === true) break;
    const [path, { mode }] = next.value;
    await attempt(path, async () => {
      if (bytes === undefined) throw new Error('the checkpoint is damaged');
      await makePlace(root, dirname(path), known);
      await writeEntry({ path: join(root, path), bytes, mode, isSaved: now.entries.has(path) });
    });
  }
  for (const [path, mode] of plan.modes)
    await attempt(path, async () => {
      if (await hasPlace(root, path, known)) await chmod(join(root, path), mode);
    });
  for (const folder of then.emptyFolders)
    await attempt(folder, () => makePlace(root, folder.slice(0, -1), known));
  return problems;
}

/** Takes away folders that were not there then, when nothing is in them any more; the deepest first. */
async function removeEmptyFolders(
  root: string,
  now: SavedState,
  then: SavedState,
  removed: readonly string[],
): Promise<void> {
  const kept = foldersOf([...then.entries.keys(), ...then.emptyFolders]);
  const folders = foldersOf([...removed, ...now.emptyFolders]);
  // One that holds something, or that is gone, stays as it is.
  for (const folder of [...folders].sort((a, b) => b.length - a.length))
    if (!kept.has(folder) && (await hasPlace(root, folder.slice(0, -1), new Set())))
      await rmdir(join(root, folder)).catch(() => {});
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

/** Whether all that a path stands in are folders, not links. */
async function hasPlace(root: string, path: string, known: Set<string>): Promise<boolean> {
  const above = dirname(path);
  if (above === '.' || known.has(above)) return true;
  if (!(await hasPlace(root, above, known))) return false;
  const stats = await lstat(join(root, above)).catch(() => undefined);
  if (stats?.isDirectory() !== true) return false;
  known.add(above);
  return true;
}

/** Makes a folder and those above it. */
async function makePlace(root: string, folder: string, known: Set<string>): Promise<void> {
  if (folder === '.' || known.has(folder)) return;
  await makePlace(root, dirname(folder), known);
  const stats = await lstat(join(root, folder)).catch(() => undefined);
  if (stats === undefined) await mkdir(join(root, folder));
  else if (!stats.isDirectory()) throw new Error(`${folder} is no folder, and was not saved`);
  known.add(folder);
}

interface NewEntry {
  readonly path: string;
  readonly bytes: Buffer;
  readonly mode: number | null;
  /** Whether what is there now was saved. */
  readonly isSaved: boolean;
}

async function writeEntry({ path, bytes, mode, isSaved }: NewEntry): Promise<void> {
  const temporary = join(dirname(path), `.millrace-${randomBytes(8).toString('hex')}.tmp`);
  const old = await lstat(path).catch(() => undefined);
  // Only one that is empty goes.
  if (old?.isDirectory()) await rmdir(path);
  else if (old !== undefined && !isSaved) throw new Error('what is there now could not be saved');
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
