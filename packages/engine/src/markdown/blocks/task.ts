import { CODE, isSpaceOrTab } from '../characters.ts';
import type { Line } from './line.ts';

/** Passes over `[ ] ` or `[x] ` before the text of an item. Returns whether it is checked; null when there is none. */
export function readTask(line: Line): boolean | null {
  const { next } = line;
  if (line.nextCode !== CODE.openBracket) return null;
  const mark = line.code(next + 1);
  const isChecked = (mark | 0x20) === 0x78;
  if (!isChecked && !isSpaceOrTab(mark)) return null;
  if (line.code(next + 2) !== CODE.closeBracket || !isSpaceOrTab(line.code(next + 3))) return null;
  let text = next + 4;
  while (isSpaceOrTab(line.code(text))) text++;
  if (line.code(text) < 0) return null;
  line.skip(3);
  return isChecked;
}
