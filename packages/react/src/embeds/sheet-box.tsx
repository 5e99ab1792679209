import { contentGrid, sheetPreview } from '@millrace/engine';
import type { ReactNode } from 'react';
import { strings } from '../words/strings.ts';
import type { EmbedProps } from './embed-component.ts';
import { EmbedFrame } from './embed-frame.tsx';

/** The cells A1 to D6 of a sheet. */
export function SheetBox({ attrs, content = '' }: EmbedProps) {
  const { grid: shown, moreRows, moreColumns } = sheetPreview(contentGrid(content) ?? []);
  const [header = [], ...rows] = shown;
  const numeric = header.map((_, column) => isNumeric(rows, column));
  return (
    <EmbedFrame
      attrs={attrs}
      name={attrs.title ?? ''}
      detail={strings.sheetSize(attrs.rows ?? 0, attrs.cols ?? 0)}
      more={moreRows + moreColumns > 0 && strings.moreCells(moreRows, moreColumns)}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <div className="mr-embed-scroll" tabIndex={0}>
        <table>
          <thead>
            <tr>{header.map(cell('th', numeric))}</tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names
              <tr key={place}>{row.map(cell('td', numeric))}</tr>
            ))}
          </tbody>
        </table>
      </div>
    </EmbedFrame>
  );
}

const NUMBER = /^[-+]?[\d.,\s]+[%$€£]?$/;

/** Whether every cell of a column is a number. */
const isNumeric = (rows: readonly (readonly string[])[], column: number): boolean =>
  rows.length > 0 && rows.every((row) => NUMBER.test(row[column] ?? ''));

const cell =
  (Tag: 'th' | 'td', numeric: readonly boolean[]) =>
  (text: string, place: number): ReactNode => (
    <Tag key={place} dir="auto" className={numeric[place] === true ? 'mr-number' : undefined}>
      {text}
    </Tag>
  );
