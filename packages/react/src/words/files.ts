import { formatOf } from './format.ts';

const { count, bytes, percent } = formatOf('en');
const FILE = { one: 'file', other: 'files' };

/** The words about the files of messages. */
export const filesWords = {
  files: {
    label: 'Files',
    attach: 'Attach files',
    preparing: 'Preparing…',
    waiting: 'Waiting…',
    uploading: (part: number) => `Uploading ${percent(part)}`,
    size: bytes,
    remove: (name: string) => `Remove ${name}`,
    retry: (name: string) => `Send ${name} again`,
    retryShort: 'Try again',
    original: (size: number) => `Send original, ${bytes(size)}`,
    originalTitle: 'The picture as it was, with its size and its location data',
    added: (many: number) => `${count(many, FILE)} attached`,
    ready: (name: string) => `${name} is uploaded`,
    drop: (many: number) =>
      many === 0
        ? 'Drop files to attach them'
        : `Drop ${count(many, FILE)} to attach ${many === 1 ? 'it' : 'them'}`,
    dropNote: (size: number) => `Pictures, PDF, text, code, tables · up to ${bytes(size)} each`,
    sendsWhen: (name: string) => `Enter sends as soon as ${name} is uploaded`,
    willSend: (name: string) => `Will be sent as soon as ${name} is uploaded`,
    tooLarge: (name: string, size: number, largest: number) =>
      `${name} has ${bytes(size)}; a file can have ${bytes(largest)} at most.`,
    tooMany: (most: number) => `A message can have ${most} files. The others were left out.`,
    empty: (name: string) => `${name} is empty, or a folder.`,
    notKept:
      'This browser has no room for the files: they are lost when the page is closed before they are uploaded.',
    open: (name: string) => `Open ${name}`,
    download: 'Download',
    downloadOf: (name: string) => `Download ${name}`,
    loading: (name: string) => `Loading ${name}`,
    failed: 'It could not be loaded.',
    gallery: 'Pictures',
    viewer: (name: string, place: number, of: number) => (of === 1 ? name : `${name}, ${place} of ${of}`),
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Fit',
    previous: 'Previous picture',
    next: 'Next picture',
    close: 'Close',
    keyZoom: 'zoom',
    keyMove: 'previous or next',
    keyClose: 'close',
  },
};
