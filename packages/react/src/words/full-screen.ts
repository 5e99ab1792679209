import { formatOf } from './format.ts';

const { number, count, date, ago } = formatOf('en');

/** The words of this part of the screen. */
export const fullScreenWords = {
  closeFullScreen: 'Close',
  download: 'Download',
  outline: 'Outline',
  keys: 'Keys',
  keyFind: 'find',
  keyMove: 'previous or next preview',
  keyClose: 'close',
  wrapLines: 'Wrap lines',
  find: 'Find',
  matches: (found: number) => (found === 0 ? 'No matches' : count(found, { one: 'match', other: 'matches' })),
  manyMatches: (most: number) => `Over ${number(most)} matches`,
  changesView: 'Changes',
  fileView: 'File',
  searchPhrases: {
    Find: 'Find',
    next: 'Next',
    previous: 'Previous',
    all: 'Select all',
    'match case': 'Match case',
    regexp: 'Pattern',
    'by word': 'Whole words',
    close: 'Close the search',
  },
  howShown: 'View',
  version: (nth: number, of: number) => `version ${number(nth)} of ${number(of)}`,
  fullScreenFailed: 'This could not be loaded. Check that the server is running, then reload the page.',
  changedBy: (what: string, when: string | undefined) =>
    `Changed by “${what}”${when === undefined ? '' : `, ${when}`}`,
  ago: (at: number, now: number) => {
    const minutes = Math.floor((now - at) / 60_000);
    if (minutes < 1) return 'just now';
    if (minutes < 60) return ago(minutes, 'minute');
    if (minutes < 24 * 60) return ago(Math.floor(minutes / 60), 'hour');
    return date(at);
  },
  sinceVersion: (nth: number) => `Changes since version ${number(nth)}`,
};
