type Grid = readonly (readonly string[])[];

/** A row of dashes for more columns would be too long for the parser. */
const MOST_COLUMNS = 500;
/** Cells that are filled up may be so many more than those that were written. */
const FILL = 4;
const FREE = 10_000;

/** A cell as a Markdown table gives it back: on one line, and no pipe behind an odd number of backslashes. Pure. Linear. */
export function keptCell(text: string): string {
  const line = /[\r\n\0\t]/.test(text) ? text.replace(/[\r\n\t]+/g, ' ').replaceAll('\0', '\ufffd') : text;
  const cell = line.trim();
  if (!cell.includes('|') || !cell.includes('\\')) return cell;
  return cell.replace(/\\+\|?/g, (run) => (run.endsWith('|') && run.length % 2 === 0 ? `\\${run}` : run));
}

/** Rows of one length without empty ones at the end; undefined when filling them up would take too much. Pure. Linear. */
export function filledGrid(rows: readonly string[][]): string[][] | undefined {
  let cols = 0;
  let last = 0;
  let cells = 0;
  for (const [i, row] of rows.entries()) {
    cells += row.length;
    let end = row.length;
    while (end > 0 && row[end - 1] === '') end--;
    cols = Math.max(cols, end);
    if (end > 0) last = i + 1;
  }
  if (cols > MOST_COLUMNS || cols * last > cells * FILL + FREE) return undefined;
  return rows.slice(0, last).map((row) => withLength(row, cols));
}

function withLength(row: string[], cols: number): string[] {
  if (row.length === cols) return row;
  const filled = row.slice(0, cols);
  while (filled.length < cols) filled.push('');
  return filled;
}

/** Tells whether a table holds a grid as it is. Pure. Linear. */
export function isSheet(grid: Grid): boolean {
  const cols = grid[0]?.length ?? 0;
  if (cols === 0 || cols > MOST_COLUMNS) return false;
  return grid.every(
    (row) => row.length === cols && row.every((cell) => !LONE.test(cell) && keptCell(cell) === cell),
  );
}
const LONE = /\p{Cs}/u;

/** Tells whether a grid is a table and no list: two rows and two columns at least. Pure. */
export function isTable(grid: Grid | undefined): boolean {
  return grid !== undefined && grid.length >= 2 && (grid[0]?.length ?? 0) >= 2;
}
