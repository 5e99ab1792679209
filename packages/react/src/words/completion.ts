/** The words of this part of the screen. */
export const completionWords = {
  completions: {
    files: {
      label: 'Files',
      empty: 'No file matches',
      failed: 'The files could not be loaded. Check that the server is running, then type on.',
    },
    names: {
      label: 'Modes and commands',
      empty: 'No mode or command matches',
      failed:
        'The commands could not be loaded. Check that the server is running, then type the slash again.',
    },
  },
  completing: 'Searching…',
};
