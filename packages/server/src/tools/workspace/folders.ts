import { existsSync } from 'node:fs';
import { constants, type FileHandle, lstat, mkdir, open, readlink, realpath } from 'node:fs/promises';
import { join, parse, relative, sep } from 'node:path';
import { errorCode, quotePath, WorkspaceError } from './workspace-error.ts';

/** A folder that was reached from the root by names alone, through no link. */
export interface Folder {
  /** The path that reaches it now: an entry in it is this path, a slash and a name. */
  readonly path: string;
  /** Throws when it is no longer where it was. */
  check(): Promise<void>;
}

/** How folders are reached. */
export interface Tree {
  readonly root: string;
  /** True when an open folder can be reached by its number, as on Linux. */
  readonly descriptors: boolean;
  /** Nothing is written when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

const FDS = '/proc/self/fd';

// Windows has neither of them, and no links without a privilege.
const { O_NOFOLLOW = 0, O_DIRECTORY = 0, O_NONBLOCK = 0, O_RDONLY } = constants;
const READ_FOLDER = O_RDONLY | O_DIRECTORY;

export function hasDescriptors(): boolean {
  return process.platform === 'linux' && existsSync(FDS);
}

/**
 * Works in the folder that some names lead to from the root, one step after the other, through no link. With `make` missing
 * ones are made.
 *
 * With descriptors each step is taken from the folder that is open, by `/proc/self/fd`, as `openat` would: nobody can put a
 * link in its place between the look and the use. What remains: somebody who moves the open folder itself out of the
 * workspace between `check` and the use. Without them each step is looked at, and all of them again by `check`, before and
 * after the use. What remains then: somebody who swaps a folder for a link and back in just that time. Hard links and mounts
 * are not told from what else is in the workspace.
 */
export function inFolder<T>(
  tree: Tree,
  names: readonly string[],
  make: 'make' | 'find',
  work: (folder: Folder) => Promise<T>,
): Promise<T> {
  return tree.descriptors ? byDescriptors(tree, names, make, work) : byPaths(tree, names, make, work);
}

async function byDescriptors<T>(
  tree: Tree,
  names: readonly string[],
  make: 'make' | 'find',
  work: (folder: Folder) => Promise<T>,
): Promise<T> {
  const root = await openRoot(tree);
  let here = root;
  try {
    refuseDisk(await readlink(`${FDS}/${root.fd}`));
    for (const [i, name] of names.entries()) {
      const next = await openStep(tree, names.slice(0, i + 1), `${FDS}/${here.fd}/${name}`, make);
      if (here !== root) await here.close();
      here = next;
    }
    const [start, path] = [`${FDS}/${root.fd}`, `${FDS}/${here.fd}`];
    const check = async (): Promise<void> => {
      const [top, now] = [await readlink(start), await readlink(path)];
      if (now !== top && !now.startsWith(`${top}/`)) throw moved(names);
    };
    await check();
    return await work({ path, check });
  } finally {
    if (here !== root) await here.close();
    await root.close();
  }
}

async function openRoot({ root }: Tree): Promise<FileHandle> {
  try {
    return await open(root, READ_FOLDER);
  } catch (error) {
    throw noRoot(root, error);
  }
}

/** Everything is on a disk, also what the system keeps about this very process. */
function refuseDisk(root: string): void {
  if (parse(root).root === root)
    throw new WorkspaceError('outside', 'The workspace must not be the whole disk. Choose a folder.');
}

async function openStep(
  tree: Tree,
  names: readonly string[],
  path: string,
  make: 'make' | 'find',
): Promise<FileHandle> {
  const find = (): Promise<FileHandle> => open(path, READ_FOLDER | O_NOFOLLOW);
  try {
    return await find();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || make === 'find') throw await stepError(tree, names, path, error);
  }
  await makeFolder(path);
  return find().catch(async (error) => {
    throw await stepError(tree, names, path, error);
  });
}

