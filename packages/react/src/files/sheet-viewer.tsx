'use client';

import type { EmbedNodeAttrs } from '@millrace/engine';
import type { FileSheets, MessageFile } from '@millrace/engine/run';
import { use, useEffect, useState } from 'react';
import { SheetView } from '../embeds/sheet/sheet-view.tsx';
import { useWords } from '../words/words-context.ts';
import { FileAccess, type FileReads } from './file-access.ts';
import { FileDialog } from './file-dialog.tsx';
import { readTable, separatorOf } from './read-table.ts';

export interface FileViewerProps {
  readonly file: MessageFile;
  readonly backTo: HTMLElement | null;
  readonly onClose: () => void;
}

/** A workbook or a table in our own sheet, one sheet at a time. */
export function SheetViewer({ file, backTo, onClose }: FileViewerProps) {
  const words = useWords();
  const reads = use(FileAccess);
  const [sheets, setSheets] = useState<FileSheets | 'failed'>();
  const [place, setPlace] = useState(0);
  useEffect(() => {
    if (reads === undefined) return undefined;
    const over = new AbortController();
    readSheets(reads, file, over.signal).then(
      (read) => !over.signal.aborted && setSheets(read),
      () => !over.signal.aborted && setSheets('failed'),
    );
    return () => over.abort();
  }, [reads, file]);
  const known = sheets === undefined || sheets === 'failed' ? [] : sheets.sheets;
  const sheet = known[place];
  const { move, copy } = words.sheetHints;
  const keys = [
    ['←↑↓→', move],
    [`${words.ctrlKey} C`, copy],
  ] as const;
  const frame = { file, backTo, onClose, keys };
  const tabs = known.length > 1 && (
    <fieldset className="mr-viewer-sheets" aria-label={words.files.sheets}>
      {known.map(({ name }, i) => (
        // Two sheets can't have one name, but a file may say so.
        // biome-ignore lint/suspicious/noArrayIndexKey: the sheets of a file never change
        <button key={i} type="button" aria-pressed={i === place} onClick={() => setPlace(i)}>
          {name}
        </button>
      ))}
    </fieldset>
  );
  if (sheet === undefined || sheet.rows.length === 0)
    return (
      <FileDialog {...frame}>
        {tabs}
        <p className="mr-viewer-words" role="status">
          {sheets === undefined
            ? words.files.loading(file.name)
            : sheets === 'failed'
              ? words.files.unreadable
              : words.files.emptySheet}
        </p>
      </FileDialog>
    );
  const isCut = typeof sheets === 'object' && sheets.is_cut;
  return (
    <SheetView
      key={place}
      attrs={attrsOf(file, sheet.name)}
      grid={rectangle(sheet.rows)}
      isReadOnly
      frame={(actions, view) => (
        <FileDialog
          {...frame}
          detail={words.sheetSize(sheet.rows.length, widest(sheet.rows))}
          actions={actions}
        >
          {tabs}
          {isCut && <p className="mr-viewer-words">{words.files.cut}</p>}
          <div className="mr-viewer-sheet">{view}</div>
        </FileDialog>
      )}
    />
  );
}

async function readSheets(reads: FileReads, file: MessageFile, signal: AbortSignal): Promise<FileSheets> {
  if (!file.type.startsWith('text/')) {
    if (reads.fileSheets === undefined) throw new Error('Nobody reads workbooks here.');
    return reads.fileSheets(file.id, signal);
  }
  const text = await (await reads.readFile(file.id, signal)).slice(0, MOST_TEXT).text();
  const rows = readTable(text, separatorOf(text, file.type));
  return {
    sheets: [{ name: file.name, rows: rows.slice(0, MOST_ROWS) }],
    is_cut: file.size > MOST_TEXT || rows.length > MOST_ROWS,
  };
}

const MOST_TEXT = 4_000_000;
const MOST_ROWS = 50_000;

const widest = (rows: readonly (readonly string[])[]): number =>
  rows.reduce((most, row) => Math.max(most, row.length), 0);

/** The rows of a sheet of one width. */
function rectangle(rows: readonly (readonly string[])[]): string[][] {
  const width = widest(rows);
  return rows.map((row) => Array.from({ length: width }, (_, i) => row[i] ?? ''));
}

const attrsOf = ({ id, name }: MessageFile, title: string): EmbedNodeAttrs => ({
  id: `file:${id}`,
  type: 'sheet',
  status: 'finished',
  contentRef: `file:${id}`,
  title: title === '' ? name : title,
});
