import { imageType } from '../tools/web/image-type.ts';

/** A file that a person sent, told piece by piece. */
export interface FileTypeReader {
  /** Takes the next bytes. */
  read(piece: Uint8Array): void;
  /** The media type of all bytes. */
  end(): string;
}

const HEAD_BYTES = 512;

/** Types of archives that are documents, by the ending of the name. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};

const TABLES: Readonly<Record<string, string>> = { csv: 'text/csv', tsv: 'text/tab-separated-values' };

/** Other types by bytes at a place. */
const KINDS: readonly (readonly [type: string, at: number, bytes: string])[] = [
  ['application/pdf', 0, '%PDF-'],
  ['application/gzip', 0, '\x1f\x8b\x08'],
  ['application/x-tar', 257, 'ustar'],
  ['image/heic', 4, 'ftypheic'],
  ['image/heic', 4, 'ftypmif1'],
  ['audio/mp4', 4, 'ftypM4A'],
  ['video/quicktime', 4, 'ftypqt'],
  ['video/mp4', 4, 'ftyp'],
  ['video/webm', 0, '\x1a\x45\xdf\xa3'],
  ['audio/wav', 8, 'WAVE'],
  ['audio/ogg', 0, 'OggS'],
  ['audio/flac', 0, 'fLaC'],
  ['audio/mpeg', 0, 'ID3'],
  ['audio/mpeg', 0, '\xff\xfb'],
  ['audio/mpeg', 0, '\xff\xf3'],
];

/**
 * Tells the type of a file by its bytes: what a name or a sender says about a picture or a PDF does not count. All that is text is
 * `text/plain`, also HTML and SVG, but for tables.
 */
export function fileTypeReader(name: string): FileTypeReader {
  const ending = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let head = new Uint8Array();
  let isText = true;

  function take(piece: Uint8Array, stream: boolean): void {
    try {
      // A NUL is in every file that is no text, and in no text.
      if (decoder.decode(piece, { stream }).includes('\0')) isText = false;
    } catch {
      isText = false;
    }
  }

  return {
    read(piece) {
      if (head.length < HEAD_BYTES) head = Uint8Array.of(...head, ...piece.subarray(0, HEAD_BYTES));
      if (isText) take(piece, true);
    },
    end() {
      if (isText) take(new Uint8Array(), false);
      const has = (text: string, at = 0): boolean => latin1(head.subarray(at, at + text.length)) === text;
      const picture = imageType(head);
      if (picture !== undefined) return picture;
      const kind = KINDS.find(([, at, bytes]) => has(bytes, at));
      // Text may begin like a song, and stay text.
      if (kind !== undefined && !(isText && kind[0].startsWith('audio/'))) return kind[0];
      if (has('PK\x03\x04')) return DOCUMENTS[ending] ?? 'application/zip';
      if (isText) return TABLES[ending] ?? 'text/plain';
      return 'application/octet-stream';
    },
  };
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
