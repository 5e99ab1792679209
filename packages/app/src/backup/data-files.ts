import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LAST_BACKUP } from '../last-backup.ts';
import type { BackedUpFile } from './manifest.ts';

/** Files of a data folder that no backup has: the database, which is copied by itself, keys, and what only a running server needs. */
const LEFT_OUT = /^(?:\w+\.sqlite(?:-\w+)?|data\.key(?:\.\w+)?|server\.json|.*\.new)$/;
const OWNER = 0o700;

/**
 * The paths below a data folder that a backup has. What git calls `objects` comes last in its folder, so that what names an object was
 * read before it.
 */
export function* dataFiles(data: string, below = ''): Generator<string> {
  const late = (name: string): number => (name === 'objects' ? 1 : 0);
  const names = readdirSync(join(data, below), { withFileTypes: true }).sort(
    (a, b) => late(a.name) - late(b.name) || (a.name < b.name ? -1 : 1),
  );
  for (const entry of names) {
    if (below === '' && (LEFT_OUT.test(entry.name) || entry.name === LAST_BACKUP)) continue;
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* dataFiles(data, path);
    else if (entry.isFile() || entry.isSymbolicLink()) yield path;
  }
}

/** Copies a file and tells what was copied; undefined for one that is gone by now. */
export async function copyFile(from: string, to: string, path: string): Promise<BackedUpFile | undefined> {
  try {
    const stat = lstatSync(from);
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    if (stat.isSymbolicLink()) {
      const link = readlinkSync(from);
      return { path, bytes: 0, sha256: '', mode: OWNER, link };
    }
    const mode = stat.mode & OWNER;
    return { path, mode, ...(await copyBytes(from, to, mode)) };
  } catch (error) {
    // Errors of node:fs have a code.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Makes a file of a backup again, with its rights. */
export async function restoreFile(from: string, to: string, file: BackedUpFile): Promise<void> {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  if (file.link === undefined) await copyBytes(from, to, file.mode);
  else symlinkSync(file.link, to);
}

/** Reads a file to its end. */
export async function digestOf(from: string): Promise<Pick<BackedUpFile, 'bytes' | 'sha256'>> {
  const count = counter();
  for await (const bytes of createReadStream(from)) count.add(bytes as Buffer);
  return count.end();
}

async function copyBytes(
  from: string,
  to: string,
  mode: number,
): Promise<Pick<BackedUpFile, 'bytes' | 'sha256'>> {
  const count = counter();
  const counted = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      count.add(bytes);
      done(null, bytes);
    },
  });
  // A file that is there already is nobody's to replace.
  await pipeline(createReadStream(from), counted, createWriteStream(to, { mode, flags: 'wx', flush: true }));
  return count.end();
}

function counter() {
  const hash = createHash('sha256');
  let many = 0;
  return {
    add(bytes: Buffer): void {
      hash.update(bytes);
      many += bytes.length;
    },
    end: () => ({ bytes: many, sha256: hash.digest('hex') }),
  };
}
