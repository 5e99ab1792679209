import { unzipSync } from 'fflate';

/** A file of an archive. */
export interface ArchiveEntry {
  readonly name: string;
  readonly size: number;
}

const MOST_ENTRIES = 50_000;
/** The most bytes that are unpacked of one archive: what says that it is larger is not touched. */
const MOST_UNPACKED = 96 * 1024 * 1024;

/** The files that a zip archive lists. Nothing is unpacked. Throws when it is none. */
export function zipEntries(bytes: Uint8Array): readonly ArchiveEntry[] {
  const entries: ArchiveEntry[] = [];
  unzipSync(bytes, {
    filter({ name, originalSize }) {
      if (entries.length >= MOST_ENTRIES) throw new Error('The archive lists too many files.');
      entries.push({ name, size: originalSize });
      return false;
    },
  });
  return entries;
}

/** The texts of those files of a zip archive that are wanted. Throws when it is none, or when they would become too large. */
export function unzipTexts(
  bytes: Uint8Array,
  isWanted: (name: string) => boolean,
): ReadonlyMap<string, string> {
  let room = MOST_UNPACKED;
  let seen = 0;
  const files = unzipSync(bytes, {
    // The size that is said here is the room that is made for it: what unpacks to more is cut there.
    filter({ name, originalSize }) {
      seen += 1;
      if (seen > MOST_ENTRIES) throw new Error('The archive lists too many files.');
      if (!isWanted(name)) return false;
      room -= originalSize;
      if (room < 0) throw new Error('The archive unpacks to too much.');
      return true;
    },
  });
  const decoder = new TextDecoder();
  return new Map(Object.entries(files).map(([name, file]) => [name, decoder.decode(file)]));
}
