import type { Transaction } from '@codemirror/state';
import type { DraftBlock } from '@millrace/engine/document';
import { blocksAfter, blocksOf } from './doc-blocks.ts';
import type { Range } from './preview-groups.ts';

/** The index of the first range that ends at a place or behind it; their number when none does. */
export function firstTo(ranges: readonly Range[], at: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.to ?? at) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The range that begins at a place. */
export function startingAt<T extends Range>(ranges: readonly T[], from: number): T | undefined {
  const found = ranges[firstTo(ranges, from)];
  return found?.from === from ? found : undefined;
}

/** The blocks that are other ones after a change, before and behind it. */
export interface Exchanged {
  readonly old: readonly DraftBlock[];
  readonly now: readonly DraftBlock[];
}

/** Finds the blocks that a change exchanged, with so many of their neighbours on either side. */
export function exchangedBlocks({ startState, changes, newDoc }: Transaction, beside = 0): Exchanged {
  const { blocks: old } = blocksOf(startState.doc);
  const { blocks: now } = blocksAfter(startState.doc, changes, newDoc);
  const least = Math.min(old.length, now.length);
  let start = 0;
  while (start < least && old[start] === now[start]) start++;
  let same = 0;
  while (same < least - start && isSame(old[old.length - 1 - same], now[now.length - 1 - same])) same++;
  const from = Math.max(0, start - beside);
  const rest = Math.max(0, same - beside);
  return { old: old.slice(from, old.length - rest), now: now.slice(from, now.length - rest) };
}

/** Tells whether a block only moved. */
function isSame(old: DraftBlock | undefined, now: DraftBlock | undefined): boolean {
  return old?.source === now?.source && old?.kind === now?.kind && old?.closed === now?.closed;
}
