import { ChangeSet, type Text } from '@codemirror/state';
import type { DraftBlock } from '@millrace/engine/document';
import { blocksAfter, blocksOf } from './doc-blocks.ts';
import { startingAt } from './find-block.ts';

/** A line break to insert. */
export interface Break {
  readonly from: number;
  readonly insert: string;
}

/**
 * The line breaks that keep what was written beside a closed block out of it. `kept` are the blocks where they stand in the new text, in
 * order; the first behind `end` that is as it was, or that breaks do not help, is the last one that is looked at.
 */
export function keepApart(doc: Text, kept: Iterable<DraftBlock>, end: number): readonly Break[] {
  const { blocks, unread } = blocksOf(doc);
  const breaks: Break[] = [];
  for (const block of kept) {
    if (unread !== undefined && block.to >= unread.start) break;
    const isThere = isSame(startingAt(blocks, block.from), block);
    if (isThere && block.from <= end) continue;
    const helpful = isThere ? [] : breaksAround(doc, block);
    if (helpful.length === 0 && block.from > end) break;
    breaks.push(...helpful);
  }
  return breaks;
}

/** The least breaks with which a block is there again; none when none help, as when a fence was opened above it. */
function breaksAround(doc: Text, block: DraftBlock): readonly Break[] {
  const isFirst = block.from === 0 || doc.sliceString(block.from - 1, block.from) === '\n';
  for (const before of isFirst ? ['', '\n'] : ['\n', '\n\n'])
    for (const behind of ['', '\n', '\n\n']) {
      const breaks = [
        ...(before === '' ? [] : [{ from: block.from, insert: before }]),
        ...(behind === '' ? [] : [{ from: block.to, insert: behind }]),
      ];
      const moved = { ...block, from: block.from + before.length, to: block.to + before.length };
      if (breaks.length > 0 && isThereWith(doc, breaks, moved)) return breaks;
    }
  return [];
}

function isThereWith(doc: Text, breaks: readonly Break[], block: DraftBlock): boolean {
  const changes = ChangeSet.of([...breaks], doc.length);
  const { blocks } = blocksAfter(doc, changes, changes.apply(doc));
  return isSame(startingAt(blocks, block.from), block);
}

function isSame(found: DraftBlock | undefined, { to, kind }: DraftBlock): boolean {
  return found?.closed === true && found.to === to && found.kind === kind;
}
