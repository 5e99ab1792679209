import type { BlockNode, ItemNode } from '@millrace/engine/document';
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

/** The outline behind blocks, with the headings inside them. Pure; a block that stays the same is looked at once. */
export function afterBlocks(outline: Outline, blocks: readonly BlockNode[]): Outline {
  return after(outline, blocks, () => blocks.reduce(afterBlock, outline));
}

/** The outline behind segments of blocks. */
export function afterSegments(outline: Outline, segments: readonly (readonly BlockNode[])[]): Outline {
  return after(outline, segments, () => segments.reduce(afterBlocks, outline));
}

/** The outline behind groups of segments. */
export function afterGroups(
  outline: Outline,
  groups: readonly (readonly (readonly BlockNode[])[])[],
): Outline {
  return after(outline, groups, () => groups.reduce(afterSegments, outline));
}

/** The outline behind one block. */
export function afterBlock(outline: Outline, block: BlockNode): Outline {
  // Most blocks are none that hold a heading.
  if (block.type === 'paragraph' || block.type === 'embed') return outline;
  return after(outline, block, () => levelsIn(block).reduce(afterHeading, outline));
}

/** The outline behind items of a list. */
export function afterItems(outline: Outline, items: readonly ItemNode[]): Outline {
  return after(outline, items, () => items.reduce(afterItem, outline));
}

/** The outline behind one item. */
export function afterItem(outline: Outline, item: ItemNode): Outline {
  return after(outline, item, () => item.content.reduce(afterBlock, outline));
}

/** The headings above, and this one as the last. */
function above(outline: Outline, level: number): { readonly written: number; readonly shown: number }[] {
  const open = outline.split(' ').flatMap((entry) => {
    const [written = 0, shown = 0] = entry.split(':').map(Number);
    return written < level ? [{ written, shown }] : [];
  });
  return [...open, { written: level, shown: (open.at(-1)?.shown ?? 0) + 1 }];
}

interface Passed {
  readonly before: Outline;
  readonly behind: Outline;
}

// A part that stays the same is asked about with each piece of a text, and the parts after it stay the same too.
const passed = new WeakMap<object, Passed>();

function after(before: Outline, key: object, find: () => Outline): Outline {
  const known = passed.get(key);
  if (known?.before === before) return known.behind;
  const behind = find();
  passed.set(key, { before, behind });
  return behind;
}

const levels = new WeakMap<BlockNode, readonly number[]>();

/** The levels of the headings in a block, in order; but not those in footnotes, which stand elsewhere. */
function levelsIn(block: BlockNode): readonly number[] {
  if (block.type === 'heading') return [block.attrs.level];
  const known = levels.get(block);
  if (known !== undefined) return known;
  const found = block.type === 'footnote' ? [] : childrenOf(block).flatMap(levelsIn);
  levels.set(block, found);
  return found;
}
