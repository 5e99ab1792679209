'use client';

import type { CellChange } from '@millrace/engine/run';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { CellAddress } from './cells/address.ts';
import { calculate, type Result } from './cells/calculation.ts';
import { type Calculator, loadCalculator } from './cells/calculator.ts';
import { changesOf, textsOf } from './cells/cell-changes.ts';
import type { Area } from './cells/selection.ts';
import { createSheet, type Sheet } from './cells/sheet.ts';
import {
  type CellText,
  copyWith,
  filledCells,
  formulaPlaces,
  rawAt,
  type SheetCopy,
  withCells,
  withGrid,
} from './cells/sheet-copy.ts';

export interface SheetState {
  readonly sheet: Sheet;
  /** The engine could not be loaded or gave up: formulas are shown as they are written. */
  readonly isUncalculated: boolean;
  change(place: CellAddress, raw: string): void;
  /** Empties cells, as one change. */
  clear(area: Area): void;
  /** Takes the last change back; gives the cell, or undefined when there was none. */
  undo(): CellAddress | undefined;
  redo(): CellAddress | undefined;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Loads the engine before it is needed. */
  prepare(): void;
}

/** The cells that a person had changed before, and the ear for what they change now. */
export interface SheetChanges {
  /** Other ones replace all that was changed here. */
  readonly cells: readonly CellChange[];
  /** Is told all cells that differ from the table. */
  readonly onChange?: ((cells: readonly CellChange[]) => void) | undefined;
}

/** The changes that a person made in one go. */
interface Change {
  readonly before: readonly CellText[];
  readonly after: readonly CellText[];
}

interface Copy {
  readonly copy: SheetCopy;
  readonly done: readonly Change[];
  readonly undone: readonly Change[];
}

const NO_RESULTS: ReadonlyMap<string, Result> = new Map();

const AS_IT_IS: SheetChanges = { cells: [] };

/** A table that a person may change for themselves. The grid itself is never changed. */
export function useSheet(
  grid: SheetCopy['grid'],
  isArriving: boolean,
  { cells, onChange }: SheetChanges = AS_IT_IS,
): SheetState {
  const begin = (): Copy => ({ copy: copyWith(grid, textsOf(cells)), done: [], undone: [] });
  const [state, setState] = useState<Copy>(begin);
  const [seen, setSeen] = useState({ grid, cells });
  if (seen.grid !== grid || seen.cells !== cells) {
    setSeen({ grid, cells });
    setState(seen.cells === cells ? { ...state, copy: withGrid(state.copy, grid) } : begin());
  }
  const set = (next: Copy): void => {
    setState(next);
    onChange?.(changesOf(next.copy));
  };
  const { copy, done, undone } = state;
  const { results, isUncalculated, prepare } = useResults(copy, isArriving);
  const sheet = useMemo(() => createSheet(copy, results), [copy, results]);

  const write = (after: readonly CellText[]): void => {
    const before = after.map(({ place }) => ({ place, raw: rawAt(copy, place) }));
    if (after.every(({ raw }, i) => raw === before[i]?.raw)) return;
    set({ copy: withCells(copy, after), done: [...done, { before, after }], undone: [] });
  };
  const step = (
    texts: readonly CellText[] | undefined,
    next: Omit<Copy, 'copy'>,
  ): CellAddress | undefined => {
    if (texts !== undefined) set({ copy: withCells(copy, texts), ...next });
    return texts?.[0]?.place;
  };
  return {
    sheet,
    isUncalculated,
    prepare,
    canUndo: done.length > 0,
    canRedo: undone.length > 0,
    change: (place, raw) => write([{ place, raw }]),
    clear: (area) => write(filledCells(copy, area).map((place) => ({ place, raw: '' }))),
    undo() {
      const last = done.at(-1);
      const next = { done: done.slice(0, -1), undone: last === undefined ? undone : [...undone, last] };
      return step(last?.before, next);
    },
    redo() {
      const last = undone.at(-1);
      const next = { done: last === undefined ? done : [...done, last], undone: undone.slice(0, -1) };
      return step(last?.after, next);
    },
  };
}

/** The results of the formulas, as soon as the engine is there. While a table arrives they are not calculated. */
function useResults(copy: SheetCopy, isArriving: boolean) {
  const [calculator, setCalculator] = useState<Calculator>();
  const [hasFailed, setHasFailed] = useState(false);
  const hasFormulas = useMemo(() => formulaPlaces(copy).length > 0, [copy]);
  const isNeeded = hasFormulas && !isArriving;
  const prepare = useCallback(() => {
    loadCalculator().then(
      (loaded) => {
        setCalculator(loaded);
        setHasFailed(false);
      },
      () => setHasFailed(true),
    );
  }, []);
  useEffect(() => {
    if (isNeeded) prepare();
  }, [isNeeded, prepare]);
  const results = useMemo(
    () => (calculator === undefined || !isNeeded ? NO_RESULTS : tryToCalculate(calculator, copy)),
    [calculator, copy, isNeeded],
  );
  return {
    results: results ?? NO_RESULTS,
    isUncalculated: isNeeded && (results === undefined || (calculator === undefined && hasFailed)),
    prepare,
  };
}

function tryToCalculate(calculator: Calculator, copy: SheetCopy): ReadonlyMap<string, Result> | undefined {
  try {
    return calculate(calculator, copy);
  } catch {
    return undefined;
  }
}
