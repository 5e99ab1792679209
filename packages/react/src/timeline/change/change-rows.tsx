'use client';

import { type ReactNode, useMemo } from 'react';
import type { DiffFile } from '../../approval/diff/diff-file.ts';
import { DiffLine } from '../../approval/diff/diff-line.tsx';
import type { DiffRow } from '../../approval/diff/read-diff.ts';
import { ShownText } from '../../approval/shown/shown-text.tsx';
import { loadedReader } from '../../embeds/highlight/load-parser.ts';
import { type CodeLine, plainLines } from '../../embeds/highlight/plain-code.ts';
import { useParser } from '../../embeds/highlight/use-parser.ts';
import { fileLanguage } from '../../embeds/languages.ts';
import { useWords } from '../../words/words-context.ts';
import type { Ring } from './edited-marks.ts';

export interface ChangeRowsProps {
  readonly file: DiffFile;
  readonly rings?: ReadonlyMap<number, Ring> | undefined;
  /** How many rows are drawn. */
  readonly most: number;
  /** True to draw the last rows instead of the first. */
  readonly fromEnd?: boolean;
}

/** The lines of a change in the colours of their language, with the pieces that a person changed. */
export function ChangeRows({ file: { path, rows }, rings, most, fromEnd = false }: ChangeRowsProps) {
  const parser = useParser(fileLanguage(path));
  const from = fromEnd ? Math.max(0, rows.length - most) : 0;
  const drawn = useMemo(() => rows.slice(from, from + most), [rows, from, most]);
  const lines = useMemo(
    () => colours(drawn, (code) => loadedReader()?.highlightCode(code, parser) ?? plainLines(code)),
    [drawn, parser],
  );
  return (
    <div className="mr-diff-rows" dir="ltr">
      {drawn.map((row, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows never change
        <DiffLine key={place} row={row}>
          <Words line={lines[place]} ring={rings?.get(from + place)} />
        </DiffLine>
      ))}
    </div>
  );
}

/** The words of each row: the old lines of a piece are read together, and so are the new ones. */
function colours(
  rows: readonly DiffRow[],
  read: (code: string) => readonly CodeLine[],
): readonly (CodeLine | undefined)[] {
  const lines: (CodeLine | undefined)[] = [];
  const side = (hidden: DiffRow['type']): void => {
    let code: string[] = [];
    let places: number[] = [];
    const flush = (): void => {
      for (const [i, line] of read(code.join('\n')).entries()) lines[places[i] ?? -1] ??= line;
      [code, places] = [[], []];
    };
    for (const [place, row] of rows.entries()) {
      if (row.type === 'gap') flush();
      else if ('text' in row && row.type !== hidden && row.type !== 'note') {
        code.push(row.text);
        places.push(place);
      }
    }
    if (code.length > 0) flush();
  };
  side('removed');
  side('added');
  return lines;
}

interface WordsProps {
  readonly line: CodeLine | undefined;
  readonly ring: Ring | undefined;
}

function Words({ line = [], ring }: WordsProps) {
  const strings = useWords();
  if (ring === undefined) return drawPieces(line);
  const [from, to] = ring;
  return (
    <>
      {drawPieces(cut(line, 0, from))}
      <mark className="mr-own-value" title={strings.yourValue}>
        {drawPieces(cut(line, from, to))}
      </mark>
      {drawPieces(cut(line, to, Number.POSITIVE_INFINITY))}
    </>
  );
}

function drawPieces(line: CodeLine): readonly ReactNode[] {
  return line.map(({ text, kind }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words have no names
    <span key={place} className={kind && `mr-code-${kind}`}>
      <ShownText text={text} />
    </span>
  ));
}

/** The words of a line between two of its characters. */
function cut(line: CodeLine, from: number, to: number): CodeLine {
  let at = 0;
  return line.flatMap((word) => {
    const start = at;
    at += word.text.length;
    const text = word.text.slice(Math.max(0, from - start), Math.max(0, to - start));
    return text === '' ? [] : [{ ...word, text }];
  });
}
