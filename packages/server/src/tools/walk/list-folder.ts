import { openWorkspace } from '../workspace/workspace.ts';
import { type Entry, type Walk, walkFolder } from './walk-folder.ts';

export const MOST_ENTRIES = 500;
/** What is left out is counted so far. */
export const MOST_COUNTED = 20_000;

/** What is in a folder, as much as is told of it, and how much is left out. Patterns of ignore files may take for ever. */
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
