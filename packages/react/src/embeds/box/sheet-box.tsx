'use client';

import { contentGrid, sheetPreview } from '@millrace/engine/document';
import { useRef } from 'react';
import { useWords } from '../../words/words-context.ts';
import type { EmbedProps } from '../embed-component.ts';
import { gridDirection } from '../sheet/grid-direction.ts';
import { useShownGrid } from '../sheet/shown-grid.ts';
import { useEditedSheet } from '../sheet/use-edited-sheet.ts';
import { EmbedFrame } from './embed-frame.tsx';
import { embedName } from './embed-name.ts';

type Grid = readonly (readonly string[])[];

const COLUMNS = 'ABCD';

/** The cells A1 to D6 of a sheet, with the names that they have in full screen. */
export function SheetBox(props: EmbedProps) {
  const strings = useWords();
  const { attrs, content, isEdited } = useEditedSheet(props);
  const all = contentGrid(content ?? '') ?? [];
  const { grid, moreRows, moreColumns } = sheetPreview(all);
  const { rows = 0, cols = 0 } = attrs;
  const size = strings.sheetSize(rows, cols);
  const box = useRef<HTMLDivElement>(null);
  useShownGrid(box, all);
  return (
    <EmbedFrame
      attrs={attrs}
      content={content}
      name={embedName(strings, attrs)}
      detail={isEdited ? `${size} · ${strings.edited}` : size}
      writing={strings.writingRow(rows)}
      more={moreRows + moreColumns > 0 && strings.moreCells(moreRows, moreColumns)}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <div ref={box} className="mr-embed-scroll" dir={gridDirection(grid)} tabIndex={0}>
        <Cells grid={grid} />
      </div>
    </EmbedFrame>
  );
}

function Cells({ grid }: { readonly grid: Grid }) {
  const width = grid[0]?.length ?? 0;
  const numeric = Array.from({ length: width }, (_, column) => isNumeric(grid.slice(1), column));
  return (
    <table className="mr-cells">
      <thead>
        <tr>
          <td />
          {numeric.map((_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other name
            <th key={column} scope="col">
              {COLUMNS[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {grid.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names
          <tr key={place} className={place === 0 ? 'mr-cells-head' : undefined}>
            <th scope="row">{place + 1}</th>
            {row.map((text, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have no names
              <td key={column} dir="auto" className={place > 0 && numeric[column] ? 'mr-number' : undefined}>
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const NUMBER = /^[-+−]?[$€£¥]?[-+−]?[\d.,\s]+[%$€£¥]?$/;
const DASHES = '-–—';

/** A cell that says nothing, or will be a number in full screen. */
const isUndecided = (cell: string): boolean => cell.startsWith('=') || DASHES.includes(cell);

/** Tells whether a column has numbers and no words. */
function isNumeric(rows: Grid, column: number): boolean {
  const cells = rows.map((row) => (row[column] ?? '').trim()).filter((cell) => !isUndecided(cell));
  return cells.length > 0 && cells.every((cell) => NUMBER.test(cell));
}
