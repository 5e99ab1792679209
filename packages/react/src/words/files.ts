import { formatOf } from './format.ts';

const { count, bytes, number, percent } = formatOf('en');
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
    tokens: (tokens: number) =>
      tokens < 1000 ? `${number(tokens)} tokens` : `${number(tokens / 1000, tokens < 9950 ? 1 : 0)}k tokens`,
    overWindow: (tokens: number, window: number) =>
      `The files have about ${number(tokens)} tokens, and the model takes ${number(window)}. Choose pages, or remove a file.`,
    options: (name: string) => `Options for ${name}`,
    wholeFile: 'All of it, with its pictures',
    textOnly: 'Text only',
    somePages: 'Text of some pages',
    badPages: 'Write pages such as 1-3, 7.',
    alt: 'What it shows',
    earlier: (name: string) => `Move ${name} to the left`,
    later: (name: string) => `Move ${name} to the right`,
    done: 'Done',
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
    previousPage: 'Previous page',
    nextPage: 'Next page',
    page: (page: number) => `Page ${page}`,
    pageOf: (pages: number) => `Page, of ${pages}`,
    of: (pages: number) => `of ${pages}`,
    pages: (pages: number) => count(pages, { one: 'page', other: 'pages' }),
    pageFailed: 'This page could not be drawn.',
    unreadable: 'This file could not be read. It can be downloaded.',
    sheets: 'Sheets',
    emptySheet: 'This sheet is empty.',
    cut: 'The table is very long: here is its beginning. All of it is in the download.',
    play: (name: string) => `Play ${name}`,
    unplayable: 'This browser can not play it. It can be downloaded.',
    close: 'Close',
    keyPage: 'page',
    keyZoom: 'zoom',
    keyMove: 'previous or next',
    keyClose: 'close',
  },
};
