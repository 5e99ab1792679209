import type { MarkdownBlock, MarkdownInline } from '../markdown/tree.ts';
import { beginsTitleComment, readTitleComment } from './title-comment.ts';

/** The title that the block above a table gives it. */
export function titleAbove(block: MarkdownBlock | undefined): string | undefined {
  const comment = block?.type === 'htmlBlock' ? readTitleComment(block.text) : undefined;
  return comment !== undefined && 'title' in comment ? comment.title : undefined;
}

/** Tells whether a block is the title of the table below it, and so no block of its own. */
export function isTitleOf(block: MarkdownBlock, below: MarkdownBlock | undefined): boolean {
  return below?.type === 'table' && titleAbove(block) !== undefined;
}

/**
 * Tells whether a block is not shown while text arrives: a title waits for what it is the title of, and until its second line is
 * whole a table is text.
 */
export function isHeldTitle(block: MarkdownBlock, below: MarkdownBlock | undefined): boolean {
  if (block.type !== 'htmlBlock') return false;
  if (below === undefined && !block.closed) return beginsTitleComment(block.text);
  if (titleAbove(block) === undefined) return false;
  if (below === undefined) return true;
  if (below.type !== 'paragraph' || Object.isFrozen(below)) return false;
  return !hasThirdLine(below.children);
}

/** A first line of more inlines than these is no row of a table that anybody waits for. */
const HELD_INLINES = 1000;

function hasThirdLine(inlines: readonly MarkdownInline[]): boolean {
  if (inlines.length > HELD_INLINES) return true;
  return inlines.filter(({ type }) => type === 'softBreak').length >= 2;
}
