import type { Model } from '@ironcalc/wasm';
import type { CellAddress } from './address.ts';
import type { Calculator } from './calculator.ts';
import { type ReadFormula, readFormula } from './read-formula.ts';
import { readNumber } from './read-number.ts';
import { areaSize } from './selection.ts';
import { formulaPlaces, isFormula, keyOf, rawAt, type SheetCopy } from './sheet-copy.ts';

/** The result of a formula. `value` is there for numbers without a style. */
export interface Result {
  readonly text: string;
  readonly value?: number;
  readonly isError: boolean;
  /** Of another cell, whose result takes more than one. */
  readonly isSpilled?: boolean;
}

/** Cells that all formulas together may look at, so that opening a sheet takes a moment and not minutes. */
const MOST_CELLS = 2_000_000;
const [NUMBER, ERROR] = [1, 16];

/**
 * The results of all formulas of a sheet, by cell. A formula that is not calculated has none and is shown as it is
 * written. Only cells that formulas need are given to the engine: it takes 40 µs for each.
 */
export function calculate(calculator: Calculator, copy: SheetCopy): ReadonlyMap<string, Result> {
  const places = formulaPlaces(copy);
  const results = new Map<string, Result>();
  if (places.length === 0) return results;
  const model = calculator.newModel();
  try {
    model.pauseEvaluation();
    const taken = enterFormulas(calculator, model, copy, places);
    model.resumeEvaluation();
    model.evaluate();
    for (const place of taken) readResult(model, copy, place, results);
  } finally {
    model.free();
  }
  return results;
}

function enterFormulas(
  calculator: Calculator,
  model: Model,
  copy: SheetCopy,
  places: CellAddress[],
): CellAddress[] {
  const { rows, columns } = copy;
  const entered = new Set<string>();
  const taken: CellAddress[] = [];
  let left = MOST_CELLS;
  for (const place of places) {
    const formula = readFormula(rawAt(copy, place), rows, columns, calculator.tokens);
    if (formula === undefined) continue;
    left -= 1 + cost(formula, copy);
    if (left < 0) break;
    // The values first: the format of a formula's result comes from them.
    enterValues(model, copy, formula, entered);
    model.setUserInput(0, place.row + 1, place.column + 1, formula.text);
    taken.push(place);
  }
  return taken;
}

function cost({ areas, needsAll }: ReadFormula, { rows, columns }: SheetCopy): number {
  return areas.reduce((sum, area) => sum + areaSize(area), needsAll ? rows * columns : 0);
}

function enterValues(
  model: Model,
  copy: SheetCopy,
  { areas, needsAll }: ReadFormula,
  entered: Set<string>,
): void {
  const all = { top: 0, left: 0, bottom: copy.rows - 1, right: copy.columns - 1 };
  for (const area of needsAll ? [all] : areas) {
    for (let row = area.top; row <= Math.min(area.bottom, copy.rows - 1); row++) {
      for (let column = area.left; column <= Math.min(area.right, copy.columns - 1); column++) {
        const key = keyOf({ row, column });
        if (entered.has(key)) continue;
        entered.add(key);
        const raw = rawAt(copy, { row, column });
        if (raw !== '' && !isFormula(raw)) model.setUserInput(0, row + 1, column + 1, inputFor(raw));
      }
    }
  }
}

/** A value as the engine reads it: our numbers are numbers, dates are its dates, and a code such as `007` is a text. */
function inputFor(raw: string): string {
  const number = readNumber(raw);
  if (number !== undefined) {
    const { kind, symbol } = number.style;
    if (kind === 'percent') return raw.replace('−', '-').replaceAll(/[\s+]/g, '');
    return kind === 'currency' && symbol === '$' ? raw.replace('−', '-') : String(number.value);
  }
  return /^\d{4}-\d\d-\d\d$|^\d{1,2}\/\d{1,2}\/\d{4}$|^(?:true|false)$/i.test(raw.trim())
    ? raw.trim()
    : `'${raw}`;
}

function readResult(model: Model, copy: SheetCopy, place: CellAddress, results: Map<string, Result>): void {
  const [row, column] = [place.row + 1, place.column + 1];
  results.set(keyOf(place), resultAt(model, row, column));
  const shape = model.getCellArrayStructure(0, row, column);
  if (typeof shape === 'string' || !('DynamicAnchor' in shape)) return;
  const [width, height] = shape.DynamicAnchor;
  for (let down = 0; down < height; down++) {
    for (let across = 0; across < width; across++) {
      const other = { row: place.row + down, column: place.column + across };
      if (rawAt(copy, other) !== '') continue;
      results.set(keyOf(other), { ...resultAt(model, row + down, column + across), isSpilled: true });
    }
  }
}

function resultAt(model: Model, row: number, column: number): Result {
  const text = model.getFormattedCellValue(0, row, column);
  const type = model.getCellType(0, row, column);
  if (type === ERROR) return { text, isError: true };
  if (type !== NUMBER || model.getCellStyle(0, row, column).style.num_fmt !== 'general') {
    return { text, isError: false };
  }
  // Nobody wants to read 0.1 + 0.2 to the last digit.
  const value = Number(Number(text).toPrecision(12));
  return { text: String(value), value, isError: false };
}
