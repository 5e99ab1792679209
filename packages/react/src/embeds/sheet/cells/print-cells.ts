import { readNumber } from './read-number.ts';

type Cells = readonly (readonly string[])[];

/** Cells for the clipboard, as spreadsheets write and read them: a cell with tabs or line ends stands in quotes. Pure. */
export function printTsv(cells: Cells): string {
  return cells.map((row) => row.map((cell) => quoteIf(/[\t\r\n]|^"/, cell)).join('\t')).join('\n');
}

/** RFC 4180, with CRLF after every row. Pure. */
export function printCsv(cells: Cells): string {
  return cells.map((row) => `${row.map((cell) => quoteIf(/[",;\t\r\n]/, cell)).join(',')}\r\n`).join('');
}

/** A table of nothing but the texts. Pure. */
export function printHtmlTable(cells: Cells): string {
  const rows = cells.map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`);
  return `<table><tbody>${rows.join('')}</tbody></table>`;
}

/** The signs that begin a formula, in every width. */
const SIGNS: ReadonlySet<string> = new Set('=+-@＝＋－＠﹦﹢﹣﹫');
/** Behind these another reader may begin a cell: in half of the world `;` stands between them. */
const ENDS: ReadonlySet<string> = new Set(';\t\r\n');
/** Characters that some programs remove at the beginning of a cell. */
const PASSED = /[\s"\p{Cf}]/u;

/**
 * A cell as other programs should find it. A number has the minus that they know. In a file a spreadsheet would run a text that
 * begins like a formula, or has a part that does when it is cut at `;`, tabs or line ends: before the sign stands an apostrophe,
 * and before a quote in such a place, which would begin a cell over several rows. What is a number is left alone, also `-1` and
 * `+1`. Pure. Linear.
 */
export function guardText(text: string): string {
  return guard(text).text;
}

function guard(text: string): { readonly text: string; readonly endsCell: boolean } {
  if (readNumber(text) !== undefined) return { text: plainMinus(text.trim()), endsCell: false };
  let guarded = /^[\t\r\n]/.test(text) ? "'" : '';
  let isStart = true;
  let isCut = false;
  for (const char of text) {
    const isRisky: boolean = (isStart && SIGNS.has(char)) || (isCut && char === '"');
    guarded += isRisky ? `'${char}` : char;
    const isPassed: boolean = !isRisky && PASSED.test(char);
    isCut = ENDS.has(char) || (isCut && isPassed);
    isStart = isCut || (isStart && isPassed);
  }
  return { text: guarded, endsCell: isCut };
}

/**
 * The cells of a row, each guarded. Two things go beyond a cell, where the comma is no separator. The row is one cell, and a signed
 * number at its beginning begins a formula: what could be called or fetched behind it gets an apostrophe. And the quote that closes
 * the last cell begins another one behind a `;`: an apostrophe stands between. Pure.
 */
export function guardRow(cells: readonly string[]): readonly string[] {
  const guarded = cells.map(guard);
  const isSigned = /^[\s"\p{Cf}]*[+-]/u.test(guarded[0]?.text ?? '');
  return guarded.map(({ text, endsCell }, at) => {
    const before = isSigned && at > 0 && /[(|!]/.test(text) && !text.startsWith("'") ? "'" : '';
    return `${before}${text}${endsCell && at === cells.length - 1 ? "'" : ''}`;
  });
}

/** A row for the clipboard: as it is shown, except cells that would do something where they are pasted. Pure. */
export function guardCopied(cells: readonly string[]): readonly string[] {
  const guarded = guardRow(cells);
  return cells.map((cell, at) => (/[(|!]/.test(cell) ? (guarded[at] ?? '') : plainMinus(cell)));
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
