'use client';

import type { EmbedNodeAttrs } from '@millrace/engine';
import { type Content, contentGrid } from '@millrace/engine/document';
import { use, useEffect, useMemo } from 'react';
import { withChanges } from './cells/cell-changes.ts';
import { SheetEditsContext } from './sheet-edits.ts';
import { useSheetVersions } from './use-versions.ts';

export interface EditedSheet {
  readonly attrs: EmbedNodeAttrs;
  readonly content: Content | undefined;
  readonly isEdited: boolean;
}

/** A sheet as its newest version has it, else as the message has it. */
export function useEditedSheet({ attrs, content }: Omit<EditedSheet, 'isEdited'>): EditedSheet {
  const edits = use(SheetEditsContext);
  const newest = useSheetVersions(attrs).at(-1);
  const cells = newest?.cells;
  const id = newest !== undefined && cells === undefined ? newest.id : undefined;
  useEffect(() => {
    if (id !== undefined) edits?.load(id);
  }, [edits, id]);
  return useMemo(() => {
    const grid = content === undefined ? undefined : contentGrid(content);
    if (cells === undefined || cells.length === 0 || grid === undefined)
      return { attrs, content, isEdited: false };
    const edited = withChanges(grid, cells);
    const [rows, cols] = [edited.length, edited[0]?.length ?? 0];
    return {
      attrs: { ...attrs, rows, cols, cellCount: rows * cols },
      content: { grid: edited },
      isEdited: true,
    };
  }, [attrs, content, cells]);
}
