import type { CellAddress } from './address.ts';
import { type Area, clipArea } from './selection.ts';

/** The person's own copy of a table: the cells of the answer, and over them what was changed here. Never changes. */
export interface SheetCopy {
  readonly grid: readonly (readonly string[])[];
  readonly changes: ReadonlyMap<string, string>;
  /** How many rows and columns hold something. */
  readonly rows: number;
  readonly columns: number;
}

/** Pure. */
export function copyOf(grid: SheetCopy['grid']): SheetCopy {
  const columns = grid.reduce((most, row) => Math.max(most, row.length), 0);
  return { grid, changes: new Map(), rows: grid.length, columns };
}

/** The copy of a table with cells that were changed before. Pure. */
export function copyWith(grid: SheetCopy['grid'], texts: readonly CellText[]): SheetCopy {
  return texts.length === 0 ? copyOf(grid) : withCells(copyOf(grid), texts);
}

/** The copy of a table that has grown or changed since; the changes of the person stay on top. Pure. */
export function withGrid(copy: SheetCopy, grid: SheetCopy['grid']): SheetCopy {
  const fresh = copyOf(grid);
  if (copy.changes.size === 0) return fresh;
  return {
    grid,
    changes: copy.changes,
    rows: Math.max(fresh.rows, copy.rows),
    columns: Math.max(fresh.columns, copy.columns),
  };
}

/** The text that was typed or written into a cell; empty outside. */
export function rawAt({ grid, changes }: SheetCopy, { row, column }: CellAddress): string {
  return changes.get(keyOf({ row, column })) ?? grid[row]?.[column] ?? '';
}

/** A cell and what is written into it. */
export interface CellText {
  readonly place: CellAddress;
  readonly raw: string;
}

/** The copy with other texts in some cells. Pure. */
export function withCells(copy: SheetCopy, texts: readonly CellText[]): SheetCopy {
  const changes = new Map(copy.changes);
  let { rows, columns } = copy;
  for (const { place, raw } of texts) {
    changes.set(keyOf(place), raw);
    if (raw === '') continue;
    rows = Math.max(rows, place.row + 1);
    columns = Math.max(columns, place.column + 1);
  }
  return { ...copy, changes, rows, columns };
}

/** The cells of an area that hold something. */
export function filledCells(copy: SheetCopy, area: Area): CellAddress[] {
  const { top, left, bottom, right } = clipArea(area, copy.rows, copy.columns);
  const places: CellAddress[] = [];
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      if (rawAt(copy, { row, column }) !== '') places.push({ row, column });
    }
  }
  return places;
}

export function isFormula(raw: string): boolean {
  return raw.length > 1 && raw.startsWith('=');
}

/** The places of all formulas, row by row. */
export function formulaPlaces(copy: SheetCopy): CellAddress[] {
  const places: CellAddress[] = [];
  copy.grid.forEach((cells, row) => {
    cells.forEach((cell, column) => {
      if (isFormula(copy.changes.get(keyOf({ row, column })) ?? cell)) places.push({ row, column });
    });
  });
  for (const [key, raw] of copy.changes) {
    const place = placeOf(key);
    if (isFormula(raw) && copy.grid[place.row]?.[place.column] === undefined) places.push(place);
  }
  return places;
}

/** A name for a cell in maps. */
export function keyOf({ row, column }: CellAddress): string {
  return `${row}:${column}`;
}

/** The cell that has a name. */
export function placeOf(key: string): CellAddress {
  const [row = 0, column = 0] = key.split(':').map(Number);
  return { row, column };
}
