'use client';

import type { EmbedNodeAttrs } from '@millrace/engine';
import { use } from 'react';
import { problemOf } from '../../words/problem-of.ts';
import { useWords } from '../../words/words-context.ts';
import { SheetEditsContext } from './sheet-edits.ts';
import type { Versions } from './use-versions.ts';

export interface SheetNoteProps {
  readonly attrs: EmbedNodeAttrs;
  readonly versions: Versions | undefined;
}

/** One line about what happens to changes: whether they can be made, are saved, or wait to be. */
export function SheetNote({ attrs, versions }: SheetNoteProps) {
  const strings = useWords();
  const canKeep = use(SheetEditsContext) !== undefined;
  if (versions === undefined)
    return canKeep && attrs.status === 'processing' ? strings.sheetArriving : strings.sheetPreview;
  const { status, isLoading, newer } = versions;
  if (typeof status === 'object')
    return (
      <span className="mr-sheet-unsaved" role="alert">
        {strings.sheetUnsaved(problemOf(strings, status.failure))}{' '}
        <button type="button" className="mr-button mr-button-quiet" onClick={versions.retry}>
          {strings.tryAgain}
        </button>
      </span>
    );
  if (status === 'saving') return strings.sheetSaving;
  if (isLoading) return strings.sheetLoading;
  return newer === undefined ? strings.sheetSaved : strings.sheetNewer(newer.from);
}
