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
  sheetNotSaved: 'The file could not be made.',
  selectedCells: (count: number) => `Selected ${count.toLocaleString('en')}`,
  sumAndAverage: (sum: string, average: string) => `sum ${sum} · average ${average}`,
  uncalculated: 'Formulas could not be calculated here, so they are shown as they are written.',
  ownCopy: 'Read from the answer · changes here stay in your copy',
  sheetHints: { move: 'move', copy: 'copy cells', edit: 'edit', close: 'close' },
} as const;
