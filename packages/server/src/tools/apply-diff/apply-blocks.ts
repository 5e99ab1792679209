import { count, endedLike } from '../lines/lines.ts';
import { WorkBudget } from '../lines/work-budget.ts';
import type { DiffBlock } from './diff-block.ts';
import { SearchedLines } from './find-lines.ts';

/** The result of one block: the line where it was applied, in the new file, or why it was not. */
export type BlockResult =
  | { readonly number: number; readonly line: number }
  | { readonly number: number; readonly problem: string };

export interface Applied {
  readonly text: string;
  readonly results: readonly BlockResult[];
}

interface Edit {
  readonly at: number;
  readonly removed: number;
  readonly added: number;
}

/** So many lines are looked at for all blocks of a file. */
const MOST_WORK = 50_000_000;

const TOO_LARGE =
  'The file and the diff are too large to compare. Send fewer blocks at once, each with its :start_line:.';

/**
 * Applies blocks by the lines that they are said to stand at in the text before all of them; those without such a line come
 * first. A block that does not fit is reported; the others apply. Pure. Each block costs as many lines as the file and the block have,
 * and one that would cost more than the budget is reported as too large.
 */
export function applyBlocks(
  text: string,
  blocks: readonly DiffBlock[],
  work = new WorkBudget(MOST_WORK),
): Applied {
  const order = [...blocks].sort((a, b) => (a.startLine ?? 0) - (b.startLine ?? 0) || a.number - b.number);
  // A text whose last line is ended has an empty one behind it; so what is joined again is the same text.
  const file = new SearchedLines(text === '' ? [] : text.split('\n'), work);
  const edits: Edit[] = [];
  const results = new Map<number, BlockResult>();
  const made: { readonly number: number; readonly from: number }[] = [];
  for (const block of order) {
    const { number } = block;
    const done = work.spend(2 * edits.length) ? applyBlock(file, block, edits) : TOO_LARGE;
    if (typeof done === 'string') results.set(number, { number, problem: done });
    else {
      edits.push(done);
      made.push({ number, from: edits.length });
    }
  }
  for (const [i, { number, from }] of made.entries())
    results.set(number, { number, line: shifted(edits[i]?.at ?? 0, edits, from) + 1 });
  return { text: file.lines.join('\n'), results: blocks.flatMap(({ number }) => results.get(number) ?? []) };
}

function applyBlock(
  file: SearchedLines,
  { startLine, search, replace }: DiffBlock,
  edits: readonly Edit[],
): Edit | string {
  const { lines } = file;
  if (search.every((line) => line.trim() === ''))
    return 'Its search part is empty. Use insert_content to add lines.';
  const near = startLine === undefined ? undefined : shifted(startLine - 1, edits);
  const bare = withoutNumbers(search, replace);
  // Numbers that were copied from what read_file shows are dropped only when the lines are not there as they are.
  for (const [from, to, place] of [
    [search, replace, near],
    ...(bare === undefined ? [] : [[bare.search, bare.replace, near ?? bare.near] as const]),
  ] as const) {
    if (from.length === to.length && from.every((line, i) => line === to[i]))
      return 'Its search and replace parts are the same.';
    const found = file.find(from, place);
    if (found === undefined) return TOO_LARGE;
    if (!('fit' in found)) {
      if (found.length > 1) return severalPlaces(found);
      continue;
    }
    const { at, fit } = found;
    const indented = fit === 'exact' ? to : reindent(to, from, lines.slice(at, at + from.length));
    const added = endedLike(indented, lines[at]);
    if (!file.replace(at, from.length, added)) return TOO_LARGE;
    return { at, removed: from.length, added: added.length };
  }
  return notFound(lines, near);
}

/** The number of a line after the edits from one on. */
function shifted(line: number, edits: readonly Edit[], from = 0): number {
  let at = line;
  for (let i = from; i < edits.length; i++) {
    const edit = edits[i];
    if (edit !== undefined && edit.at < at) at += edit.added - edit.removed;
  }
  return at;
}

const NUMBERED = /^\s*(\d+) \|(?: |$)/;

/** The same without the numbers that all its lines have before them; undefined when some have none. */
function withoutNumbers(search: readonly string[], replace: readonly string[]) {
  if (!search.every((line) => NUMBERED.test(line))) return undefined;
  const strip = (lines: readonly string[]): readonly string[] =>
    lines.map((line) => line.replace(NUMBERED, ''));
  const near = Number(NUMBERED.exec(search[0] ?? '')?.[1] ?? 1) - 1;
  return { search: strip(search), replace: strip(replace), near };
}

/** Lines with the indentation of those that were found, instead of those that were searched for. */
function reindent(
  lines: readonly string[],
  search: readonly string[],
  found: readonly string[],
): readonly string[] {
  const first = search.findIndex((line) => line.trim() !== '');
  const [had, has] = [indentOf(search[first] ?? ''), indentOf(found[first] ?? '')];
  return lines.map((line) => {
    if (line.trim() === '') return line;
    const indent = indentOf(line);
    const rest = line.slice(indent.length);
    return indent.length >= had.length
      ? `${has}${indent.slice(had.length)}${rest}`
      : `${has.slice(0, Math.max(0, has.length - (had.length - indent.length)))}${rest}`;
  });
}

function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function severalPlaces(places: readonly number[]): string {
  const some = places.slice(0, 5).map((at) => at + 1);
  const more = places.length > some.length ? ', …' : '';
  return `Its lines appear in ${count(places.length, 'place')}: lines ${some.join(', ')}${more}. Choose one with :start_line:.`;
}

const SHOWN = 6;

/** Quotes the text at the place where the lines were looked for. */
function notFound(lines: readonly string[], near: number | undefined): string {
  if (near === undefined) return 'Its lines are not in the file. Read the file again.';
  const from = Math.max(0, Math.min(near, lines.length) - SHOWN / 2);
  const shown = lines.slice(from, from + SHOWN).map((line, i) => `${from + i + 1} | ${line.slice(0, 200)}`);
  return `Its lines are not within 40 lines of line ${near + 1}, nor in one place alone. The lines there are:\n${shown.join('\n')}`;
}
