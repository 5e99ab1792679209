import type { ReactNode } from 'react';
import { useWords } from '../../words/words-context.ts';
import { ShownText } from '../shown/shown-text.tsx';
import type { DiffRow } from './read-diff.ts';

const MARKS = { same: ' ', added: '+', removed: '−' } as const;

export interface DiffLineProps {
  readonly row: DiffRow;
  /** The text of the line, where it has more than one colour. */
  readonly children?: ReactNode;
}

/** One line of a diff with its numbers and its sign. */
export function DiffLine({ row, children }: DiffLineProps) {
  const strings = useWords();
  if (row.type === 'gap')
    return (
      <div className="mr-diff-gap">
        {row.count === undefined ? strings.existingCode : strings.sameLines(row.count)}
      </div>
    );
  if (row.type === 'end') return <div className="mr-diff-gap">{strings.noLastBreak}</div>;
  if (row.type === 'note') return <div className="mr-diff-gap">{row.text}</div>;
  const { type, before, after, text } = row;
  return (
    <div className="mr-diff-row" data-row={type}>
      <span className="mr-diff-number">{before}</span>
      <span className="mr-diff-number">{after}</span>
      <span className="mr-diff-mark">{MARKS[type]}</span>
      <code>{children ?? <ShownText text={text} />}</code>
    </div>
  );
}
