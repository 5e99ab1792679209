import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { constants, lstat, open, rename, unlink } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readUpTo } from '../../plain-file.ts';
import { type FileInverse, inverseOf, undoBytes, versionOf } from './file-inverse.ts';
import {
  type Folder,
  hasDescriptors,
  inFolder,
  linkError,
  notAFile,
  notFound,
  openFile,
  type Tree,
} from './folders.ts';
import {
  type EntryKind,
  kindOf,
  listIn,
  type OpenFolder,
  plainName,
  statIn,
  type WorkspaceEntry,
  type WorkspaceStat,
} from './open-folder.ts';
import { pathNames } from './path-names.ts';
import { decodeText, encodeText, NEW_FORM, type TextForm } from './text-form.ts';
import { errorCode, quotePath, WorkspaceError } from './workspace-error.ts';

export type { EntryKind, OpenFolder, WorkspaceEntry, WorkspaceStat };

/** A text file that was read. */
export interface TextFile {
  /** With `\n` where all lines of the file end with CRLF. */
  readonly text: string;
  readonly form: TextForm;
  /** The hash of its bytes. To touch a file does not change it. */
  readonly version: string;
}

/** The options of writing a file. */
export interface WriteOptions {
  /** The version that was read, or null if there was no file. Anything else is refused. Without it nothing is compared. */
  readonly expected?: string | null | undefined;
}

/** A file after a write. */
export interface WrittenFile {
  readonly created: boolean;
  /** The present version of the file. */
  readonly version: string;
  /** The data that takes the write back. Undefined when the file was like this already, and nothing was written. */
  readonly inverse: FileInverse | undefined;
}

/** A path inside the workspace. */
export interface ResolvedPath {
  /** From the root on, with `/` between names; `.` for the root. */
  readonly path: string;
  /**
   * For another program. No part of it was a link when it was looked at; nobody can promise that it stays so until the program
   * opens it.
   */
  readonly absolute: string;
  /** Undefined when there is nothing. */
  readonly kind: EntryKind | undefined;
}

/**
 * The folder that tools work on. Paths begin at its root. Nothing outside of it is read or written, and no link is followed.
 * Failures are `WorkspaceError`s.
 */
export interface Workspace {
  readonly root: string;
  resolve(path: string, options?: { readonly mustExist?: boolean }): Promise<ResolvedPath>;
  /** Undefined when there is nothing. */
  stat(path: string): Promise<WorkspaceStat | undefined>;
  /** The entries of a folder, by name. */
  list(path: string): Promise<readonly WorkspaceEntry[]>;
  /**
   * Opens a folder once for many looks. It is named by what listings gave, name by name from the root on, so that names which
   * no path of a model may have lead there too.
   */
  inFolder<T>(names: readonly string[], work: (folder: OpenFolder) => Promise<T>): Promise<T>;
  readText(path: string): Promise<TextFile>;
  /**
   * Writes the whole file or nothing, in the encoding and with the line endings that it had. Makes the folders that are
   * missing. A file that reads like this already stays as it is, whatever was expected.
   */
  writeText(path: string, text: string, options?: WriteOptions): Promise<WrittenFile>;
  /** A file as it is, whatever it holds. */
  readBytes(path: string): Promise<{ readonly bytes: Uint8Array; readonly version: string }>;
  /** Writes the whole file as it is given, or nothing. Makes the folders that are missing. */
  writeBytes(path: string, bytes: Uint8Array, options?: WriteOptions): Promise<WrittenFile>;
  /**
   * Gives a file back what it was before a write, byte for byte, if it is still as that write left it. One that is back already
   * stays so: doing it twice is doing it once.
   */
  takeBack(path: string, inverse: FileInverse): Promise<void>;
  /** Removes a file. */
  remove(path: string, options?: WriteOptions): Promise<void>;
  /** The same folder for work that may be stopped: when the signal is aborted nothing is read or written any more. */
  during(signal: AbortSignal): Workspace;
}

const MAX_BYTES = 10 * 1024 * 1024;

const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW = 0 } = constants;

