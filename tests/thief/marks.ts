import { createHash } from 'node:crypto';
import { constants, gunzipSync, inflateSync } from 'node:zlib';

/** A word that is in every text that must not be found, and nowhere else. */
export const STEM = 'qvaxolumbrenz';

/** A text that must not be found. */
export const mark = (about: string): string => `${STEM} ${about}`;

/** A place where a mark can be read, and how it is written there. */
export interface Found {
  readonly where: string;
  readonly form: string;
}

const base64At = (offset: number): string => {
  const text = Buffer.from('#'.repeat(offset) + STEM).toString('base64');
  // The first and the last characters depend on the bytes beside.
  const whole = Math.floor(((offset + STEM.length) * 8) / 6);
  return text.slice(Math.ceil((offset * 8) / 6), whole);
};
const wide = Buffer.from(STEM, 'utf16le');
const hex = Buffer.from(STEM).toString('hex');
const escaped = (letter: string): string => `\\u00${letter.charCodeAt(0).toString(16)}`;

const FORMS: readonly (readonly [string, Buffer])[] = [
  ['plain', Buffer.from(STEM)],
  ['capital', Buffer.from(STEM.charAt(0).toUpperCase() + STEM.slice(1))],
  ['upper case', Buffer.from(STEM.toUpperCase())],
  ['UTF-16LE', wide],
  ['UTF-16BE', Buffer.from(wide).swap16()],
  ['hex', Buffer.from(hex)],
  ['HEX', Buffer.from(hex.toUpperCase())],
  ...[0, 1, 2].map((offset) => [`base64 at ${offset}`, Buffer.from(base64At(offset))] as const),
  ['JSON escapes', Buffer.from([...STEM].map(escaped).join(''))],
];

/** The forms in which bytes hold a mark, also in what is packed in them. `clean` takes away what may be there. */
export function findMarks(
  bytes: Buffer,
  where: string,
  clean: (bytes: Buffer) => Buffer = (same) => same,
  depth = 2,
): Found[] {
  const rest = clean(bytes);
  const found = FORMS.filter(([, form]) => rest.includes(form)).map(([form]) => ({ where, form }));
  if (depth === 0) return found;
  const inner = unpacked(bytes).flatMap((each) => findMarks(each, `${where} (packed)`, clean, depth - 1));
  return [...found, ...inner];
}

const PACKED = [
  [Buffer.from([0x1f, 0x8b, 0x08]), gunzipSync],
  ...[0x01, 0x5e, 0x9c, 0xda].map((level) => [Buffer.from([0x78, level]), inflateSync] as const),
] as const;
/** More is nothing that a server packs by itself. */
const MOST_UNPACKED = 1 << 20;

/** Everything that gzip or zlib has packed anywhere in these bytes, also if its end is missing. */
function unpacked(bytes: Buffer): Buffer[] {
  const all: Buffer[] = [];
  for (const [head, open] of PACKED) {
    for (let at = bytes.indexOf(head); at >= 0; at = bytes.indexOf(head, at + 1)) {
      try {
        const packed = bytes.subarray(at, at + MOST_UNPACKED);
        const inner = open(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MOST_UNPACKED });
        if (inner.length > STEM.length) all.push(inner);
      } catch {
        // These bytes only look like a beginning.
      }
    }
  }
  return all;
}

const HASHES = ['sha256', 'sha1', 'md5', 'sha512'] as const;
const SHOWN_OF_HASH = 16;

/** The beginnings of all hashes of texts that somebody can guess, in each form, with the text. */
export function hashesOf(texts: Iterable<string>): Map<string, string> {
  const hashes = new Map<string, string>();
  for (const text of texts) {
    for (const name of HASHES) {
      const hash = createHash(name).update(text).digest();
      for (const form of ['hex', 'base64', 'base64url'] as const)
        hashes.set(hash.toString(form).slice(0, SHOWN_OF_HASH), text);
    }
  }
  return hashes;
}

/** The text whose hash a stored word begins with. */
export const guessed = (hashes: ReadonlyMap<string, string>, word: string): string | undefined =>
  hashes.get(word.slice(0, SHOWN_OF_HASH));
