import type { CellAddress } from './cells/address.ts';
import { type Selection, selectCell } from './cells/selection.ts';
import type { Sheet } from './cells/sheet.ts';

/** The selection that pressing on a cell, a letter or a number makes; undefined for any other place. */
export function pointedSelection(
  target: EventTarget | null,
  selection: Selection,
  sheet: Sheet,
  isExtending: boolean,
): Selection | undefined {
  const { row, column } = pointedAt(target);
  if (row !== undefined && column !== undefined) {
    return isExtending ? { anchor: selection.anchor, head: { row, column } } : selectCell({ row, column });
  }
  const last: CellAddress = { row: Math.max(0, sheet.rows - 1), column: Math.max(0, sheet.columns - 1) };
  // The end that keys move is the near one, so that nothing scrolls.
  if (row !== undefined) return { anchor: { row, column: last.column }, head: { row, column: 0 } };
  if (column !== undefined) return { anchor: { row: last.row, column }, head: { row: 0, column } };
  return undefined;
}

function pointedAt(target: EventTarget | null): Partial<CellAddress> {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-row], [data-column]') : null;
  const { row, column } = element?.dataset ?? {};
  return {
    ...(row === undefined ? {} : { row: Number(row) }),
    ...(column === undefined ? {} : { column: Number(column) }),
  };
}
