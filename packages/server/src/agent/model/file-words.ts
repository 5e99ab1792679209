import type { MessageFile } from '@millrace/engine/run';

// The words about files for a model. Names come from people and from other people's files: quoted, they end where they end.

/** A file as a model reads of it, with what the person says that it shows. */
export function fileNote(file: MessageFile, why = ''): string {
  return `[The person sent ${described(file)}.${why === '' ? '' : ` ${why}`}]`;
}

/** The line above the content of a file. */
export function fileHead(file: MessageFile, more = ''): string {
  return `The person sent ${described(file)}${more}:`;
}

/** The words for the part of a file that the person chose. */
export function partOf({ text }: MessageFile): string {
  if (text === undefined) return '';
  return text === 'all' ? ', as text' : `, of which the person chose the pages ${text}, as text`;
}

function described({ name, type, size, alt }: MessageFile): string {
  const shows = alt === undefined ? '' : `, described as ${JSON.stringify(alt)}`;
  return `the file ${JSON.stringify(name)} (${type}, ${inWords(size)}${shows})`;
}

function inWords(bytes: number): string {
  return bytes < 1024 ? `${bytes} bytes` : `${Math.round(bytes / 1024).toLocaleString('en')} KB`;
}
