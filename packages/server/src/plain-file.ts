import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, lstat, open, stat } from 'node:fs/promises';

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const CHUNK = 64 * 1024;

export type PlainFileProblem = 'not_plain' | 'too_large';

/** Why something was not read as a plain file: a pipe, a socket, a device or a folder, or too many bytes. */
export class PlainFileError extends Error {
  readonly code: PlainFileProblem;

  constructor(code: PlainFileProblem, message: string) {
    super(message);
    this.name = 'PlainFileError';
    this.code = code;
  }
}

export interface PlainFileOptions {
  /** More bytes than these are refused. */
  readonly most: number;
  /** True when a link is followed. It is refused unless this is said. */
  readonly links?: 'follow';
}

/**
 * The bytes of a plain file. It never waits for somebody else: a pipe is not opened, and one that replaces the file
 * is opened without waiting and refused. At most one byte more than `most` is read, whatever size the file says it has.
 */
export async function readPlainFile(path: string, { most, links }: PlainFileOptions): Promise<Buffer> {
  const follows = links === 'follow';
  refuseOther(await (follows ? stat(path) : lstat(path)), path);
  const file = await open(path, O_RDONLY | O_NONBLOCK | (follows ? 0 : O_NOFOLLOW));
  try {
    const stats = await file.stat();
    refuseOther(stats, path);
    const bytes = await readUpTo(file, most, stats.size);
    if (bytes === undefined) throw tooLarge(path, most);
    return bytes;
  } finally {
    await file.close();
  }
}

/** The same at once, for what is read while nobody is served yet. Follows links. */
export function readPlainFileSync(path: string, most: number): Buffer {
  refuseOther(statSync(path), path);
  const file = openSync(path, O_RDONLY | O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    refuseOther(stats, path);
    if (stats.size > most) throw tooLarge(path, most);
    const parts: Buffer[] = [];
    for (let at = 0; at <= most; ) {
      const room = Buffer.allocUnsafe(Math.min(CHUNK, most + 1 - at));
      const read = readSync(file, room, 0, room.length, at);
      if (read === 0) return Buffer.concat(parts);
      parts.push(room.subarray(0, read));
      at += read;
    }
    throw tooLarge(path, most);
  } finally {
    closeSync(file);
  }
}

/** Reads an open file to its end, whatever size it says it has; undefined when there are more than `most` bytes. */
export async function readUpTo(file: FileHandle, most: number, size = 0): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  for (let at = 0; Math.max(size, at) <= most; ) {
    // One byte more than there should be, so that the end is seen.
    const room = Buffer.allocUnsafe(Math.min(Math.max(size - at + 1, CHUNK), most + 1 - at));
    const { bytesRead } = await file.read(room, 0, room.length, at);
    if (bytesRead === 0) return Buffer.concat(parts);
    parts.push(room.subarray(0, bytesRead));
    at += bytesRead;
  }
  return undefined;
}

function refuseOther(stats: Stats, path: string): void {
  if (stats.isFile()) return;
  const what = stats.isDirectory() ? 'a folder' : 'not a regular file';
  throw new PlainFileError('not_plain', `${path} is ${what}.`);
}

function tooLarge(path: string, most: number): PlainFileError {
  return new PlainFileError('too_large', `${path} is too large: ${most} bytes at most.`);
}