async function byPaths<T>(
  tree: Tree,
  names: readonly string[],
  make: 'make' | 'find',
  work: (folder: Folder) => Promise<T>,
): Promise<T> {
  let path = await realpath(tree.root).catch((error) => {
    throw noRoot(tree.root, error);
  });
  refuseDisk(path);
  const steps: { readonly path: string; readonly id: string }[] = [];
  for (const [i, name] of names.entries()) {
    path = join(path, name);
    const so = names.slice(0, i + 1);
    const id = await folderId(path).catch(async (error) => {
      if (errorCode(error) !== 'ENOENT' || make === 'find') throw await stepError(tree, so, path, error);
      await makeFolder(path);
      return folderId(path);
    });
    if (id === undefined) throw await stepError(tree, so, path, undefined);
    steps.push({ path, id });
  }
  const check = async (): Promise<void> => {
    for (const step of steps)
      if ((await folderId(step.path).catch(() => undefined)) !== step.id) throw moved(names);
  };
  await check();
  const result = await work({ path, check });
  await check();
  return result;
}

/** Which folder this is; undefined for what is none. */
async function folderId(path: string): Promise<string | undefined> {
  const stats = await lstat(path, { bigint: true });
  return stats.isDirectory() ? `${stats.dev}:${stats.ino}` : undefined;
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path).catch((error) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
}

/** Opens a file of a folder for reading. Undefined when it is not there; what is no plain file is refused. */
export async function openFile(
  tree: Tree,
  folder: Folder,
  names: readonly string[],
): Promise<FileHandle | undefined> {
  const path = `${folder.path}/${names.at(-1)}`;
  const seen = await lstat(path).catch((error) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (seen === undefined) return undefined;
  if (seen.isSymbolicLink()) throw await linkError(tree, names);
  if (!seen.isFile()) throw notAFile(names, seen.isDirectory());
  // Without waiting: a pipe in its place would never open.
  const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(async (error) => {
    throw errorCode(error) === 'ELOOP' ? await linkError(tree, names) : error;
  });
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw notAFile(names, stats.isDirectory());
    await folder.check();
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

export function notAFile(names: readonly string[], isFolder: boolean): WorkspaceError {
  const what = isFolder ? 'a folder' : 'not a regular file';
  return new WorkspaceError('not_a_file', `${quotePath(names.join('/') || '.')} is ${what}.`);
}

export function notFound(names: readonly string[]): WorkspaceError {
  return new WorkspaceError('not_found', `There is no ${quotePath(names.join('/'))} in the workspace.`);
}

function noRoot(root: string, error: unknown): WorkspaceError {
  return new WorkspaceError('failed', `The workspace folder ${quotePath(root)} cannot be opened.`, error);
}

function moved(names: readonly string[]): WorkspaceError {
  return new WorkspaceError('changed', `The folder ${quotePath(names.join('/'))} was moved in the meantime.`);
}

async function stepError(
  tree: Tree,
  names: readonly string[],
  path: string,
  error: unknown,
): Promise<WorkspaceError> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats?.isSymbolicLink()) return linkError(tree, names);
  if (stats !== undefined && !stats.isDirectory())
    return new WorkspaceError('not_a_folder', `${quotePath(names.join('/'))} is not a folder.`);
  if (errorCode(error) === 'ENOENT') return notFound(names);
  const why = errorCode(error) ?? 'an unknown failure';
  return new WorkspaceError('failed', `${quotePath(names.join('/'))} cannot be opened: ${why}.`, error);
}

/** Links are not followed, so that rules see where a call leads. For one that leads inside, the error names its target. */
export async function linkError({ root }: Tree, names: readonly string[]): Promise<WorkspaceError> {
  const path = quotePath(names.join('/'));
  const target = await realpath(join(root, ...names))
    .then(async (to) => relative(await realpath(root), to).split(sep))
    .catch(() => ['..']);
  const isInside = target[0] !== '..' && !target.join('/').startsWith('/');
  return isInside
    ? new WorkspaceError('link', `${path} is a link to ${quotePath(target.join('/') || '.')}. Use that path.`)
    : new WorkspaceError('link', `${path} is a link that leads out of the workspace, or nowhere.`);
}
