import {
  type Content,
  codePreview,
  contentGrid,
  contentText,
  docPreview,
  type EmbedNodeAttrs,
  sheetPreview,
} from '@millrace/engine';
import { memo, type ReactNode } from 'react';
import { CodeLines } from '../embeds/highlight/code-lines.tsx';
import { strings } from '../words/strings.ts';
import { CallBox } from './call-box.tsx';
import { EmbedFrame } from './embed-frame.tsx';
import { LinkBox } from './link-box.tsx';

export interface EmbedBoxProps {
  readonly attrs: EmbedNodeAttrs;
  readonly content: Content | undefined;
}

/** A preview of an embed: the beginning of what it stands for. */
export const EmbedBox = memo(function EmbedBox({ attrs, content = '' }: EmbedBoxProps) {
  switch (attrs.type) {
    case 'web':
    case 'image':
    case 'video':
      return <LinkBox url={attrs.url ?? ''} />;
    case 'sheet':
      return <SheetBox attrs={attrs} grid={contentGrid(content) ?? []} />;
    case 'doc': {
      const { text, moreWords } = docPreview(contentText(content));
      return (
        <EmbedFrame
          attrs={attrs}
          name={attrs.title ?? ''}
          detail={strings.words(attrs.wordCount ?? 0)}
          more={moreWords > 0 && strings.moreWords(moreWords)}
        >
          <p dir="auto">{text}</p>
        </EmbedFrame>
      );
    }
    case 'skill':
    case 'focus':
    case 'memories': {
      const text = contentText(content);
      return <CallBox attrs={attrs} json={text} otherwise={<CodeBox attrs={attrs} text={text} />} />;
    }
    default:
      return <CodeBox attrs={attrs} text={contentText(content)} />;
  }
});

function CodeBox({ attrs, text }: { readonly attrs: EmbedNodeAttrs; readonly text: string }) {
  const { text: shown, moreLines } = codePreview(text);
  const detail = [attrs.language, attrs.lineCount !== undefined && strings.lines(attrs.lineCount)]
    .filter(Boolean)
    .join(' · ');
  return (
    <EmbedFrame
      attrs={attrs}
      name={attrs.filename ?? attrs.title ?? attrs.type}
      detail={detail}
      more={moreLines > 0 && strings.moreLines(moreLines)}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <pre dir="ltr" tabIndex={0}>
        <CodeLines code={shown} language={attrs.language} />
      </pre>
    </EmbedFrame>
  );
}

function SheetBox({
  attrs,
  grid,
}: {
  readonly attrs: EmbedNodeAttrs;
  readonly grid: readonly (readonly string[])[];
}) {
  const { grid: shown, moreRows, moreColumns } = sheetPreview(grid);
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
