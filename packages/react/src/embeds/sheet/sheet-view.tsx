'use client';

import type { EmbedNodeAttrs } from '@millrace/engine';
import { type ReactNode, useMemo } from 'react';
import { useIsMac } from '../../page/mac-keys.ts';
import { useWords } from '../../words/words-context.ts';
import { printAddress } from './cells/address.ts';
import { areaOf, areaSize, clipArea, type Selection } from './cells/selection.ts';
import type { Sheet } from './cells/sheet.ts';
import type { SheetCopy } from './cells/sheet-copy.ts';
import { summarize } from './cells/summarize.ts';
import { gridDirection } from './grid-direction.ts';
import { SheetActions } from './sheet-actions.tsx';
import { SheetGrid } from './sheet-grid.tsx';
import type { SheetChanges } from './use-sheet.ts';
import { useSheetView } from './use-sheet-view.ts';

export interface SheetViewProps {
  readonly attrs: EmbedNodeAttrs;
  readonly grid: SheetCopy['grid'];
  /** Takes the names of the columns and the selected cells, as shown. Without it there is no such button. */
  readonly onAsk?: (selection: { title: string; grid: string[][] }) => void;
  /** The changes that are kept of it. Without it a person changes only the copy that they see. */
  readonly changes?: SheetChanges;
  readonly isReadOnly?: boolean;
  /** Beside the buttons. */
  readonly children?: ReactNode;
  /** In place of our own head and foot: puts the buttons where the page wants them, such as into a dialog's head. */
  readonly frame?: (actions: ReactNode, view: ReactNode) => ReactNode;
}

/** A table of an answer in full: to look through, to calculate with, to copy and to take along. */
export function SheetView(props: SheetViewProps) {
  const strings = useWords();
  const { grid, children, frame = headAndView } = props;
  const view = useSheetView(props);
  const { sheet, selection, isUncalculated, said } = view;
  const { raw } = sheet.cell(selection.head);
  const actions = <SheetActions {...view.buttons}>{children}</SheetActions>;
  return frame(
    actions,
    <section className="mr-sheet" aria-label={view.title}>
      <div className="mr-sheet-bar">
        <span className="mr-sheet-address">{printAddress(selection.head)}</span>
        <span className="mr-sheet-raw" dir="auto">
          {raw}
        </span>
        <span className="mr-sheet-sums">
          <Sums sheet={sheet} selection={selection} />
        </span>
      </div>
      {isUncalculated && <p className="mr-sheet-problem">{strings.uncalculated}</p>}
      <SheetGrid label={view.title} dir={gridDirection(grid)} {...view} />
      <span role="status" className="mr-sr-only">
        {said}
      </span>
    </section>,
  );
}

function headAndView(actions: ReactNode, view: ReactNode): ReactNode {
  return (
    <div className="mr-sheet-frame">
      <header className="mr-sheet-head">{actions}</header>
      {view}
      <Foot />
    </div>
  );
}

/** Above this many cells only their number is announced. */
const MOST_CELLS = 100_000;

function Sums({ sheet, selection }: { readonly sheet: Sheet; readonly selection: Selection }) {
  const strings = useWords();
  const area = clipArea(areaOf(selection), sheet.rows, sheet.columns);
  const { top, left, bottom, right } = area;
  const size = areaSize(area);
  const summary = useMemo(() => {
    if (size < 2 || size > MOST_CELLS) return undefined;
    const numbers = [];
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        const { number } = sheet.cell({ row, column });
        if (number !== undefined) numbers.push(number);
      }
    }
    return summarize(numbers);
  }, [sheet, size, top, left, bottom, right]);
  if (size < 2) return null;
  const count = strings.selectedCells(size);
  return summary === undefined ? count : `${count} · ${strings.sumAndAverage(summary.sum, summary.average)}`;
}

function Foot() {
  return (
    <footer className="mr-sheet-foot">
      <Hints />
    </footer>
  );
}

function Hints() {
  const strings = useWords();
  const { move, copy, edit, close } = strings.sheetHints;
  const keys = [
    ['←↑↓→', move],
    [useIsMac() ? '⌘ C' : `${strings.ctrlKey} C`, copy],
    ['F2', edit],
    ['Esc', close],
  ] as const;
  return (
    <span className="mr-sheet-hints">
      {keys.map(([key, what]) => (
        <span key={key}>
          <kbd className="mr-keys">{key}</kbd> {what}
        </span>
      ))}
    </span>
  );
}
