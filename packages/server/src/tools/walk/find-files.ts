import { type FileCompletions, rankFiles } from '@millrace/engine/run';
import { pathNames } from '../workspace/path-names.ts';
import { openWorkspace } from '../workspace/workspace.ts';
import { walkFolder } from './walk-folder.ts';

export interface FindLimits {
  /** The most files and folders that are looked at. */
  readonly most: number;
  /** The longest time that the look takes, in milliseconds. */
  readonly ms: number;
  readonly now: () => number;
}

const LIMITS: FindLimits = { most: 50_000, ms: 2_000, now: Date.now };

/**
 * The files of a workspace whose paths fit a query, best first: those that a listing shows and whose paths tools take. Links are left
 * out, as tools follow none. A look that takes too long, or at too many, is cut. Patterns of ignore files may take forever.
 */
export async function findFiles(
  root: string,
  query: string,
  { most, ms, now }: FindLimits = LIMITS,
): Promise<FileCompletions> {
  const end = now() + ms;
  const paths: string[] = [];
  let looked = 0;
  let truncated = false;
  const walk = {
    ...{ workspace: openWorkspace(root), folder: '.', depth: 'all' as const },
    signal: new AbortController().signal,
  };
  for await (const { path, type } of walkFolder(walk)) {
    truncated = ++looked > most || now() > end;
    if (truncated) break;
    if (type === 'file') paths.push(path);
  }
  return { paths: rankFiles(paths, query, { takes: (path) => canBeNamed(path, root) }), truncated };
}

/** Tells whether a tool takes the path: one with unseen characters, which could mean another place, it does not. */
function canBeNamed(path: string, root: string): boolean {
  try {
    return pathNames(path, root).join('/') === path;
  } catch {
    return false;
  }
}
