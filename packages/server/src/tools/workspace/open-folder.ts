import type { Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import type { Folder } from './folders.ts';
import { errorCode, quotePath, WorkspaceError } from './workspace-error.ts';

export type EntryKind = 'file' | 'folder' | 'link' | 'other';

export interface WorkspaceEntry {
  readonly name: string;
  readonly kind: EntryKind;
}

export interface WorkspaceStat {
  readonly kind: EntryKind;
  readonly size: number;
  readonly mtimeMs: number;
}

/** A folder that is open: what is asked is asked of that very folder, whatever is put in its place meanwhile. */
export interface OpenFolder {
  /** Its entries, by name. */
  list(): Promise<readonly WorkspaceEntry[]>;
  /** Undefined when there is nothing. */
  stat(name: string): Promise<WorkspaceStat | undefined>;
  /** The bytes of a plain file in it, `most` of them; more are refused. */
  readBytes(name: string, most?: number): Promise<Uint8Array>;
}

/** The entries of a folder, by name. */
export async function listIn({ path }: Pick<Folder, 'path'>): Promise<readonly WorkspaceEntry[]> {
  const entries = await readdir(path, { withFileTypes: true });
  return entries
    .map((entry) => ({ name: entry.name, kind: kindOf(entry) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The kind and size of an entry of a folder; undefined when there is none. */
export async function statIn(
  { path }: Pick<Folder, 'path'>,
  name: string,
): Promise<WorkspaceStat | undefined> {
  const stats = await lstat(`${path}/${name}`).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  return stats && { kind: kindOf(stats), size: stats.size, mtimeMs: stats.mtimeMs };
}

export function kindOf(entry: Pick<Stats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): EntryKind {
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isDirectory()) return 'folder';
  return entry.isFile() ? 'file' : 'other';
}

/** A name as a listing gives it, and not a path that leads on or up. */
export function plainName(name: string): string {
  if (name === '' || name === '.' || name === '..' || /[/\0]/.test(name))
    throw new WorkspaceError('bad_path', `${quotePath(name)} is not the name of one file.`);
  return name;
}
