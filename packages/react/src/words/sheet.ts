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
  ownCopy: 'From the answer · your changes stay in your copy',
  sheetHints: { move: 'move', copy: 'copy cells', edit: 'edit', close: 'close' },
};
