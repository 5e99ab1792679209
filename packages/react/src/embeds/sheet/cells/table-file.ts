import { csvFile } from './file-cells.ts';
import { createSheet } from './sheet.ts';
import { copyOf, type SheetCopy } from './sheet-copy.ts';

/** A table as a CSV file, with its formulas as they are written. */
export function tableFile(grid: SheetCopy['grid']): Blob {
  return csvFile(createSheet(copyOf(grid), new Map()));
}
