'use client';

import { memo, type ReactNode } from 'react';
import { useWords } from '../../words/words-context.ts';
import { columnName } from './cells/address.ts';
import type { Columns } from './cells/columns.ts';
import type { Sheet } from './cells/sheet.ts';

export interface SheetRowProps {
  readonly sheet: Sheet;
  readonly columns: Columns;
  readonly row: number;
  /** The columns in sight. */
  readonly first: number;
  readonly last: number;
  /** The selected columns; none when `from` is greater than `to`. */
  readonly from: number;
  readonly to: number;
  /** The column of the active cell; -1 in other rows. */
  readonly active: number;
  readonly idPrefix: string;
  /** In place of the active cell's text. */
  readonly editor?: ReactNode;
  readonly top: number | undefined;
}

/** One row: its number, and those of its cells that are in sight. The first row names the columns. */
export const SheetRow = memo(function SheetRow(props: SheetRowProps) {
  const { row, first, last, active, top } = props;
  const shown = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  // Screen readers follow the active cell, also when it has been scrolled away.
  if (active >= 0 && active < first) shown.unshift(active);
  if (active > last) shown.push(active);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names the active cell
    // biome-ignore lint/a11y/useSemanticElements: most rows of a table element would have to be there
    <div
      role="row"
      aria-rowindex={row + 2}
      className={row === 0 ? 'mr-sheet-row mr-sheet-names' : 'mr-sheet-row'}
      style={top === undefined ? undefined : { insetBlockStart: top }}
    >
      {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div role="rowheader" aria-colindex={1} className="mr-sheet-number" data-row={row}>
        {row + 1}
      </div>
      {shown.map((column) => (
        <SheetCell key={column} column={column} {...props} />
      ))}
    </div>
  );
});

function SheetCell({
  sheet,
  columns,
  row,
  column,
  from,
  to,
  active,
  idPrefix,
  editor,
}: SheetRowProps & { readonly column: number }) {
  const { text, raw, number, isError } = sheet.cell({ row, column });
  const isActive = column === active;
  const classes = ['mr-sheet-cell'];
  if (number !== undefined && row > 0) classes.push('mr-sheet-value');
  if (isError) classes.push('mr-sheet-error');
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take them
    <div
      id={`${idPrefix}-${row}-${column}`}
      // A column without a name is named by its letter alone.
      role={row === 0 && text !== '' ? 'columnheader' : 'gridcell'}
      aria-colindex={column + 2}
      aria-selected={column >= from && column <= to}
      // A calculated value is read out with its formula.
      aria-description={isActive && raw !== text && raw !== '' ? raw : undefined}
      className={classes.join(' ')}
      data-active={isActive || undefined}
      data-row={row}
      data-column={column}
      style={{ insetInlineStart: columns.start(column), inlineSize: columns.width(column) }}
    >
      {isActive && editor !== undefined ? editor : <span dir="auto">{text}</span>}
    </div>
  );
}

/** The row of letters. */
export const SheetLetters = memo(function SheetLetters({
  columns,
  first,
  last,
}: {
  readonly columns: Columns;
  readonly first: number;
  readonly last: number;
}) {
  const strings = useWords();
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: nothing can be done here
    // biome-ignore lint/a11y/useSemanticElements: as for the other rows
    <div role="row" aria-rowindex={1} className="mr-sheet-row mr-sheet-letters">
      {/* biome-ignore lint/a11y/useFocusableInteractive: nothing can be done here */}
      {/* biome-ignore lint/a11y/useSemanticElements: as for the other rows */}
      <div role="columnheader" aria-colindex={1} className="mr-sheet-number">
        <span className="mr-sr-only">{strings.rowNumber}</span>
      </div>
      {Array.from({ length: last - first + 1 }, (_, place) => first + place).map((column) => (
        // biome-ignore lint/a11y/useFocusableInteractive: nothing can be done here
        // biome-ignore lint/a11y/useSemanticElements: as for the other rows
        <div
          key={column}
          role="columnheader"
          aria-colindex={column + 2}
          className="mr-sheet-letter"
          data-column={column}
          style={{ insetInlineStart: columns.start(column), inlineSize: columns.width(column) }}
        >
          {columnName(column)}
        </div>
      ))}
    </div>
  );
});
