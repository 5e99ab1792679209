import type { CellAddress } from './address.ts';

/** A rectangle of cells: where it began, and the cell that moves, which is the one that keys act on. */
export interface Selection {
  readonly anchor: CellAddress;
  readonly head: CellAddress;
}

/** First and last row and column, all of them inside. */
export interface Area {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** Pure. */
export function selectCell(place: CellAddress): Selection {
  return { anchor: place, head: place };
}

/** Pure. */
export function areaOf({ anchor, head }: Selection): Area {
  return {
    top: Math.min(anchor.row, head.row),
    left: Math.min(anchor.column, head.column),
    bottom: Math.max(anchor.row, head.row),
    right: Math.max(anchor.column, head.column),
  };
}

/** Pure. */
export function areaSize({ top, left, bottom, right }: Area): number {
  return Math.max(0, bottom - top + 1) * Math.max(0, right - left + 1);
}

/** The part of an area that lies in a table of so many rows and columns; it may be empty. Pure. */
export function clipArea(area: Area, rows: number, columns: number): Area {
  return { ...area, bottom: Math.min(area.bottom, rows - 1), right: Math.min(area.right, columns - 1) };
}

/** Pure. */
export function isInside({ top, left, bottom, right }: Area, { row, column }: CellAddress): boolean {
  return row >= top && row <= bottom && column >= left && column <= right;
}

/** The texts of an area, row by row. */
export function readArea(area: Area, textAt: (place: CellAddress) => string): string[][] {
  return Array.from({ length: Math.max(0, area.bottom - area.top + 1) }, (_, row) =>
    Array.from({ length: Math.max(0, area.right - area.left + 1) }, (_, column) =>
      textAt({ row: area.top + row, column: area.left + column }),
    ),
  );
}
