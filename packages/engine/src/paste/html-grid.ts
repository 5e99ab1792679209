import { type HtmlSink, isInline } from '../document/html-text.ts';
import type { TagReader } from './attributes.ts';
import { filledGrid, keptCell } from './sheet-grid.ts';
import { singleSpaced } from './single-spaced.ts';

/** Cells that spans may add, and more of them for each cell that is written: a few letters could ask for billions. */
const SPANNED = 20_000;
const SPANNED_EACH = 4;
/** The attributes in which programs keep the value of a cell: Google Sheets, Excel, LibreOffice. */
const VALUES = ['x:num', 'sdval'];

interface OpenCell {
  text: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Reads the cells of HTML that is one table and nothing else. Linear. Never throws. */
export class TableReader implements HtmlSink {
  /** True when there is something else. */
  isDone = false;
  private readonly rows: string[][] = [];
  private row: string[] | undefined;
  private cell: OpenCell | undefined;
  private tables = 0;
  private spare = SPANNED;
  /** How many more rows the cell of a column reaches into. */
  private readonly spans = new Map<number, number>();
  private readonly readTag: TagReader;

  constructor(readTag: TagReader) {
    this.readTag = readTag;
  }

  text(piece: string): void {
    if (this.cell !== undefined) this.cell.text += piece;
    else if (piece.trim() !== '') this.isDone = true;
  }

  open(name: string, attributes: string): void {
    if (name === 'table') {
      this.tables++;
      if (this.tables > 1) this.isDone = true;
    } else if (name === 'tr') this.beginRow();
    else if (name === 'td' || name === 'th') {
      this.endCell();
      if (this.row === undefined) this.beginRow();
      this.cell = { text: '', attributes: this.readTag(attributes).attributes };
    } else this.gap(name);
  }

  close(name: string): void {
    if (name === 'td' || name === 'th') this.endCell();
    else if (name === 'tr' || name === 'table') this.endRow();
    else this.gap(name);
  }

  /** The cells; undefined when there is no table or something else. */
  end(): string[][] | undefined {
    this.endRow();
    return this.isDone || this.rows.length === 0 ? undefined : filledGrid(this.rows);
  }

  private gap(name: string): void {
    if (this.cell !== undefined && !isInline(name)) this.cell.text += '\n';
  }

  private beginRow(): void {
    this.endRow();
    this.row = [];
  }

  private endRow(): void {
    this.endCell();
    if (this.row === undefined) return;
    this.skipSpans(this.row);
    this.rows.push(this.row);
    this.row = undefined;
  }

  private endCell(): void {
    const { cell, row } = this;
    this.cell = undefined;
    if (cell === undefined || row === undefined) return;
    this.skipSpans(row);
    const [cols, rows] = this.spanOf(cell);
    const column = row.length;
    row.push(cellValue(cell));
    for (let i = 1; i < cols; i++) row.push('');
    if (rows > 1) for (let i = 0; i < cols; i++) this.spans.set(column + i, rows - 1);
  }

  /** Leaves out the columns that a cell above reaches into. */
  private skipSpans(row: string[]): void {
    for (let left = this.spans.get(row.length); left !== undefined; left = this.spans.get(row.length)) {
      if (left > 1) this.spans.set(row.length, left - 1);
      else this.spans.delete(row.length);
      row.push('');
    }
  }

  /** The columns and rows that a cell reaches over; 1 and 1 when all spans together would add too much. */
  private spanOf({ attributes }: OpenCell): readonly [number, number] {
    this.spare += SPANNED_EACH;
    const [cols, rows] = [spanIn(attributes.get('colspan')), spanIn(attributes.get('rowspan'))];
    const added = cols * rows - 1;
    if (added > this.spare) return [1, 1];
    this.spare -= added;
    return [cols, rows];
  }
}

function spanIn(told: string | undefined): number {
  const span = told === undefined ? 1 : Number(told);
  return Number.isInteger(span) && span > 1 && span < 1000 ? span : 1;
}

/** The value of a cell: the exact one where it is shown rounded. */
function cellValue({ text, attributes }: OpenCell): string {
  const shown = keptCell(singleSpaced(text));
  const sheets = attributes.get('data-sheets-value');
  if (sheets !== undefined) {
    const value = sheetsValue(sheets);
    if (typeof value === 'string') return keptCell(value);
    return value !== undefined && isShownAs(value, shown) ? String(value) : shown;
  }
  for (const name of VALUES) {
    const told = attributes.get(name)?.trim();
    if (told && /^[-+]?[\d.]{1,40}(?:e[-+]?\d{1,3})?$/i.test(told) && isShownAs(Number(told), shown))
      return told;
  }
  return shown;
}

/** The value that Google Sheets tells: a text under "2", a number under "3". */
function sheetsValue(json: string): string | number | undefined {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== 'object' || value === null) return undefined;
    const told = Object.hasOwn(value, '2') ? Reflect.get(value, '2') : Reflect.get(value, '3');
    return typeof told === 'string' || typeof told === 'number' ? told : undefined;
  } catch {
    return undefined;
  }
}

/** Tells whether a shown text is a number rounded: dates, shares and money are shown as they are meant. */
function isShownAs(value: number, shown: string): boolean {
  if (/^#{2,}$/.test(shown)) return true;
  if (!/^[-+]?\d[\d.,]{0,60}(?:e[-+]?\d{1,3})?$/i.test(shown)) return false;
  const readings = [shown.replaceAll(',', ''), shown.replaceAll('.', '').replace(',', '.')];
  return readings.some((each) => Math.abs(Number(each) - value) <= Math.abs(value) / 100);
}
