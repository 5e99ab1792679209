import { readNumber } from './read-number.ts';

type Cells = readonly (readonly string[])[];

/** Cells for the clipboard, as spreadsheets write and read them: a cell with tabs or line ends stands in quotes. Pure. */
export function printTsv(cells: Cells): string {
  return cells.map((row) => row.map((cell) => quoteIf(/[\t\r\n]|^"/, cell)).join('\t')).join('\n');
}

/** RFC 4180, with CRLF after every row. Pure. */
export function printCsv(cells: Cells): string {
  return cells.map((row) => `${row.map((cell) => quoteIf(/[",\r\n]/, cell)).join(',')}\r\n`).join('');
}

/** A table of nothing but the texts. Pure. */
export function printHtmlTable(cells: Cells): string {
  const rows = cells.map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`);
  return `<table><tbody>${rows.join('')}</tbody></table>`;
}

/**
 * A cell as other programs should find it. A number has the minus that they know. In a file a spreadsheet would run a
 * text that begins like a formula: it gets an apostrophe before it. What is a number is left alone, also `-1` and `+1`.
 * Pure.
 */
export function guardText(text: string): string {
  return readNumber(text) === undefined && /^[=+\-@\t\r]/.test(text) ? `'${text}` : plainMinus(text);
}

/** `−0.1` as `-0.1`, when it is a number. Pure. */
export function plainMinus(text: string): string {
  return text.includes('−') && readNumber(text) !== undefined ? text.replace('−', '-') : text;
}

function quoteIf(needed: RegExp, cell: string): string {
  return needed.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (mark) => ESCAPES[mark] ?? mark).replaceAll(/\r\n|\r|\n/g, '<br>');
}