/** Opens a folder for tools. It is looked at only when something is done in it. */
export function openWorkspace(root: string, tree: Partial<Tree> = {}): Workspace {
  const place: Tree = { ...tree, root, descriptors: tree.descriptors ?? hasDescriptors() };
  const named = async <T>(path: string, work: (names: readonly string[]) => Promise<T>): Promise<T> => {
    place.signal?.throwIfAborted();
    const names = pathNames(path, root);
    return work(names).catch((error) => {
      throw tell(error, path);
    });
  };
  return {
    root,
    resolve: (path, { mustExist = false } = {}) =>
      named(path, async (names) => {
        const found = await look(place, names);
        if (found?.isSymbolicLink()) throw await linkError(place, names);
        if (found === undefined && mustExist) throw notFound(names);
        return {
          path: names.join('/') || '.',
          absolute: resolve(root, ...names),
          kind: found && kindOf(found),
        };
      }),
    stat: (path) =>
      named(path, async (names) => {
        const found = await look(place, names);
        return found && { kind: kindOf(found), size: found.size, mtimeMs: found.mtimeMs };
      }),
    list: (path) => named(path, (names) => inFolder(place, names, 'find', listIn)),
    inFolder: (names, work) =>
      inFolder(place, names.map(plainName), 'find', (folder) => work(openFolder(place, folder, names))),
    readText: (path) =>
      named(path, (names) =>
        inFile(place, names, 'find', async (folder) => {
          const found = await readFile(place, folder, names);
          if (found === undefined) throw notFound(names);
          return { ...textOf(found.bytes, names), version: found.version };
        }),
      ),
    writeText: (path, text, { expected } = {}) =>
      named(path, (names) =>
        inFile(place, names, typeof expected === 'string' ? 'find' : 'make', (folder) =>
          writeFile({ tree: place, folder, names, bytesFor: asText(text, names), expected }),
        ),
      ),
    readBytes: (path) =>
      named(path, (names) =>
        inFile(place, names, 'find', async (folder) => {
          const found = await readFile(place, folder, names);
          if (found === undefined) throw notFound(names);
          return { bytes: found.bytes, version: found.version };
        }),
      ),
    writeBytes: (path, bytes, { expected } = {}) =>
      named(path, (names) =>
        inFile(place, names, typeof expected === 'string' ? 'find' : 'make', (folder) =>
          writeFile({ tree: place, folder, names, bytesFor: () => Buffer.from(bytes), expected }),
        ),
      ),
    takeBack: (path, inverse) =>
      named(path, (names) =>
        inFile(place, names, 'find', (folder) => takeBack({ tree: place, folder, names }, inverse)).catch(
          (error: unknown) => {
            // Not even its folder is there.
            if (errorCode(error) !== 'not_found' || 'at' in inverse) throw error;
          },
        ),
      ),
    remove: (path, { expected } = {}) =>
      named(path, (names) =>
        inFile(place, names, 'find', async (folder) => {
          const found = await readFile(place, folder, names);
          if (found === undefined) throw notFound(names);
          refuseChange(names, found, expected);
          await folder.check();
          place.signal?.throwIfAborted();
          await unlink(`${folder.path}/${names.at(-1)}`);
        }),
      ),
    during: (signal) => openWorkspace(root, { ...place, signal }),
  };
}

function openFolder(tree: Tree, folder: Folder, names: readonly string[]): OpenFolder {
  const readBytes: OpenFolder['readBytes'] = async (name, most) => {
    const path = [...names, plainName(name)];
    const found = await readFile(tree, folder, path, most);
    if (found === undefined) throw notFound(path);
    return found.bytes;
  };
  return { list: () => listIn(folder), stat: async (name) => statIn(folder, plainName(name)), readBytes };
}

/** The facts about a path; undefined when nothing is there, also no folder that it could be in. */
async function look(tree: Tree, names: readonly string[]): Promise<Stats | undefined> {
  try {
    return await inFolder(tree, names.slice(0, -1), 'find', (folder) =>
      lstat(names.length === 0 ? `${folder.path}/.` : `${folder.path}/${names.at(-1)}`),
    );
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'not_found') return undefined;
    throw error;
  }
}

function inFile<T>(
  tree: Tree,
  names: readonly string[],
  make: 'make' | 'find',
  work: (folder: Folder) => Promise<T>,
): Promise<T> {
  if (names.length === 0) return Promise.reject(notAFile(names, true));
  return inFolder(tree, names.slice(0, -1), make, work);
}

interface FoundFile {
  readonly bytes: Buffer;
  readonly version: string;
  readonly stats: Stats;
}

async function readFile(
  tree: Tree,
  folder: Folder,
  names: readonly string[],
  most = MAX_BYTES,
): Promise<FoundFile | undefined> {
  const file = await openFile(tree, folder, names);
  if (file === undefined) return undefined;
  try {
    const stats = await file.stat();
    const bytes = await readUpTo(file, most, stats.size);
    if (bytes === undefined) throw tooLarge(names, most);
    return { bytes, stats, version: versionOf(bytes) };
  } finally {
    await file.close();
  }
}

function tooLarge(names: readonly string[], limit = MAX_BYTES): WorkspaceError {
  const most = (limit / 1024 / 1024).toLocaleString('en', { maximumFractionDigits: 2 });
  return new WorkspaceError(
    'too_large',
    `${quotePath(names.join('/'))} is too large: ${most} MB at most. Use a command or a search to look into it.`,
  );
}

