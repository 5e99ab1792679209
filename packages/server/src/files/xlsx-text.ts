import { dateOf, isDateFormat } from './cell-date.ts';
import { type DocumentPart, type DocumentText, LONGEST_DOCUMENT } from './document-parts.ts';
import { readXml, relationsOf } from './xml.ts';
import { unzipTexts } from './zip.ts';

const MAIN = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
const STRINGS = 'xl/sharedStrings.xml';
const STYLES = 'xl/styles.xml';
/** The most cells of a row, and rows of a sheet. */
const MOST_COLUMNS = 500;
const MOST_ROWS = 50_000;

/** The facts of a workbook that its cells need. */
interface Book {
  readonly strings: readonly string[];
  /** The numbers of styles that show a date. */
  readonly dates: ReadonlySet<number>;
  readonly isFrom1904: boolean;
}

/** The sheets of a workbook as tables of what their cells show, without formulas. Throws when it is none. */
export function xlsxText(bytes: Uint8Array): DocumentText {
  const known = new Set([MAIN, RELATIONS, STRINGS, STYLES]);
  const files = unzipTexts(bytes, (name) => known.has(name) || /^xl\/worksheets\/[^/]+\.xml$/.test(name));
  const main = files.get(MAIN);
  if (main === undefined) throw new Error('It is no workbook.');
  const targets = relationsOf(files.get(RELATIONS), 'xl');
  const sheets: { readonly name: string; readonly target: string }[] = [];
  let isFrom1904 = false;
  readXml(main, {
    open(tag, { name, date1904, 'r:id': id = '' }) {
      if (tag === 'workbookPr') isFrom1904 = date1904 === '1' || date1904 === 'true';
      const target = targets.get(id);
      if (tag === 'sheet' && name !== undefined && target !== undefined) sheets.push({ name, target });
    },
  });
  const book: Book = {
    strings: stringsIn(files.get(STRINGS) ?? ''),
    dates: datesIn(files.get(STYLES) ?? ''),
    isFrom1904,
  };
  const parts: DocumentPart[] = [];
  let room = LONGEST_DOCUMENT;
  let isCut = false;
  for (const { name, target } of sheets) {
    if (room <= 0) break;
    const sheet = readSheet(files.get(target) ?? '', book, room);
    const text = sheet.rows.map((row) => row.map(csvCell).join(',')).join('\n');
    room -= text.length;
    isCut ||= sheet.isCut;
    parts.push({ name, text, rows: sheet.rows });
  }
  return { unit: 'sheet', parts, count: sheets.length, isCut: isCut || parts.length < sheets.length };
}

function stringsIn(xml: string): string[] {
  const strings: string[] = [];
  let [text, isText, isSound] = ['', false, false];
  readXml(xml, {
    open(name) {
      if (name === 'si') text = '';
      if (name === 't') isText = true;
      // How a Japanese word is read stands beside it.
      if (name === 'rPh') isSound = true;
    },
    text(data) {
      if (isText && !isSound) text += data;
    },
    close(name) {
      if (name === 't') isText = false;
      if (name === 'rPh') isSound = false;
      if (name === 'si') strings.push(text);
    },
  });
  return strings;
}

function datesIn(xml: string): Set<number> {
  const formats = new Map<number, string>();
  const dates = new Set<number>();
  let [isCells, at] = [false, 0];
  readXml(xml, {
    open(name, { numFmtId, formatCode }) {
      if (name === 'numFmt') formats.set(Number(numFmtId), formatCode ?? '');
      if (name === 'cellXfs') isCells = true;
      if (name !== 'xf' || !isCells) return;
      if (isDateFormat(Number(numFmtId), formats.get(Number(numFmtId)))) dates.add(at);
      at += 1;
    },
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return dates;
}

/** The cells of a sheet at their places, without empty rows at the end. */
function readSheet(
  xml: string,
  book: Book,
  room: number,
): { readonly rows: readonly (readonly string[])[]; readonly isCut: boolean } {
  const rows: string[][] = [];
  let [row, column, length] = [0, 0, 0];
  let [type, style, value] = ['', -1, ''];
  let [isValue, isCut] = [false, false];

  function keep(): void {
    const shown = shownValue(type, style, value, book);
    if (shown === '') return;
    if (row >= MOST_ROWS || column >= MOST_COLUMNS || length > room) {
      isCut = true;
      return;
    }
    while (rows.length <= row) rows.push([]);
    const cells = rows[row] ?? [];
    // A place far away costs as much as the empty ones before it.
    length += shown.length + 1 + Math.max(0, column - cells.length);
    while (cells.length < column) cells.push('');
    cells[column] = shown;
  }

  readXml(xml, {
    isEnough: () => isCut && (row >= MOST_ROWS || length > room),
    open(name, { r = '', t = 'n', s }) {
      if (name === 'row') {
        row = r === '' ? row : Number(r) - 1;
        column = -1;
      } else if (name === 'c') {
        column = columnOf(r) ?? column + 1;
        [type, style, value] = [t, Number(s ?? -1), ''];
      } else if (name === 'v' || name === 't') isValue = true;
    },
    text(data) {
      if (isValue) value += data;
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      if (name === 'c') keep();
      if (name === 'row') row += 1;
    },
  });
  return { rows, isCut };
}

/** The number of a column from 0 on, by an address such as `AB12`. */
function columnOf(address: string): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(address)?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function shownValue(
  type: string,
  style: number,
  value: string,
  { strings, dates, isFrom1904 }: Book,
): string {
  switch (type) {
    case 's':
      return strings[Number(value)] ?? '';
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case 'n': {
      const number = Number(value);
      if (value.trim() === '' || !Number.isFinite(number)) return value;
      return dates.has(style) ? dateOf(number, isFrom1904) : String(number);
    }
    default:
      return value;
  }
}

const csvCell = (cell: string): string => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
