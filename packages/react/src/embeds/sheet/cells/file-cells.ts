import { guardRow, printCsv } from './print-cells.ts';
import { formatCode } from './print-number.ts';
import { readArea } from './selection.ts';
import type { Sheet, ShownCell } from './sheet.ts';
import { isFormula } from './sheet-copy.ts';

/** Everything that a sheet holds, as CSV in UTF-8 with a mark at its start, by which spreadsheets know it. */
export function csvFile(sheet: Sheet): Blob {
  const text = printCsv(readArea(whole(sheet), (place) => sheet.cell(place).text).map(guardRow));
  return new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' });
}

/** The same as a workbook: numbers are numbers, written as here, and formulas that gave something are formulas. */
export async function xlsxFile(sheet: Sheet, title: string): Promise<Blob> {
  const { default: writeXlsxFile } = await import('write-excel-file/browser');
  const rows = Array.from({ length: sheet.rows }, (_, row) =>
    Array.from({ length: sheet.columns }, (_, column) => xlsxCell(sheet.cell({ row, column }), row === 0)),
  );
  return writeXlsxFile(rows, { sheet: sheetName(title), stickyRowsCount: 1 }).toBlob();
}

/** A file name that every system takes. Pure. */
export function fileName(title: string, ending: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to go
  const name = title.replaceAll(/[\u0000-\u001f\u007f<>:"/\\|?*]+/g, ' ').replaceAll(/\s+/g, ' ');
  const short = /[^. ](?:.*[^. ])?/s.exec(name.slice(0, 80))?.[0];
  return `${short ?? 'table'}.${ending}`;
}

// Functions that a workbook would have to name in another way; what they gave is kept instead.
const NEWER =
  /\b(?:CONCAT|FILTER|IFNA|IFS|LET|MAXIFS|MINIFS|SORT|SORTBY|SWITCH|TEXTJOIN|UNIQUE|XLOOKUP|XMATCH|XOR|DAYS|TEXT(?:BEFORE|AFTER|SPLIT)|[HV]STACK|TO(?:COL|ROW)|WRAP(?:COLS|ROWS)|CHOOSE(?:COLS|ROWS)|TAKE|DROP|ARRAYTOTEXT|VALUETOTEXT)\s*\(|\.[A-Z]+\s*\(/i;

function xlsxCell({ raw, text, number, isError }: ShownCell, isName: boolean) {
  if (text === '') return null;
  const look = isName ? ({ fontWeight: 'bold' } as const) : {};
  // A formula that we could not calculate may be none, or do more than calculate.
  if (isFormula(raw) && text !== raw && !isError && !NEWER.test(raw)) {
    const format =
      number === undefined || number.style.kind === 'plain' ? {} : { format: formatCode(number.style) };
    return { type: 'Formula' as const, value: raw.slice(1), ...format, ...look };
  }
  if (number === undefined) return { type: String, value: text, ...look };
  return { type: Number, value: number.value, format: formatCode(number.style), ...look };
}

/** Excel takes 31 characters and not all of them. */
function sheetName(title: string): string {
  const name = title
    .replaceAll(/[\\/?*[\]:']/g, ' ')
    .trim()
    .slice(0, 31)
    .trim();
  return name === '' ? 'Table' : name;
}

function whole({ rows, columns }: Sheet) {
  return { top: 0, left: 0, bottom: rows - 1, right: columns - 1 };
}
