import { formatOf } from './format.ts';

const { number, count } = formatOf('en');

const KINDS: Readonly<Partial<Record<string, string>>> = {
  code: 'Code',
  sheet: 'Table',
  doc: 'Document',
  web: 'Page',
  image: 'Image',
  video: 'Video',
  map: 'Map',
  skill: 'Skill',
  focus: 'Focus',
  memories: 'Memories',
  tool: 'Tool call',
};

/** The words of this part of the screen. */
export const embedsWords = {
  embedKinds: KINDS,
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'The browser blocked copying.',
  fullScreen: 'Full screen',
  open: 'Open',
  askAbout: 'Ask about it',
  writingLine: (line: number) => `writing, line ${number(line)}`,
  writingWords: (words: number) => `writing, ${count(words, { one: 'word', other: 'words' })}`,
  writingRow: (row: number) => `writing, row ${number(row)}`,
  processing: 'processing…',
  embedFailed: 'failed',
  embedStopped: 'stopped',
  opensAt: (host: string) => `Open at ${host}`,
  previousEmbed: 'Previous',
  nextEmbed: 'Next',
  placeOf: (place: number, all: number) => `${number(place)} of ${number(all)}`,
  loadImage: (host: string) => `Load image from ${host}`,
  imageLoading: 'Loading the image…',
  imageFailed: 'The image could not be loaded.',
  tryAgain: 'Try again',
  removePreview: 'Remove',
  editPreview: 'Edit as text',
  previewKeys: (opens: boolean): string =>
    opens ? 'Enter opens, Backspace edits as text.' : 'Backspace edits as text.',
  backspaceAgain: 'Backspace again to edit as text',
  keepAsText: 'Keep as text',
  attachPasted: 'Attach it as a file',
  pasted: {
    preview: 'Pasted as a preview.',
    reading: 'Reading what was pasted…',
    tooLong:
      'This is too long to paste: more than 20 million characters. Save it as a file in the workspace and name it with @.',
    attachable: 'This is too long to paste: more than 20 million characters.',
    files: 'Files and pictures can’t be sent yet. Copy their text instead.',
  },
};
