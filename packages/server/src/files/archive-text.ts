import { gunzipSync } from 'node:zlib';
import type { DocumentText } from './document-parts.ts';
import { type ArchiveEntry, zipEntries } from './zip.ts';

/** The most files that are named. */
const MOST_NAMED = 1_000;
const MOST_UNPACKED = 96 * 1024 * 1024;
const BLOCK = 512;

/** The list of the files in an archive: zip, tar, or either in gzip. Throws when it is none. */
export function archiveText(bytes: Uint8Array): DocumentText {
  const entries = entriesOf(bytes).filter(({ name }) => name !== '' && !name.endsWith('/'));
  const named = entries.slice(0, MOST_NAMED).map(({ name, size }) => `${printable(name)} (${size} bytes)`);
  const rest = entries.length - named.length;
  const more = rest > 0 ? [`and ${rest} more`] : [];
  return {
    unit: 'archive',
    parts: [{ name: '1', text: [...named, ...more].join('\n') }],
    count: entries.length,
    isCut: rest > 0,
  };
}

function entriesOf(bytes: Uint8Array): readonly ArchiveEntry[] {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    return entriesOf(gunzipSync(bytes, { maxOutputLength: MOST_UNPACKED }));
  return isTar(bytes) ? tarEntries(bytes) : zipEntries(bytes);
}

/** Tells whether bytes begin a tar archive. Pure. */
const isTar = (bytes: Uint8Array): boolean => field(bytes, 257, 5) === 'ustar';

function tarEntries(bytes: Uint8Array): ArchiveEntry[] {
  const entries: ArchiveEntry[] = [];
  let long: string | undefined;
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const head = bytes.subarray(at, at + BLOCK);
    if (head[0] === 0) break;
    const size = Number.parseInt(field(head, 124, 12).trim(), 8) || 0;
    const kind = field(head, 156, 1);
    const place = field(head, 345, 155);
    const name = long ?? (place === '' ? field(head, 0, 100) : `${place}/${field(head, 0, 100)}`);
    long = undefined;
    // A name that is too long stands in a file of its own before.
    if (kind === 'L') long = field(bytes, at + BLOCK, Math.min(size, 4096));
    else if (kind === '0' || kind === '') entries.push({ name, size });
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return entries;
}

/** A text that ends with its first NUL. */
const field = (bytes: Uint8Array, at: number, length: number): string =>
  new TextDecoder().decode(bytes.subarray(at, at + length)).split('\0', 1)[0] ?? '';

const printable = (name: string): string => name.replaceAll(/[\p{Cc}\u2028\u2029]/gu, '\ufffd').slice(0, 300);
