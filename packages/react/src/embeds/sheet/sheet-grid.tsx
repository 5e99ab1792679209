'use client';

import { type ClipboardEvent, type RefObject, useId, useLayoutEffect, useMemo, useRef } from 'react';
import { TOUCH } from '../../page/is-touch.ts';
import { useMedia } from '../../page/use-media.ts';
import { CellEditor, type CellEditorProps } from './cell-editor.tsx';
import { type CellAddress, printAddress } from './cells/address.ts';
import { type Columns, layColumns } from './cells/columns.ts';
import { areaOf, type Selection } from './cells/selection.ts';
import type { Sheet } from './cells/sheet.ts';
import { pointedSelection } from './pointed-selection.ts';
import { type GridActions, pressGridKey } from './press-grid-key.ts';
import { SheetLetters, SheetRow } from './sheet-row.tsx';
import { useViewport, type Viewport } from './use-viewport.ts';

export interface SheetGridProps {
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly label: string;
  /** The side on which its first column stands. */
  readonly dir: 'ltr' | 'rtl';
  readonly sheet: Sheet;
  readonly selection: Selection;
  readonly isReadOnly: boolean;
  /** The text that the open field of the active cell begins with; undefined while none is open. */
  readonly editing: string | undefined;
  readonly actions: GridActions;
  readonly onCommit: CellEditorProps['onCommit'];
  readonly onCancel: CellEditorProps['onCancel'];
  onCopy(event: ClipboardEvent): void;
}

/** The width of the column of row numbers. */
const NUMBERS = 46;
/** Rows and pixels that are there before they come into sight. */
const [SPARE_ROWS, SPARE_PIXELS] = [4, 200];

/**
 * The cells as a grid for keys, pointers and screen readers. It is one stop for Tab; `aria-activedescendant` names the
 * active cell. Only what is in sight is in the page, under its true row and column numbers.
 */
export function SheetGrid(props: SheetGridProps) {
  const { grid, label, dir, sheet, selection, editing, actions, onCommit, onCancel, onCopy } = props;
  const { head } = selection;
  const id = useId();
  const viewport = useViewport(grid);
  const height = useMedia(TOUCH) ? 44 : 33;
  const space = Math.max(0, viewport.width - NUMBERS);
  const columns = useMemo(() => layColumns(sheet, space, head.column + 1), [sheet, space, head.column]);
  const rows = Math.max(sheet.rows, head.row + 1, Math.floor(viewport.height / height));
  const isDragging = useRef(false);
  useScrollTo(grid, head, columns, height);

  const point = (target: EventTarget | null, isExtending: boolean): void => {
    const pointed = pointedSelection(target, selection, sheet, isExtending);
    if (pointed !== undefined) actions.select(pointed);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element would need all its rows
    <div
      ref={grid}
      role="grid"
      dir={dir}
      tabIndex={0}
      aria-label={label}
      aria-rowcount={rows + 1}
      aria-colcount={columns.count + 1}
      aria-multiselectable
      aria-readonly={props.isReadOnly}
      aria-activedescendant={`${id}-${head.row}-${head.column}`}
      className="mr-sheet-grid"
      onKeyDown={(event) => {
        pressGridKey(
          event,
          selection,
          {
            ...{ rows, columns: columns.count, dataRows: sheet.rows, dataColumns: sheet.columns },
            page: Math.max(1, Math.floor(viewport.height / height) - 3),
            isEmpty: (place) => sheet.cell(place).text === '',
          },
          actions,
        );
      }}
      onMouseDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        grid.current?.focus({ preventScroll: true });
        isDragging.current = true;
        point(event.target, event.shiftKey);
      }}
      onMouseMove={(event) => {
        if ((event.buttons & 1) === 0) isDragging.current = false;
        if (isDragging.current) point(event.target, true);
      }}
      onDoubleClick={() => actions.edit()}
      onCopy={onCopy}
    >
      <div
        role="presentation"
        className="mr-sheet-canvas"
        style={{ inlineSize: columns.total + NUMBERS, blockSize: (rows + 1) * height }}
      >
        <Cells
          {...{ sheet, columns, rows, viewport, height, selection, id }}
          editor={
            editing === undefined ? undefined : (
              <CellEditor
                label={printAddress(head)}
                initial={editing}
                onCommit={onCommit}
                onCancel={onCancel}
              />
            )
          }
        />
      </div>
    </div>
  );
}

interface CellsProps {
  readonly sheet: Sheet;
  readonly columns: Columns;
  readonly rows: number;
  readonly viewport: Viewport;
  readonly height: number;
  readonly selection: Selection;
  readonly id: string;
  readonly editor: React.ReactNode;
}

function Cells({ sheet, columns, rows, viewport, height, selection, id, editor }: CellsProps) {
  const { head } = selection;
  const area = areaOf(selection);
  const [first, last] = columns.between(
    viewport.left - SPARE_PIXELS,
    viewport.left + viewport.width + SPARE_PIXELS,
  );
  const top = Math.max(1, Math.floor(viewport.top / height) - SPARE_ROWS);
  const bottom = Math.min(rows - 1, Math.ceil((viewport.top + viewport.height) / height) + SPARE_ROWS);
  const shown = [0, ...Array.from({ length: Math.max(0, bottom - top + 1) }, (_, place) => top + place)];
  if (head.row > 0 && head.row < top) shown.splice(1, 0, head.row);
  if (head.row > bottom) shown.push(head.row);
  return (
    <>
      <SheetLetters columns={columns} first={first} last={last} />
      {shown.map((row) => {
        const isSelected = row >= area.top && row <= area.bottom;
        return (
          <SheetRow
            key={row}
            {...{ sheet, columns, row, first, last }}
            idPrefix={id}
            from={isSelected ? area.left : 0}
            to={isSelected ? area.right : -1}
            active={row === head.row ? head.column : -1}
            editor={row === head.row ? editor : undefined}
            top={row === 0 ? undefined : (row + 1) * height}
          />
        );
      })}
    </>
  );
}

/** Brings the active cell into sight when another one is. The first row and the numbers stand over the others. */
function useScrollTo(
  grid: RefObject<HTMLDivElement | null>,
  { row, column }: CellAddress,
  columns: Columns,
  height: number,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns are read, but only a move scrolls
  useLayoutEffect(() => {
    const box = grid.current;
    if (box === null) return;
    const sign = getComputedStyle(box).direction === 'rtl' ? -1 : 1;
    const [rowStart, columnStart] = [(row + 1) * height, columns.start(column)];
    const columnEnd = columnStart + columns.width(column) + NUMBERS;
    const left = Math.abs(box.scrollLeft);
    if (row > 0 && rowStart - 2 * height < box.scrollTop) box.scrollTop = rowStart - 2 * height;
    else if (row > 0 && rowStart + height > box.scrollTop + box.clientHeight) {
      box.scrollTop = rowStart + height - box.clientHeight;
    }
    if (columnStart < left || columnEnd - columnStart > box.clientWidth) box.scrollLeft = sign * columnStart;
    else if (columnEnd > left + box.clientWidth) box.scrollLeft = sign * (columnEnd - box.clientWidth);
  }, [row, column, height]);
}
