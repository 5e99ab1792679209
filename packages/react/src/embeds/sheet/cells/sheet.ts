import type { CellAddress } from './address.ts';
import type { Result } from './calculation.ts';
import { printNumber } from './print-number.ts';
import { type NumberStyle, readNumber, type SheetNumber } from './read-number.ts';
import { isFormula, keyOf, rawAt, type SheetCopy } from './sheet-copy.ts';

/** A cell as it is shown. */
export interface ShownCell {
  /** The cell as it was written: the formula, not its result. */
  readonly raw: string;
  readonly text: string;
  readonly number: SheetNumber | undefined;
  readonly isError: boolean;
}

/** A copy of a table with the results of its formulas. */
export interface Sheet {
  readonly copy: SheetCopy;
  readonly rows: number;
  readonly columns: number;
  cell(place: CellAddress): ShownCell;
}

/** Rows in which the style of a column is looked for. */
const LOOKED_AT = 200;

/** Pure. */
export function createSheet(copy: SheetCopy, results: ReadonlyMap<string, Result>): Sheet {
  const styles = new Map<number, NumberStyle | undefined>();
  const styleOf = (column: number): NumberStyle | undefined => {
    if (!styles.has(column)) styles.set(column, columnStyle(copy, column));
    return styles.get(column);
  };
  return {
    copy,
    rows: copy.rows,
    columns: copy.columns,
    cell(place) {
      const raw = rawAt(copy, place);
      const result = results.get(keyOf(place));
      if (result === undefined || (result.isSpilled !== true && !isFormula(raw))) {
        return { raw, text: raw, number: isFormula(raw) ? undefined : readNumber(raw), isError: false };
      }
      return { raw, ...shown(result, styleOf(place.column)) };
    },
  };
}

/** A number that a formula gives is written like the other numbers of its column. */
function shown({ text, value, isError }: Result, style: NumberStyle | undefined): Omit<ShownCell, 'raw'> {
  const number = isError ? undefined : readNumber(text);
  const isLike = value !== undefined || number?.style.kind === style?.kind;
  if (number === undefined || style === undefined || !isLike) return { text, number, isError };
  const exact = value ?? number.value;
  return { text: printNumber(exact, style), number: { value: exact, style }, isError };
}

function columnStyle(copy: SheetCopy, column: number): NumberStyle | undefined {
  for (let row = 1; row < Math.min(copy.rows, LOOKED_AT); row++) {
    const number = readNumber(rawAt(copy, { row, column }));
    if (number !== undefined) return number.style;
  }
  return undefined;
}
