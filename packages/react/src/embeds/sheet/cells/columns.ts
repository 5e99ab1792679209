import type { Sheet } from './sheet.ts';

/** The positions of a sheet's columns, in pixels from the first one. */
export interface Columns {
  readonly count: number;
  readonly total: number;
  start(column: number): number;
  width(column: number): number;
  /** The first and last column that a stretch of pixels touches. */
  between(from: number, to: number): readonly [first: number, last: number];
}

const [NARROWEST, WIDEST, EMPTY] = [88, 340, 112];
const [CHARACTER, PADDING] = [8, 26];
const LOOKED_AT = 100;
/** How far columns stretch to fill the view before empty ones follow. */
const STRETCH = 1.8;

/**
 * Widths from the texts of the first rows, so that nothing jumps while it is scrolled; empty columns
 * follow until the space is filled and there are at least so many. Pure.
 */
export function layColumns(sheet: Sheet, space: number, least = 0): Columns {
  const widths = Array.from({ length: sheet.columns }, (_, column) => naturalWidth(sheet, column));
  const natural = widths.reduce((sum, width) => sum + width, 0);
  if (natural > 0 && natural < space) {
    const factor = Math.min(space / natural, STRETCH);
    widths.forEach((width, column) => {
      widths[column] = Math.floor(width * factor);
    });
  }
  let total = widths.reduce((sum, width) => sum + width, 0);
  for (; space - total >= EMPTY || widths.length < least; total += EMPTY) widths.push(EMPTY);
  const last = widths.length - 1;
  if (space > total && last >= 0) widths[last] = (widths[last] ?? 0) + space - total;
  return place(widths);
}

function naturalWidth(sheet: Sheet, column: number): number {
  let longest = 0;
  for (let row = 0; row < Math.min(sheet.rows, LOOKED_AT); row++) {
    longest = Math.max(longest, sheet.cell({ row, column }).text.length);
  }
  return Math.max(NARROWEST, Math.min(WIDEST, longest * CHARACTER + PADDING));
}

function place(widths: readonly number[]): Columns {
  const starts = [0];
  for (const width of widths) starts.push((starts.at(-1) ?? 0) + width);
  const at = (pixel: number): number => {
    let [low, high] = [0, widths.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= pixel) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  };
  return {
    count: widths.length,
    total: starts.at(-1) ?? 0,
    start: (column) => starts[column] ?? 0,
    width: (column) => widths[column] ?? 0,
    between: (from, to) => [at(from), at(to)],
  };
}
