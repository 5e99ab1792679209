import { formatOf } from './format.ts';

const { number } = formatOf('en');

/** The words of this part of the screen. */
export const sheetWords = {
  table: 'Table',
  rowNumber: 'Row',
  askAboutSelection: 'Ask about selection',
  copySheet: 'Copy',
  sheetCopied: 'Copied.',
  sheetNotCopied: 'This could not be copied.',
  downloadSheet: 'Download',
  sheetFile: { csv: 'CSV', xlsx: 'Excel (XLSX)' },
  sheetNotSaved: 'The file could not be created.',
  selectedCells: (count: number) => `Selected ${number(count)}`,
  sumAndAverage: (sum: string, average: string) => `sum ${sum} · average ${average}`,
  uncalculated: 'Formulas could not be calculated here, so they are shown as text.',
  sheetPreview: 'Preview · can’t be edited here',
  sheetArriving: 'Can be edited when it is written',
  sheetSaved: 'Changes are saved with this chat',
  sheetSaving: 'Saving…',
  sheetUnsaved: (why: string) => `Not saved. ${why}`,
  sheetNewer: (from: string) =>
    from === '' ? 'A newer version was saved elsewhere' : `A newer version was saved on ${from}`,
  sheetVersion: 'Version',
  sheetVersionName: (nth: number, from: string, when: string) =>
    [`Version ${number(nth)}`, when, from].filter(Boolean).join(' · '),
  fromAnswer: 'From the answer',
  restoreVersion: 'Restore this version',
  sheetRestored: 'Restored as the newest version.',
  sheetLoading: 'Loading this version…',
  edited: 'edited',
  redo: 'Redo',
  copyMarkdown: 'Copy as Markdown',
  sheetHints: { move: 'move', copy: 'copy cells', edit: 'edit', close: 'close' },
};