function textOf(bytes: Buffer, names: readonly string[]): { text: string; form: TextForm } {
  const decoded = decodeText(bytes);
  if (decoded !== undefined) return decoded;
  throw new WorkspaceError(
    'not_text',
    `${quotePath(names.join('/'))} is not text that can be edited: it is binary, or neither UTF-8 nor UTF-16 with a byte order mark.`,
  );
}

function refuseChange(
  names: readonly string[],
  found: FoundFile | undefined,
  expected: string | null | undefined,
): void {
  if (expected !== undefined && (found?.version ?? null) !== expected) throw changed(names, expected);
}

function changed(names: readonly string[], expected: string | null): WorkspaceError {
  const path = quotePath(names.join('/'));
  return new WorkspaceError(
    'changed',
    expected === null
      ? `${path} exists by now. Read it first.`
      : `${path} has changed since you read it. Read it again.`,
  );
}

interface FilePlace {
  readonly tree: Tree;
  readonly folder: Folder;
  readonly names: readonly string[];
}

interface Writing extends FilePlace {
  /** The bytes to write, given the old file. */
  readonly bytesFor: (old: FoundFile | undefined) => Buffer;
  readonly expected: string | null | undefined;
}

/** A text in the form that the file has. */
function asText(text: string, names: readonly string[]): Writing['bytesFor'] {
  if (/\p{Cs}/u.test(text))
    throw new WorkspaceError('not_text', 'The text contains half of a character. Write it again without it.');
  return (old) => encodeText(text, old === undefined ? NEW_FORM : textOf(old.bytes, names).form);
}

async function writeFile({ bytesFor, expected, ...place }: Writing): Promise<WrittenFile> {
  const { tree, folder, names } = place;
  const old = await readFile(tree, folder, names);
  const bytes = bytesFor(old);
  if (bytes.length > MAX_BYTES) throw tooLarge(names);
  if (old?.bytes.equals(bytes)) return { created: false, version: old.version, inverse: undefined };
  refuseChange(names, old, expected);
  await putBytes(place, old, bytes);
  const inverse = inverseOf(old?.bytes, bytes);
  return { created: old === undefined, version: inverse.version, inverse };
}

async function takeBack(place: FilePlace, inverse: FileInverse): Promise<void> {
  const { tree, folder, names } = place;
  const now = await readFile(tree, folder, names);
  if ((now?.version ?? null) === ('at' in inverse ? inverse.before : null)) return;
  const old = now === undefined || !('at' in inverse) ? undefined : undoBytes(now.bytes, inverse);
  if (now?.version !== inverse.version || ('at' in inverse && old === undefined))
    throw new WorkspaceError(
      'changed',
      `${quotePath(names.join('/'))} has changed since this call. Undo later changes first, or restore a checkpoint.`,
    );
  if (old !== undefined) return putBytes(place, now, old);
  await folder.check();
  tree.signal?.throwIfAborted();
  await unlink(`${folder.path}/${names.at(-1)}`);
}

/**
 * Replaces the old file with a new one. What remains: a change by somebody else between the last look at the old one and
 * the renaming right after it is lost.
 */
async function putBytes(
  { tree, folder, names }: FilePlace,
  old: FoundFile | undefined,
  bytes: Buffer,
): Promise<void> {
  if (old !== undefined && (old.stats.mode & 0o222) === 0)
    throw new WorkspaceError('read_only', `${quotePath(names.join('/'))} is read-only.`);
  const path = `${folder.path}/${names.at(-1)}`;
  const temporary = `${folder.path}/.millrace-${randomBytes(8).toString('hex')}.tmp`;
  try {
    await writeNew(temporary, bytes, old?.stats.mode);
    await folder.check();
    await refuseSwap(tree, path, names, old);
    tree.signal?.throwIfAborted();
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => {});
    throw error;
  }
}

/** Writes a file that is not there yet, down to the disk. */
async function writeNew(path: string, bytes: Uint8Array, mode: number | undefined): Promise<void> {
  const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode === undefined ? 0o666 : 0o600);
  try {
    await file.writeFile(bytes);
    if (mode !== undefined) await file.chmod(mode & 0o777);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Throws when there is something else than there was when it was read. */
async function refuseSwap(
  tree: Tree,
  path: string,
  names: readonly string[],
  old: FoundFile | undefined,
): Promise<void> {
  const now = await lstat(path).catch((error) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (now?.isSymbolicLink()) throw await linkError(tree, names);
  const keys = ['dev', 'ino', 'size', 'mtimeMs'] as const;
  if (keys.some((key) => now?.[key] !== old?.stats[key])) throw changed(names, old?.version ?? null);
}

/** Failures of the file system in words, without the paths that only this process knows. */
function tell(error: unknown, path: string): unknown {
  const code = errorCode(error);
  if (error instanceof WorkspaceError || code === undefined) return error;
  return new WorkspaceError('failed', `The file system refuses ${quotePath(path)}: ${code}.`, error);
}
