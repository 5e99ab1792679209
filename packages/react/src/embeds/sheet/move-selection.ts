import type { CellAddress } from './cells/address.ts';
import { type Selection, selectCell } from './cells/selection.ts';

/** A key as it moves through a grid. `isFar` is Ctrl or Cmd, `isExtending` is Shift. */
export interface GridKey {
  readonly key: string;
  readonly isFar: boolean;
  readonly isExtending: boolean;
}

/** The facts of the sheet that a move needs. */
export interface Ground {
  /** How many there are to go to, the empty ones after the data too. */
  readonly rows: number;
  readonly columns: number;
  readonly dataRows: number;
  readonly dataColumns: number;
  /** Rows that Page Up and Page Down pass. */
  readonly page: number;
  isEmpty(place: CellAddress): boolean;
}

/** The selection after a key; undefined for a key that does not move. Pure. */
export function moveSelection(selection: Selection, key: GridKey, ground: Ground): Selection | undefined {
  if (key.isFar && key.key.toLowerCase() === 'a') return selectData(ground);
  const head = target(selection.head, key, ground);
  if (head === undefined) return undefined;
  const place = {
    row: clamp(head.row, ground.rows - 1),
    column: clamp(head.column, ground.columns - 1),
  };
  return key.isExtending ? { anchor: selection.anchor, head: place } : selectCell(place);
}

function target(head: CellAddress, { key, isFar }: GridKey, ground: Ground): CellAddress | undefined {
  const last = { row: Math.max(0, ground.dataRows - 1), column: Math.max(0, ground.dataColumns - 1) };
  switch (key) {
    case 'ArrowUp':
      return isFar ? edge(head, -1, 0, ground) : { ...head, row: head.row - 1 };
    case 'ArrowDown':
      return isFar ? edge(head, 1, 0, ground) : { ...head, row: head.row + 1 };
    case 'ArrowLeft':
      return isFar ? edge(head, 0, -1, ground) : { ...head, column: head.column - 1 };
    case 'ArrowRight':
      return isFar ? edge(head, 0, 1, ground) : { ...head, column: head.column + 1 };
    case 'Home':
      return isFar ? { row: 0, column: 0 } : { ...head, column: 0 };
    case 'End':
      return isFar ? last : { ...head, column: last.column };
    case 'PageUp':
      return { ...head, row: head.row - ground.page };
    case 'PageDown':
      return { ...head, row: head.row + ground.page };
    default:
      return undefined;
  }
}

/** As in every spreadsheet: to the end of this run of filled cells, else to the next filled one, else to the rim. */
function edge(from: CellAddress, down: number, across: number, ground: Ground): CellAddress {
  const next = ({ row, column }: CellAddress): CellAddress => ({ row: row + down, column: column + across });
  const isIn = ({ row, column }: CellAddress): boolean =>
    row >= 0 && column >= 0 && row < ground.rows && column < ground.columns;
  let at = from;
  const isRun = !ground.isEmpty(at) && isIn(next(at)) && !ground.isEmpty(next(at));
  while (isIn(next(at))) {
    if (isRun && ground.isEmpty(next(at))) return at;
    at = next(at);
    if (!isRun && !ground.isEmpty(at)) return at;
  }
  return at;
}

function selectData({ dataRows, dataColumns }: Ground): Selection {
  return {
    anchor: { row: 0, column: 0 },
    head: { row: Math.max(0, dataRows - 1), column: Math.max(0, dataColumns - 1) },
  };
}

function clamp(value: number, last: number): number {
  return Math.max(0, Math.min(value, last));
}
