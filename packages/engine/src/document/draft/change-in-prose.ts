import type { DraftBlock } from './draft-block.ts';
import type { DraftChange } from './draft-blocks.ts';
import type { DraftText } from './draft-text.ts';

/** Longer changes, and longer lines around one, are read with the rest. */
const NEAR = 200;
/** A line of words: below another one it opens, closes and names nothing. */
const WORDS = /^[ \t]*[\p{L}"'(){};,/@%&?][^|$\\\0\r]*$/u;
const ADDRESS = /^\s*[^\s:]*:\S*\s*$/;

/**
 * Tells whether a change leaves a paragraph from `start` to `end` of the old text a paragraph with the same blocks: it touches none of
 * them, and all lines that it touches are lines of words, as is the line below them. `isLast` says that nothing follows the
 * paragraph. It reads these lines, however long the paragraph is. Pure.
 */
export function isChangeInProse(
  { start, end, isLast }: { readonly start: number; readonly end: number; readonly isLast: boolean },
  blocks: readonly DraftBlock[],
  text: DraftText,
  { from, to, inserted }: DraftChange,
): boolean {
  if (to > end || inserted > NEAR) return false;
  const put = from + inserted;
  const least = Math.max(start, from - NEAR);
  const most = Math.min(put + NEAR, end + put - to);
  const [before, behind] = [text.sliceString(least, from), text.sliceString(put, most)];
  const line = before.lastIndexOf('\n') + 1;
  // The first line decides what the paragraph is.
  if (line === 0) return false;
  const lineEnd = behind.indexOf('\n');
  const below = lineEnd < 0 ? -1 : behind.indexOf('\n', lineEnd + 1);
  const isAtEnd = lineEnd < 0 && isLast && most === text.length;
  if (below < 0 && !isAtEnd) return false;
  const touched = { from: least + line, to: to + (isAtEnd ? behind.length : lineEnd) };
  if (blocks.some((block) => block.to >= touched.from && block.from <= touched.to)) return false;
  const now = before.slice(line) + text.sliceString(from, put) + behind.slice(0, isAtEnd ? undefined : below);
  return now.split('\n').every((each) => WORDS.test(each) && !ADDRESS.test(each));
}
