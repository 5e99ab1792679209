import { count, endedLike, givenLines, joinLines, spliceLines, splitLines } from './lines.ts';

export interface Insertion {
  readonly path: string;
  readonly line: number;
  readonly content: string;
}

/** The text with the new lines in it, or why they can't be there. Pure. Linear. */
export function insertInto(
  text: string,
  { path, line, content }: Insertion,
): { readonly text: string; readonly at: number; readonly many: number } | { readonly problem: string } {
  const { lines, ended } = splitLines(text);
  if (line > lines.length + 1) return { problem: `${path} has only ${count(lines.length, 'line')}.` };
  const at = line === 0 ? lines.length : line - 1;
  const added = endedLike(givenLines(content), lines[at] ?? lines[at - 1]);
  return { text: joinLines({ lines: spliceLines(lines, at, 0, added), ended }), at, many: added.length };
}
