import { formatOf } from './format.ts';

const { number, count, plural } = formatOf('en');
const LINE = { one: 'line', other: 'lines' };

/** The words about changes of files. */
export const changesWords = {
  changedLines: (added: number, removed: number) => {
    if (removed === 0) return `${count(added, LINE)} added`;
    if (added === 0) return `${count(removed, LINE)} removed`;
    return `${count(added, LINE)} added, ${number(removed)} removed`;
  },
  sameLines: (lines: number) => `${count(lines, LINE)} the same`,
  existingCode: 'Existing code',
  noLastBreak: 'No line break at the end of the file',
  /** The special thing about a change that is only asked for. */
  wouldChange: {
    new: 'A new file.',
    same: 'Nothing would change.',
    no_text: 'It replaces a file that is not text.',
    long_file: 'The file is too large to show what would change.',
    long_diff: 'The change is too large to show here. The arguments contain all of it.',
  },
  /** The special thing about a change that was made. */
  didChange: {
    new: 'A new file.',
    same: 'Nothing changed.',
    no_text: 'It replaced a file that was not text.',
    long_file: 'The file is too large to show what changed.',
    long_diff: 'The change is too large to show here.',
  },
  youChanged: 'You changed this before it ran:',
  andMore: (more: number) => `and ${number(more)} more`,
  whatItAsked: 'What it asked for',
  whatRan: 'What ran',
  wasAsked: 'This is what the model asked for. It did not run like this.',
  yourValue: 'Your value',
  toldModel: 'What the model was told',
  moreRows: (rows: number) => `${number(rows)} more ${plural(rows, LINE)} in full screen`,
  fileLoading: 'Loading the file…',
  fileNotKept: 'The whole file was not kept here: it is too large, or the step is from an earlier version.',
  fileFailed: 'The file could not be loaded. Try again.',
  editNotShown: 'With these values the change can’t be shown:',
  decidedElsewhere: (device: string) => `It was decided on ${device}. Your words were not sent:`,
  overWithout: 'It is no longer asked. Your words were not sent:',
  putInBox: 'Put them in the message box',
  discardWords: 'Discard',
  otherDevice: 'another device',
};
