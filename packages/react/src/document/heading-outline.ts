import type { BlockNode, ItemNode } from '@millrace/engine';
import { childrenOf } from './children-of.ts';

/**
 * The headings above a place, outermost first, each with the level that was written and the one that is shown: "2:3 3:4".
 * A text, so that two that are equal are the same.
 */
export type Outline = string;

/** The outline at the beginning of a document that stands below a heading of this level. */
export const startOutline = (below: number): Outline => `0:${below}`;

/** The level that a heading is shown with: one below the nearest heading above it that was written higher. Pure. */
export function shownLevel(outline: Outline, level: number): number {
  return above(outline, level).at(-1)?.shown ?? 1;
}

/**
 * The outline behind a heading. Only what stands before a heading decides about it, so it never changes while more text
 * comes; and it is at most one deeper than the heading before it. Pure.
 */
function afterHeading(outline: Outline, level: number): Outline {
  return above(outline, level)
    .map(({ written, shown }) => `${written}:${shown}`)
    .join(' ');
}

/** The outline behind blocks, with the headings inside them. Pure; blocks that stay the same list are looked at once. */
export function afterBlocks(outline: Outline, blocks: readonly BlockNode[]): Outline {
  return remembered(blocks, () => blocks.flatMap(levelsIn)).reduce(afterHeading, outline);
}

/** The outline behind items of a list. */
export function afterItems(outline: Outline, items: readonly ItemNode[]): Outline {
  return remembered(items, () => items.flatMap(({ content }) => content.flatMap(levelsIn))).reduce(
    afterHeading,
    outline,
  );
}

/** The headings above, and this one as the last. */
function above(outline: Outline, level: number): { readonly written: number; readonly shown: number }[] {
  const open = outline.split(' ').flatMap((entry) => {
    const [written = 0, shown = 0] = entry.split(':').map(Number);
    return written < level ? [{ written, shown }] : [];
  });
  return [...open, { written: level, shown: (open.at(-1)?.shown ?? 0) + 1 }];
}

const known = new WeakMap<object, readonly number[]>();

function remembered(key: object, find: () => readonly number[]): readonly number[] {
  let levels = known.get(key);
  if (levels === undefined) {
    levels = find();
    known.set(key, levels);
  }
  return levels;
}

/** The levels of the headings in a block, in order; but not those in footnotes, which stand elsewhere. */
function levelsIn(block: BlockNode): readonly number[] {
  return remembered(block, () => {
    if (block.type === 'heading') return [block.attrs.level];
    return block.type === 'footnote' ? [] : childrenOf(block).flatMap(levelsIn);
  });
}
