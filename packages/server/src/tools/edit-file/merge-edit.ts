import { LineIds } from '../lines/line-ids.ts';
import { endedLike, joinLines, splitLines, withoutCr } from '../lines/lines.ts';
import { WorkBudget } from '../lines/work-budget.ts';
import { alignEnd } from './align-end.ts';
import { commonLengths } from './common-lengths.ts';

export type Merged = { readonly text: string; readonly pieces: number } | { readonly problem: string };

const COMMENT = String.raw`(?:\/\/+|#+|--|;+|%|\{?\/\*+|<!--|'|REM)?`;
const MARKER = new RegExp(
  String.raw`^${COMMENT}\s*(?:\.\.\.|…)\s*existing code\s*(?:\.\.\.|…)\s*(?:\*+\/\}?|-->)?$`,
  'i',
);
/** No marker is longer, and a long line takes long to tell from one. */
const MARKER_LENGTH = 100;

/** So many lines are compared for all pieces of an edit. */
const MOST_WORK = 30_000_000;

const TOO_LARGE =
  'The file and the edit are too large to compare. Send fewer and shorter pieces at once, or use apply_diff with :start_line:.';

/** A run of lines between two markers. */
interface Piece {
  readonly lines: readonly string[];
  /** True when code that is left out comes before, and after it. */
  readonly before: boolean;
  readonly after: boolean;
}

/**
 * Puts the pieces of an edit where they belong. Each piece begins and ends with a line of the file, in the
 * order of the file, unless it goes to the begin or the end of it; what lies between is replaced. What could go to several
 * places goes nowhere. Pure. Never throws. Its work is bounded: an edit that would cost more is reported as too large.
 */
export function mergeEdit(text: string, edit: string, work = new WorkBudget(MOST_WORK)): Merged {
  const { lines, ended } = splitLines(text);
  const pieces = piecesOf(edit);
  if (pieces.length === 0) return { problem: 'The edit contains only markers and no code.' };
  const isWhole = pieces.length === 1 && !pieces[0]?.before && !pieces[0]?.after;
  if (lines.length === 0)
    return isWhole ? { text: edit.replace(/\n?$/, '\n'), pieces: 1 } : { problem: 'The file is empty.' };
  if (isWhole)
    return {
      problem:
        'It has no "... existing code ..." line, so it would replace the whole file. Use write_to_file for that.',
    };
  const ids = new LineIds(withoutCr);
  const file: ReadFile = { lines, numbers: lines.map((line) => ids.of(line)), ids, work };
  const merged: string[] = [];
  let done = 0;
  for (const piece of pieces) {
    const range = rangeOf(file, piece, done);
    if (typeof range === 'string') return { problem: range };
    for (let at = done; at < range.from; at++) merged.push(lines[at] ?? '');
    for (const line of endedLike(piece.lines, lines[range.from])) merged.push(line);
    done = range.to;
  }
  for (let at = done; at < lines.length; at++) merged.push(lines[at] ?? '');
  return { text: joinLines({ lines: merged, ended }), pieces: pieces.length };
}

function piecesOf(edit: string): readonly Piece[] {
  const runs: string[][] = [[]];
  for (const line of splitLines(edit.replaceAll('\r\n', '\n')).lines)
    if (isMarker(line)) runs.push([]);
    else runs.at(-1)?.push(line);
  return runs
    .map((lines, i) => ({
      lines: withoutBlankEnds(lines, i > 0, i < runs.length - 1),
      before: i > 0,
      after: i < runs.length - 1,
    }))
    .filter(({ lines }) => lines.length > 0);
}

function isMarker(line: string): boolean {
  const bare = line.trim();
  return bare.length <= MARKER_LENGTH && MARKER.test(bare);
}

/** Empty lines beside a marker are there to be read, not to be written. */
function withoutBlankEnds(lines: readonly string[], start: boolean, end: boolean): readonly string[] {
  let [from, to] = [0, lines.length];
  while (start && from < to && lines[from]?.trim() === '') from++;
  while (end && to > from && lines[to - 1]?.trim() === '') to--;
  return lines.slice(from, to);
}

interface LineRange {
  readonly from: number;
  /** Behind its last line. */
  readonly to: number;
}

/** A file whose lines are compared by their numbers. */
interface ReadFile {
  readonly lines: readonly string[];
  readonly numbers: readonly number[];
  readonly ids: LineIds;
  readonly work: WorkBudget;
}

function rangeOf(file: ReadFile, piece: Piece, done: number): LineRange | string {
  const wanted = piece.lines.map((line) => file.ids.find(line));
  const from = piece.before ? startOf(file, piece, wanted, done) : beginOf(file, wanted);
  if (typeof from === 'string') return from;
  if (!piece.after) return endOfFile(file, piece.lines, from);
  // The line with which a piece begins is not the one with which it ends.
  const first = piece.before && piece.lines.length > 1 ? from + 2 : from + 1;
  const ends = alignEnd(file.numbers, wanted, { from, first }, file.work);
  if (ends === undefined) return TOO_LARGE;
  const [to] = ends;
  const last = quote(piece.lines.at(-1));
  if (to === undefined)
    return `A piece ends with the line ${last}, which does not appear in the file after the piece begins. ${RULE}`;
  if (ends.length > 1)
    return `A piece that ends with ${last} could end at lines ${ends.slice(0, 5).join(', ')}. Add lines to its end, or use apply_diff.`;
  return { from, to };
}

const RULE = 'Each piece must begin and end with a line that the file has.';

/** The index of the lines with which a piece begins: those of which most follow each other. */
function startOf(file: ReadFile, { lines }: Piece, wanted: readonly number[], done: number): number | string {
  const first = quote(lines[0]);
  const missing = `A piece begins with the line ${first}, which is not in the file${done > 0 ? ' after the previous piece' : ''}. ${RULE}`;
  if (wanted[0] === -1) return missing;
  if (!file.work.spend(2 * wanted.length + file.numbers.length - done)) return TOO_LARGE;
  let best: number[] = [];
  let most = 0;
  for (const [i, same] of commonLengths(wanted, file.numbers, done).entries()) {
    if (same > most) [best, most] = [[done + i], same];
    else if (same === most && same > 0) best.push(done + i);
  }
  const [from] = best;
  if (from === undefined) return missing;
  if (best.length === 1) return from;
  const places = best.slice(0, 5).map((at) => at + 1);
  return `A piece that begins with ${first} could begin at lines ${places.join(', ')}. Add lines to its beginning, or use apply_diff.`;
}

/** A piece at the begin of the file must keep its first line, or much would be lost by a forgotten marker. */
function beginOf(
  { numbers: [first], lines: [line = ''] }: ReadFile,
  wanted: readonly number[],
): number | string {
  if (first !== undefined && wanted.includes(first)) return 0;
  return `The edit does not begin with a marker, and the first line of the file, ${quote(withoutCr(line))}, is not in its first piece.`;
}

function endOfFile({ lines: file }: ReadFile, lines: readonly string[], from: number): LineRange | string {
  const last = file.findLast((line) => line.trim() !== '');
  if (last === undefined || lines.includes(withoutCr(last))) return { from, to: file.length };
  return `The edit does not end with a marker, and the last line of the file, ${quote(withoutCr(last))}, is not in its last piece.`;
}

function quote(line = ''): string {
  return JSON.stringify(line.length > 80 ? `${line.slice(0, 80)}…` : line);
}
