import type { FileState, ProposedFile } from '@millrace/engine/run';
import type { Words } from '../../words/words-context.ts';
import { type DiffRow, readDiff } from './read-diff.ts';

/** A file with the lines that change, as it is drawn. */
export interface DiffFile {
  readonly path: string;
  readonly rows: readonly DiffRow[];
  readonly added: number;
  readonly removed: number;
  /** The special thing about the change. */
  readonly note?: string | undefined;
}

/** A file of a change as it is drawn, in the page's own words. Pure. */
export function diffFile(
  { path, diff, added, removed, note, state }: ProposedFile,
  words: Words['didChange'],
): DiffFile {
  // A newer server may have states that this page does not know.
  const said = state && (words as Readonly<Partial<Record<FileState, string>>>)[state];
  return { path, rows: diff ? readDiff(diff) : [], added, removed, note: said ?? note };
}
