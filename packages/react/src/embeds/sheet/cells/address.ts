/** A cell by its row and column, both counted from 0. */
export interface CellAddress {
  readonly row: number;
  readonly column: number;
}

/** The letters of a column: A for 0, Z, AA, … Pure. */
export function columnName(column: number): string {
  let name = '';
  for (let left = column + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    name = String.fromCharCode(65 + ((left - 1) % 26)) + name;
  }
  return name;
}

/** `F4`. Pure. */
export function printAddress({ row, column }: CellAddress): string {
  return `${columnName(column)}${row + 1}`;
}
