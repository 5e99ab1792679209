const KINDS: Readonly<Partial<Record<string, string>>> = {
  code: 'Code',
  sheet: 'Table',
  doc: 'Document',
  web: 'Page',
  image: 'Image',
  video: 'Video',
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
  copyFailed: 'The browser does not let this be copied.',
  fullScreen: 'Full screen',
  writingLine: (line: number) => `writing, line ${line}`,
  writingWords: (words: number) => `writing, ${words === 1 ? '1 word' : `${words} words`}`,
  writingRow: (row: number) => `writing, row ${row}`,
  embedFailed: 'failed',
  embedStopped: 'stopped',
  opensAt: (host: string) => `Open at ${host}`,
  previousEmbed: 'Previous',
  nextEmbed: 'Next',
  placeOf: (place: number, count: number) => `${place} of ${count}`,
  loadImage: (host: string) => `Load image from ${host}`,
  imageLoading: 'Loading the image…',
  imageFailed: 'The image could not be loaded.',
  tryAgain: 'Try again',
} as const;
