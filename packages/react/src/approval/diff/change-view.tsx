'use client';

import type { ProposedChange, ProposedFile } from '@millrace/engine/run';
import { FileText } from 'lucide-react';
import { useMemo } from 'react';
import { useWords } from '../../words/words-context.ts';
import { ShownText } from '../shown/shown-text.tsx';
import { diffFile } from './diff-file.ts';
import { DiffLine } from './diff-line.tsx';
import { LineCounts } from './line-counts.tsx';

/** The changes that a call would make, file by file. */
export function ChangeView({ change }: { readonly change: ProposedChange }) {
  return change.files.map((file, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a file may be changed twice, and the list never changes
    <FileView key={place} file={file} />
  ));
}

function FileView({ file }: { readonly file: ProposedFile }) {
  const strings = useWords();
  const { path, rows, added, removed, note } = useMemo(
    () => diffFile(file, strings.wouldChange),
    [file, strings],
  );
  return (
    <figure className="mr-diff" aria-label={strings.changeOf(path)}>
      <figcaption>
        <FileText size={14} aria-hidden="true" />
        <code className="mr-diff-path" dir="ltr">
          <ShownText text={path} />
        </code>
        {(added > 0 || removed > 0) && (
          <span className="mr-diff-count">
            <LineCounts added={added} removed={removed} />
          </span>
        )}
      </figcaption>
      {note !== undefined && (
        <p dir="auto">
          <ShownText text={note} />
        </p>
      )}
      {rows.length > 0 && (
        <div className="mr-diff-rows" dir="ltr">
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows never change
            <DiffLine key={place} row={row} />
          ))}
        </div>
      )}
    </figure>
  );
}

/** How many lines the diffs take. */
export function changeLines({ files }: ProposedChange): number {
  return files.reduce((all, { diff }) => all + (diff ? diff.split('\n').length - 1 : 1), 0);
}
