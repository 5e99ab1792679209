import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

/** Only the user of the server can read it, no matter what the folder and the umask allow. */
const PRIVATE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** Removes other users' rights to a file, if it exists. A file that is not ours to change stays as it is. */
export function tighten(file: string): void {
  try {
    const { mode } = statSync(file);
    // Rights are only taken away: a file that its owner made read-only stays so.
    if ((mode & 0o077) !== 0) chmodSync(file, mode & PRIVATE);
  } catch {
    // It is not there, or belongs to somebody else: the next call that opens it reports that.
  }
}

/** Makes a file that only we can read; an existing file becomes private from now on. */
export function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, 'a', PRIVATE));
  } catch {
    // The next call that opens it reports the problem.
  }
  tighten(file);
}
