import { CODE, isSpaceOrTab } from '../characters.ts';
import { RUN_LIMIT } from './inline-context.ts';
import type { Inlines } from './inlines.ts';

/** Takes text up to the next character that has a rule. Spaces before the end of a line are no part of it. */
export function readWords(inlines: Inlines, at: number, limit: number): number {
  const { rules } = inlines.context;
  const stop = Math.min(limit, inlines.nextAutolink());
  let end = at + 1;
  while (end < stop && rules[inlines.code(end)] === undefined) end++;
  let last = end;
  if (end === inlines.end ? inlines.final : inlines.code(end) === CODE.lineFeed) {
    const isTrimmed = end === inlines.end ? isSpaceOrTab : isSpace;
    const least = Math.max(at, end - RUN_LIMIT);
    while (last > least && isTrimmed(inlines.code(last - 1))) last--;
  }
  inlines.pushText(inlines.text.slice(at - inlines.base, last - inlines.base));
  return end;
}

function isSpace(code: number): boolean {
  return code === CODE.space;
}
