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
  howShown: 'What is shown',
  version: (number: number, of: number) => `version ${number} of ${of}`,
  fullScreenFailed: 'This could not be loaded. Is the server there? If it stays so, reload the page.',
  changedBy: (what: string, when: string | undefined) =>
    `Changed by “${what}”${when === undefined ? '' : `, ${when}`}`,
  ago: (at: number, now: number) => {
    const minutes = Math.floor((now - at) / 60_000);
    if (minutes < 1) return 'just now';
    if (minutes < 60) return `${minutes} min ago`;
    if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`;
    return new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(at);
  },
  sinceVersion: (number: number) => `What changed since version ${number}`,
} as const;
