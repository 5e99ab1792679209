import { detectLanguage } from '../document/language/detect-language.ts';
import { filledGrid, isTable, keptCell } from './sheet-grid.ts';

/** The cells of a text with tabs, as spreadsheets copy it; undefined when it is none. Pure. Linear. */
export function readTsv(text: string): string[][] | undefined {
  if (!text.includes('\t') || !text.includes('\n')) return undefined;
  const rows = readCells(text, '\t');
  const [first] = rows;
  if (first === undefined || rows.some((row) => row.length !== first.length)) return undefined;
  // Indented code has nothing before its tabs.
  const indented = rows.filter((row) => row[0] === '').length;
  const grid = indented * 2 > rows.length ? undefined : filledGrid(rows);
  return isTable(grid) ? grid : undefined;
}

/** The cells of a text that is clearly CSV: names in the first line, as many cells in each, no space behind a comma. Pure. Linear. */
export function readCsv(text: string): string[][] | undefined {
  for (const sign of [',', ';']) {
    const end = text.search(/\r?\n|\r/);
    const head = readCells(text.slice(0, Math.max(end, 0)), sign)[0] ?? [];
    if (head.length < 2 || new Set(head).size < head.length || !head.every((name) => NAME.test(name)))
      continue;
    if (!/["\d]/.test(text) || (sign === ',' && text.replace(/"[^"]*"/g, '').includes(', '))) continue;
    const rows = readCells(text, sign);
    if (rows.length < (head.length === 2 ? 3 : 2) || rows.some((row) => row.length !== head.length)) continue;
    const grid = filledGrid(rows);
    if (isTable(grid) && detectLanguage(text) === undefined) return grid;
  }
  return undefined;
}
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_ .%/#()-]{0,60}$/u;

/** Rows of cells with a sign between them; a cell in quotes may hold signs, breaks and doubled quotes. Linear. */
function readCells(text: string, sign: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const code = sign.charCodeAt(0);
  const length = text.endsWith('\n') ? text.length - (text.endsWith('\r\n') ? 2 : 1) : text.length;
  // Without a quote that closes, all quotes are text.
  let quotes = true;
  while (at <= length) {
    let cell: string | undefined;
    if (quotes && text.charCodeAt(at) === 0x22) {
      const quoted = readQuoted(text, at, length, sign);
      if (quoted === undefined) quotes = false;
      else {
        cell = quoted.cell;
        at = quoted.end;
      }
    }
    if (cell === undefined) {
      const from = at;
      while (at < length && !isEnd(text.charCodeAt(at), code)) at++;
      cell = text.slice(from, at);
    }
    row.push(keptCell(cell));
    if (at >= length || text.charCodeAt(at) !== code) {
      rows.push(row);
      row = [];
    }
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  return rows;
}

function isEnd(code: number, sign: number): boolean {
  return code === sign || code === 0x0a || code === 0x0d;
}

/** A cell in quotes and where it ends; undefined when nothing closes it, or more than the cell's end follows. */
function readQuoted(
  text: string,
  from: number,
  length: number,
  sign: string,
): { readonly cell: string; readonly end: number } | undefined {
  let at = from + 1;
  for (;;) {
    const close = text.indexOf('"', at);
    if (close < 0 || close >= length) return undefined;
    if (text.charAt(close + 1) === '"') {
      at = close + 2;
      continue;
    }
    const next = text.charAt(close + 1);
    if (close + 1 < length && next !== sign && next !== '\n' && next !== '\r') return undefined;
    return { cell: text.slice(from + 1, close).replaceAll('""', '"'), end: close + 1 };
  }
}
