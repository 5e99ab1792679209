import type { CellChange } from '@millrace/engine/run';
import { type CellText, placeOf, rawAt, type SheetCopy } from './sheet-copy.ts';

type Grid = SheetCopy['grid'];

/** A table larger than this is not made of changes. */
const MOST_CELLS = 2_000_000;

/** The cells of a copy that differ from its table, row by row. Pure. */
export function changesOf(copy: SheetCopy): CellChange[] {
  return [...copy.changes.keys()]
    .map(placeOf)
    .filter(({ row, column }) => rawAt(copy, { row, column }) !== (copy.grid[row]?.[column] ?? ''))
    .toSorted((a, b) => a.row - b.row || a.column - b.column)
    .map(({ row, column }) => [row, column, rawAt(copy, { row, column })]);
}

/** Saved changes as texts of cells. Pure. */
export function textsOf(cells: readonly CellChange[]): CellText[] {
  return cells.map(([row, column, raw]) => ({ place: { row, column }, raw }));
}

/** A table with changed cells in it, all rows of one length. Pure. */
export function withChanges(grid: Grid, cells: readonly CellChange[]): Grid {
  if (cells.length === 0) return grid;
  let [rows, columns] = [grid.length, grid.reduce((most, row) => Math.max(most, row.length), 0)];
  for (const [row, column, raw] of cells) {
    if (raw === '') continue;
    rows = Math.max(rows, row + 1);
    columns = Math.max(columns, column + 1);
  }
  if (rows * columns > MOST_CELLS) return grid;
  const changed = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => grid[row]?.[column] ?? ''),
  );
  for (const [row, column, raw] of cells) {
    const cellsOfRow = changed[row];
    if (cellsOfRow !== undefined && column < columns) cellsOfRow[column] = raw;
  }
  return changed;
}
