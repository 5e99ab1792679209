import { count, splitLines, withoutCr } from './lines.ts';

/** Lines of a file, from 1, with the last one. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

export interface ShownFile {
  readonly path: string;
  readonly ranges: readonly LineRange[];
  /** How many characters there is room for. */
  readonly budget: number;
}

/** So many lines of a range are shown. */
export const MAX_LINES = 2000;
const MAX_LINE = 2000;

/** Lines of a text as a model reads them, each with its number. Pure. Linear. */
export function showLines(text: string, { path, ranges, budget }: ShownFile): string {
  const { lines } = splitLines(text);
  if (lines.length === 0) return `${path} is empty.`;
  return ranges.map((range) => showRange(path, lines, range, budget / ranges.length)).join('\n\n');
}

function showRange(path: string, lines: readonly string[], { from, to }: LineRange, budget: number): string {
  if (from > lines.length) return `${path} has only ${count(lines.length, 'line')}.`;
  const end = Math.min(to, lines.length);
  const width = String(end).length;
  const shown: string[] = [];
  let size = 0;
  for (let at = from; at <= end && shown.length < MAX_LINES; at++) {
    const line = `${String(at).padStart(width)} | ${shorten(withoutCr(lines[at - 1] ?? ''))}`;
    size += line.length + 1;
    if (size > budget) break;
    shown.push(line);
  }
  const last = from + shown.length - 1;
  const more = last < end ? `\nThere is more: continue with start_line ${last + 1}.` : '';
  const place = shown.length === 0 ? 'no room for' : 'lines';
  const which = shown.length === 0 ? `lines ${from}-${end}` : `${from}-${last}`;
  return `${path}, ${place} ${which} of ${lines.length}:\n${shown.join('\n')}${more}`;
}

function shorten(line: string): string {
  if (line.length <= MAX_LINE) return line;
  return `${line.slice(0, MAX_LINE)}… (${line.length - MAX_LINE} more characters in this line)`;
}
