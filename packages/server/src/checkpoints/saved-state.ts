import type { LeftOut } from './checkpoints.ts';
import type { Listing } from './list-workspace.ts';

/** The facts that a checkpoint keeps beside its files. */
export interface Rest {
  readonly leftOut: readonly LeftOut[];
  readonly emptyFolders: readonly string[];
  readonly modes: Modes;
}

/** The permissions of files, of which git keeps only whether a file can be run. */
export interface Modes {
  /** Of most files, and of most that can be run. */
  readonly plain: number;
  readonly executable: number;
  /** Of the others, by path. */
  readonly other: Readonly<Record<string, number>>;
}

/** A file or link of a saved state. */
export interface SavedEntry {
  readonly oid: string;
  /** Its permissions; null for a link. */
  readonly mode: number | null;
}

/** A state of the workspace, as it was saved. */
export interface SavedState {
  readonly entries: ReadonlyMap<string, SavedEntry>;
  readonly emptyFolders: ReadonlySet<string>;
  readonly leftOut: readonly LeftOut[];
}

export function restOf({ files, emptyFolders, leftOut }: Listing): Rest {
  const counts = new Map<number, number>();
  for (const { mode } of files) if (mode !== null) counts.set(mode, (counts.get(mode) ?? 0) + 1);
  const most = (canRun: boolean, otherwise: number): number =>
    [...counts].filter(([mode]) => isExecutable(mode) === canRun).sort((a, b) => b[1] - a[1])[0]?.[0] ??
    otherwise;
  const [plain, executable] = [most(false, 0o644), most(true, 0o755)];
  const other = files.flatMap(({ path, mode }) =>
    mode === null || mode === plain || mode === executable ? [] : [[path, mode] as const],
  );
  return { leftOut, emptyFolders, modes: { plain, executable, other: Object.fromEntries(other) } };
}

/** Reads what `git ls-tree -r -z` says. */
export function savedState(tree: string, { leftOut, emptyFolders, modes }: Rest): SavedState {
  const entries = new Map<string, SavedEntry>();
  for (const line of tree.split('\0')) {
    if (line === '') continue;
    const [about = '', path = ''] = [line.slice(0, line.indexOf('\t')), line.slice(line.indexOf('\t') + 1)];
    const [kind = '', , oid = ''] = about.split(' ');
    entries.set(path, { oid, mode: kind === '120000' ? null : modeOf(path, kind === '100755', modes) });
  }
  return { entries, emptyFolders: new Set(emptyFolders), leftOut };
}

function modeOf(path: string, canRun: boolean, { plain, executable, other }: Modes): number {
  const mode = Object.hasOwn(other, path) ? other[path] : undefined;
  return mode ?? (canRun ? executable : plain);
}

function isExecutable(mode: number): boolean {
  return (mode & 0o100) !== 0;
}
