import { openWorkspace } from '../workspace/workspace.ts';
import { type Entry, type Walk, walkFolder } from './walk-folder.ts';

export const MOST_ENTRIES = 500;
/** Entries that are left out are counted up to here. */
export const MOST_COUNTED = 20_000;

/** The entries of a folder, as many as are listed, and how many are left out. Patterns of ignore files may take forever. */
export async function listFolder(
  root: string,
  { folder, depth }: Pick<Walk, 'folder' | 'depth'>,
): Promise<{ readonly shown: readonly Entry[]; readonly left: number }> {
  const shown: Entry[] = [];
  let left = 0;
  for await (const entry of walkFolder({
    ...{ workspace: openWorkspace(root), folder, depth },
    signal: new AbortController().signal,
  })) {
    if (shown.length < MOST_ENTRIES) shown.push(entry);
    else if (++left > MOST_COUNTED) break;
  }
  return { shown, left };
}
