'use client';

import type { EmbedNodeAttrs } from '@millrace/engine';
import { embedMarkdown } from '@millrace/engine/document';
import { type ClipboardEvent, useRef, useState } from 'react';
import { saveFile } from '../../page/save-file.ts';
import { useWords } from '../../words/words-context.ts';
import type { CellEditorProps } from './cell-editor.tsx';
import { changesOf, withChanges } from './cells/cell-changes.ts';
import { csvFile, fileName, xlsxFile } from './cells/file-cells.ts';
import { guardCopied, printHtmlTable, printTsv } from './cells/print-cells.ts';
import {
  type Area,
  areaOf,
  areaSize,
  clipArea,
  readArea,
  type Selection,
  selectCell,
} from './cells/selection.ts';
import type { Sheet } from './cells/sheet.ts';
import type { SheetCopy } from './cells/sheet-copy.ts';
import type { GridActions } from './press-grid-key.ts';
import type { SheetActionsProps } from './sheet-actions.tsx';
import { type SheetChanges, useSheet } from './use-sheet.ts';

const NEXT = { down: [1, 0], up: [-1, 0], right: [0, 1], left: [0, -1], stay: [0, 0] } as const;

export interface SheetViewOptions {
  readonly attrs: EmbedNodeAttrs;
  readonly grid: SheetCopy['grid'];
  readonly changes?: SheetChanges;
  readonly isReadOnly?: boolean;
  readonly onAsk?: (selection: { title: string; grid: string[][] }) => void;
}

/** The actions of a person in a sheet, with its selection and its open field. */
export function useSheetView({ attrs, grid: cells, changes, isReadOnly = false, onAsk }: SheetViewOptions) {
  const strings = useWords();
  const state = useSheet(cells, attrs.status === 'processing', changes);
  const { sheet } = state;
  const grid = useRef<HTMLDivElement>(null);
  const [selection, setSelection] = useState<Selection>(selectCell({ row: 0, column: 0 }));
  const [editing, setEditing] = useState<string>();
  const [said, setSaid] = useState('');
  const title = attrs.title ?? strings.table;
  const { head } = selection;

  const leave = (): void => {
    setEditing(undefined);
    grid.current?.focus({ preventScroll: true });
  };
  const goTo = (place: Selection['head'] | undefined): void => {
    if (place !== undefined) setSelection(selectCell(place));
  };
  const actions: GridActions = {
    select: setSelection,
    edit(text) {
      if (isReadOnly) return;
      state.prepare();
      setEditing(text ?? sheet.cell(head).raw);
    },
    clear: () => !isReadOnly && state.clear(areaOf(selection)),
    undo: () => !isReadOnly && goTo(state.undo()),
    redo: () => !isReadOnly && goTo(state.redo()),
  };
  const onCommit: CellEditorProps['onCommit'] = (raw, next) => {
    state.change(head, raw);
    const [down, across] = NEXT[next];
    setEditing(undefined);
    if (next === 'stay') return;
    goTo({ row: Math.max(0, head.row + down), column: Math.max(0, head.column + across) });
    grid.current?.focus({ preventScroll: true });
  };
  return {
    ...{ sheet, isUncalculated: state.isUncalculated, title, grid, selection, editing, said, actions },
    isReadOnly,
    onCommit,
    onCancel: leave,
    onCopy: (event: ClipboardEvent) => copyCells(event.nativeEvent, sheet, areaOf(selection)),
    buttons: {
      onAsk: onAsk && (() => onAsk({ title, grid: askedCells(sheet, selection) })),
      onUndo: isReadOnly ? undefined : actions.undo,
      onRedo: isReadOnly ? undefined : actions.redo,
      canUndo: state.canUndo,
      canRedo: state.canRedo,
      onCopy: () => setSaid(copyByButton(sheet, selection) ? strings.sheetCopied : strings.sheetNotCopied),
      onCopyMarkdown() {
        const text = embedMarkdown(attrs, { grid: withChanges(cells, changesOf(sheet.copy)) });
        setSaid(copyText(text) ? strings.sheetCopied : strings.sheetNotCopied);
      },
      onDownload(kind) {
        const file = kind === 'csv' ? csvFile(sheet) : xlsxFile(sheet, title);
        Promise.resolve(file).then(
          (blob) => saveFile(fileName(title, kind), blob),
          () => setSaid(strings.sheetNotSaved),
        );
      },
    } satisfies SheetActionsProps,
  };
}

/** One selected cell stands for nothing in particular: then it is the whole sheet. */
function chosenArea(sheet: Sheet, selection: Selection): Area {
  const area = areaOf(selection);
  if (areaSize(area) > 1) return clipArea(area, sheet.rows, sheet.columns);
  return { top: 0, left: 0, bottom: sheet.rows - 1, right: sheet.columns - 1 };
}

/** The names of the columns, then what is selected under them. */
function askedCells(sheet: Sheet, selection: Selection): string[][] {
  const area = clipArea(areaOf(selection), sheet.rows, sheet.columns);
  const textAt = (place: Selection['head']): string => sheet.cell(place).text;
  const cells = readArea(area, textAt);
  return area.top === 0 ? cells : [...readArea({ ...area, top: 0, bottom: 0 }, textAt), ...cells];
}

function copyText(text: string): boolean {
  return copyBy(({ clipboardData }) => {
    clipboardData?.setData('text/plain', text);
    clipboardData?.setData('text/markdown', text);
  });
}

function copyByButton(sheet: Sheet, selection: Selection): boolean {
  return copyBy((event) => copyCells(event, sheet, chosenArea(sheet, selection)));
}

function copyCells(event: globalThis.ClipboardEvent, sheet: Sheet, area: Area): void {
  const clipped = clipArea(area, sheet.rows, sheet.columns);
  const cells = readArea(clipped, (place) => sheet.cell(place).text).map(guardCopied);
  event.clipboardData?.setData('text/plain', printTsv(cells));
  event.clipboardData?.setData('text/html', printHtmlTable(cells));
  event.preventDefault();
}

/** By the copy command and its event, which takes both kinds of text everywhere, and at once. */
function copyBy(write: (event: globalThis.ClipboardEvent) => void): boolean {
  const copy = (event: globalThis.ClipboardEvent): void => {
    event.stopImmediatePropagation();
    event.preventDefault();
    write(event);
  };
  document.addEventListener('copy', copy, { capture: true, once: true });
  const isDone = document.execCommand('copy');
  document.removeEventListener('copy', copy, { capture: true });
  return isDone;
}
