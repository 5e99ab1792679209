/** How the text of a file is kept as bytes, so that it can be written back as it was. */
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
  const { crlf, lf, cr } = countEndings(raw);
  const isCrlf = crlf > 0 && lf === 0 && cr === 0;
  const endings = isCrlf ? 'crlf' : crlf > 0 ? 'mixed' : lf > 0 ? 'lf' : 'none';
  const form: TextForm = { encoding, bom, endings, most: crlf > lf ? '\r\n' : '\n' };
  return { text: isCrlf ? raw.replaceAll('\r\n', '\n') : raw, form };
}

/** The bytes of a text in the form of the file that it is for. `encodeText` of what `decodeText` gave is what that was given. */
export function encodeText(text: string, form: TextForm): Buffer {
  const { encoding, bom } = form;
  const body = `${bom ? '\uFEFF' : ''}${withEndings(text, form)}`;
  if (encoding === 'utf-8') return Buffer.from(body, 'utf8');
  const little = Buffer.from(body, 'utf16le');
  return encoding === 'utf-16be' ? little.swap16() : little;
}

/** How many lines end in which way. A text of line breaks alone has millions of them, so no list is made. */
function countEndings(text: string): { readonly crlf: number; readonly lf: number; readonly cr: number } {
  let [crlf, lf, cr] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === LF) lf += 1;
    else if (unit === CR && text.charCodeAt(at + 1) !== LF) cr += 1;
    else if (unit === CR) {
      crlf += 1;
      at += 1;
    }
  }
  return { crlf, lf, cr };
}

const LF = 10;
const CR = 13;

function encodingOf(bytes: Uint8Array): [TextForm['encoding'], boolean] {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return ['utf-8', true];
  if (a === 0xff && b === 0xfe) return ['utf-16le', true];
  if (a === 0xfe && b === 0xff) return ['utf-16be', true];
  return ['utf-8', false];
}

function withEndings(text: string, { endings, most }: TextForm): string {
  switch (endings) {
    case 'none':
      return text;
    case 'lf':
      return text.replaceAll('\r\n', '\n');
    case 'crlf':
      return text.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n');
    case 'mixed':
      // A text that was read has its own endings in it; another one takes those of most lines.
      return text.includes('\r\n') ? text : text.replaceAll('\n', most);
  }
}
