import type { ChangedLines } from '@millrace/engine/run';
import { splitLines } from '../lines/lines.ts';
import { type DiffPart, diffLines } from './diff-lines.ts';

export interface UnifiedDiff extends ChangedLines {
  /** Hunks with three lines around each change, without the head that names the files. Empty when nothing changes. */
  readonly diff: string;
}

/** Longer texts are not compared: it would take too long. */
export const MOST_TEXT = 1_000_000;

const AROUND = 3;
const NO_END = '\\ No newline at end of file';

/** The changes from one text to another, as programs and people read them. Pure. */
export function unifiedDiff(before: string, after: string): UnifiedDiff {
  const parts = diffLines(marked(before), marked(after));
  return { diff: printHunks(parts), ...countLines(parts) };
}

function countLines(parts: readonly DiffPart[]): ChangedLines {
  const count = (type: DiffPart['type']): number =>
    parts.reduce((all, part) => all + (part.type === type ? part.lines.length : 0), 0);
  return { added: count('added'), removed: count('removed') };
}

/** Lines, of which the last one is another when it is not ended. */
function marked(text: string): readonly string[] {
  const { lines, ended } = splitLines(text);
  return ended ? lines : [...lines.slice(0, -1), `${lines.at(-1)}\n${NO_END}`];
}

interface Row {
  readonly mark: ' ' | '-' | '+';
  readonly line: string;
}

const MARKS = { same: ' ', removed: '-', added: '+' } as const;

function printHunks(parts: readonly DiffPart[]): string {
  const rows: Row[] = parts.flatMap(({ type, lines }) => lines.map((line) => ({ mark: MARKS[type], line })));
  const near = new Set<number>();
  for (const [i, { mark }] of rows.entries())
    if (mark !== ' ') for (let j = i - AROUND; j <= i + AROUND; j++) near.add(j);
  const out: string[] = [];
  let [oldLine, newLine, hunk]: [number, number, Row[]] = [1, 1, []];
  const close = (): void => {
    if (hunk.length > 0) out.push(printHunk(hunk, oldLine, newLine));
    hunk = [];
  };
  for (const [i, row] of rows.entries()) {
    if (near.has(i)) hunk.push(row);
    else close();
    if (row.mark !== '+') oldLine += 1;
    if (row.mark !== '-') newLine += 1;
  }
  close();
  return out.join('');
}

/** A hunk that ends right before these lines. */
function printHunk(hunk: readonly Row[], oldLine: number, newLine: number): string {
  const many = (not: Row['mark']): number => hunk.filter(({ mark }) => mark !== not).length;
  const range = (end: number, length: number): string =>
    length === 0 ? `${end - 1},0` : length === 1 ? `${end - 1}` : `${end - length},${length}`;
  const head = `@@ -${range(oldLine, many('+'))} +${range(newLine, many('-'))} @@\n`;
  return head + hunk.map(({ mark, line }) => `${mark}${line}\n`).join('');
}
