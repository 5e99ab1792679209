/** Prints rows as a Markdown table, first column to the left, the rest to the right. */
export function printTable(
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const widths = head.map((cell, i) => Math.max(cell.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  console.log([`\n${title}\n`, line(head), line(rule), ...rows.map(line)].join('\n'));
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en');
export const times = (value: number): string => `${value.toFixed(2)}x`;
