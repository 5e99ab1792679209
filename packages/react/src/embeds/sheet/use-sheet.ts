import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Place } from './address.ts';
import { calculate, type Result } from './calculation.ts';
import { type Calculator, loadCalculator } from './calculator.ts';
import { createSheet, type Sheet } from './sheet.ts';
import { copyOf, formulaPlaces, rawAt, type SheetCopy, withCell, withGrid } from './sheet-copy.ts';

export interface SheetState {
  readonly sheet: Sheet;
  /** The engine could not be loaded or gave up: formulas are shown as they are written. */
  readonly isUncalculated: boolean;
  change(place: Place, raw: string): void;
  /** Takes the last change back; gives the cell, or undefined when there was none. */
  undo(): Place | undefined;
  redo(): Place | undefined;
  /** Loads the engine before it is needed. */
  prepare(): void;
}

interface Change {
  readonly place: Place;
  readonly before: string;
  readonly after: string;
}

interface Copy {
  readonly copy: SheetCopy;
  readonly done: readonly Change[];
  readonly undone: readonly Change[];
}

const NO_RESULTS: ReadonlyMap<string, Result> = new Map();

/** A table that a person may change for themselves. The grid itself is never changed. */
export function useSheet(grid: SheetCopy['grid'], isArriving: boolean): SheetState {
  const [state, setState] = useState<Copy>(() => ({ copy: copyOf(grid), done: [], undone: [] }));
  const [seen, setSeen] = useState(grid);
  if (seen !== grid) {
    setSeen(grid);
    setState({ ...state, copy: withGrid(state.copy, grid) });
  }
  const { copy, done, undone } = state;
  const { results, isUncalculated, prepare } = useResults(copy, isArriving);
  const sheet = useMemo(() => createSheet(copy, results), [copy, results]);

  const step = (change: Change | undefined, raw: string | undefined, next: Omit<Copy, 'copy'>) => {
    if (change === undefined || raw === undefined) return undefined;
    setState({ copy: withCell(copy, change.place, raw), ...next });
    return change.place;
  };
  return {
    sheet,
    isUncalculated,
    prepare,
    change(place, raw) {
      const before = rawAt(copy, place);
      if (before === raw) return;
      const all = [...done, { place, before, after: raw }];
      setState({ copy: withCell(copy, place, raw), done: all, undone: [] });
    },
    undo() {
      const last = done.at(-1);
      const next = { done: done.slice(0, -1), undone: last === undefined ? undone : [...undone, last] };
      return step(last, last?.before, next);
    },
    redo() {
      const last = undone.at(-1);
      const next = { done: last === undefined ? done : [...done, last], undone: undone.slice(0, -1) };
      return step(last, last?.after, next);
    },
  };
}

/** What the formulas give, as soon as the engine is there. While a table arrives they are not calculated. */
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
