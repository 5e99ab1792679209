import type { DiffRow } from '../../approval/diff/read-diff.ts';

/** A piece of a line, from one character to another. */
export type Ring = readonly [from: number, to: number];

/** One value that a person changed: the word before it, what it was and what it is. */
export interface EditedValue {
  readonly label: string | undefined;
  readonly from: string;
  readonly to: string;
}

export interface EditedMarks {
  /** The person's own pieces, by the place of their row. */
  readonly rings: ReadonlyMap<number, Ring>;
  readonly values: readonly EditedValue[];
}

/** More pairs of lines are not compared: they are taken as they stand. */
const MOST_PAIRS = 40_000;

/** The pieces of the lines that ran in which they differ from those that were asked for. Pure. Bounded. */
export function editedMarks(asked: readonly DiffRow[], ran: readonly DiffRow[]): EditedMarks {
  const [old, now] = [addedLines(asked), addedLines(ran)];
  const rings = new Map<number, Ring>();
  const values: EditedValue[] = [];
  for (const [was, is] of changedPairs(old, now)) {
    const { ring, value } = compared(was?.text ?? '', is?.text ?? '');
    if (is !== undefined && ring[0] < ring[1]) rings.set(is.place, ring);
    values.push(value);
  }
  return { rings, values };
}

interface Line {
  readonly place: number;
  readonly text: string;
}

function addedLines(rows: readonly DiffRow[]): readonly Line[] {
  return rows.flatMap((row, place) => (row.type === 'added' ? [{ place, text: row.text }] : []));
}

type Pair = readonly [was: Line | undefined, is: Line | undefined];

/** The lines that differ, each beside the one that stood in its place. */
function changedPairs(old: readonly Line[], now: readonly Line[]): readonly Pair[] {
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  const between = (toOld: number, toNow: number): void => {
    for (let k = 0; i + k < toOld || j + k < toNow; k++)
      pairs.push([i + k < toOld ? old[i + k] : undefined, j + k < toNow ? now[j + k] : undefined]);
    [i, j] = [toOld + 1, toNow + 1];
  };
  for (const [a, b] of sameLines(old, now)) between(a, b);
  between(old.length, now.length);
  return pairs;
}

/** The places of lines that are in both, as many as can be, in order. */
function sameLines(old: readonly Line[], now: readonly Line[]): readonly (readonly [number, number])[] {
  if (old.length * now.length > MOST_PAIRS)
    return old.flatMap(({ text }, i) => (now[i]?.text === text ? [[i, i] as const] : []));
  // The number of common lines from each place on.
  const rest = Array.from({ length: old.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  const at = (i: number, j: number): number => rest[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--) {
      const row = rest[i] ?? [];
      row[j] = old[i]?.text === now[j]?.text ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const found: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < old.length && j < now.length; ) {
    if (old[i]?.text === now[j]?.text) found.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return found;
}

/** The piece in which two lines differ, in whole words. */
function compared(was: string, is: string): { readonly ring: Ring; readonly value: EditedValue } {
  const [old, now] = [wordsOf(was), wordsOf(is)];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start++;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const middle = (words: readonly string[]): string => words.slice(start, words.length - end).join('');
  const head = now.slice(0, start).join('');
  const [from, to] = [middle(old), middle(now)];
  // A space at an end of the piece is no part of the value.
  const lead = to.length - to.trimStart().length;
  return {
    ring: [head.length + lead, head.length + Math.max(lead, to.trimEnd().length)],
    value: { label: labelBefore(head), from: from.trim(), to: to.trim() },
  };
}

/** Words, numbers and runs of space; every other character stands alone. */
function wordsOf(line: string): readonly string[] {
  return line.match(/[\p{L}\p{N}_$.]+|\s+|[^\p{L}\p{N}_$.\s]/gu) ?? [];
}

const LONGEST_LABEL = 200;

/** The name that a value stands behind, such as `limit` in `limit: 60`. */
function labelBefore(head: string): string | undefined {
  // Only the end counts: a name is short, and the line may be long.
  const end = head.slice(-LONGEST_LABEL);
  const at = Math.max(end.lastIndexOf(':'), end.lastIndexOf('='));
  if (at < 0 || !/^\s*['"]?$/.test(end.slice(at + 1))) return undefined;
  const name = end.slice(0, at).trimEnd().replace(/['"]$/, '');
  const parts = name.split(/[^\p{L}\p{N}_$.-]/u);
  return /[\p{L}_$].*/u.exec(parts.at(-1) ?? '')?.[0];
}

const SHORT = 60;

/** The values of single-line arguments that a person changed, by their names. Pure. */
export function editedArguments(
  asked: Readonly<Record<string, unknown>>,
  ran: Readonly<Record<string, unknown>>,
): readonly EditedValue[] {
  const names = [...new Set([...Object.keys(asked), ...Object.keys(ran)])];
  return names.flatMap((label) => {
    const [from, to] = [printed(asked[label]), printed(ran[label])];
    return from === to || !isShort(from) || !isShort(to) ? [] : [{ label, from, to }];
  });
}

function printed(value: unknown): string {
  return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
}

const isShort = (text: string): boolean => text.length <= SHORT && !text.includes('\n');
