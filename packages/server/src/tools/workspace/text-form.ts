/** The way in which the text of a file is kept as bytes, so that it can be written back as it was. */
export interface TextForm {
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be';
  readonly bom: boolean;
  /** How lines end: `none` where there is only one, `mixed` where they differ. */
  readonly endings: 'lf' | 'crlf' | 'mixed' | 'none';
  /** How most lines end. */
  readonly most: '\n' | '\r\n';
}

export interface DecodedText {
  readonly text: string;
  readonly form: TextForm;
}

/** The form of a new file. */
export const NEW_FORM: TextForm = { encoding: 'utf-8', bom: false, endings: 'none', most: '\n' };

/**
 * The text in some bytes, where all lines end with CRLF with `\n` only; undefined when they are no text: not UTF-8, and not
 * UTF-16 with a byte order mark. Pure. Never throws.
 */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const [encoding, bom] = encodingOf(bytes);
  let raw: string;
  try {
    raw = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes).slice(bom ? 1 : 0);
  } catch {
    return undefined;
  }
  if (raw.includes('\0')) return undefined;
  const plain = encoding === 'utf-8' ? bytes.subarray(bom ? 3 : 0) : Buffer.from(raw);
  const { crlf, lf, cr } = countEndings(plain);
  const isCrlf = crlf > 0 && lf === 0 && cr === 0;
  const endings = isCrlf ? 'crlf' : crlf > 0 ? 'mixed' : lf > 0 ? 'lf' : 'none';
  const form: TextForm = { encoding, bom, endings, most: crlf > lf ? '\r\n' : '\n' };
  return { text: isCrlf ? withLf(plain, crlf).toString() : raw, form };
}

/** The bytes of a text in the form of the file that it is for. `encodeText` of what `decodeText` gave is what that was given. */
export function encodeText(text: string, form: TextForm): Buffer {
  const { encoding, bom } = form;
  const body = withEndings(Buffer.from(text), form);
  if (encoding === 'utf-8') return bom ? Buffer.concat([UTF8_MARK, body]) : body;
  const little = Buffer.from(`${bom ? '\uFEFF' : ''}${body.toString()}`, 'utf16le');
  return encoding === 'utf-16be' ? little.swap16() : little;
}

const UTF8_MARK = Buffer.from('\uFEFF');
const LF = 10;
const CR = 13;

// Line endings are counted and changed as bytes of UTF-8, in which nothing else looks like them: as text it takes seconds where a
// file has millions of lines.

/** How many lines end in which way. */
function countEndings(bytes: Uint8Array): {
  readonly crlf: number;
  readonly lf: number;
  readonly cr: number;
} {
  let [crlf, breaks, returns] = [0, 0, 0];
  let last = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === LF) {
      breaks += 1;
      if (last === CR) crlf += 1;
    } else if (byte === CR) returns += 1;
    last = byte;
  }
  return { crlf, lf: breaks - crlf, cr: returns - crlf };
}

/** The same with LF where there are so many CRLF. */
function withLf(bytes: Uint8Array, crlf: number): Buffer {
  const out = Buffer.allocUnsafe(bytes.length - crlf);
  let to = 0;
  for (let at = 0; at < bytes.length; at++)
    if (bytes[at] !== CR || bytes[at + 1] !== LF) out[to++] = bytes[at] ?? 0;
  return out;
}

/** The same with CRLF at the end of each line. */
function withCrlf(bytes: Uint8Array): Buffer {
  const out = Buffer.allocUnsafe(bytes.length + countEndings(bytes).lf);
  let to = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === LF && bytes[at - 1] !== CR) out[to++] = CR;
    out[to++] = bytes[at] ?? 0;
  }
  return out;
}

function encodingOf(bytes: Uint8Array): [TextForm['encoding'], boolean] {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return ['utf-8', true];
  if (a === 0xff && b === 0xfe) return ['utf-16le', true];
  if (a === 0xfe && b === 0xff) return ['utf-16be', true];
  return ['utf-8', false];
}

function withEndings(bytes: Buffer, { endings, most }: TextForm): Buffer {
  const { crlf } = countEndings(bytes);
  switch (endings) {
    case 'none':
      return bytes;
    case 'lf':
      return crlf > 0 ? withLf(bytes, crlf) : bytes;
    case 'crlf':
      return withCrlf(bytes);
    case 'mixed':
      // A text that was read has its own endings in it; another one takes those of most lines.
      return crlf > 0 || most === '\n' ? bytes : withCrlf(bytes);
  }
}
