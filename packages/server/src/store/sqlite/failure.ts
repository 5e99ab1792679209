import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreError, type StoreErrorCode } from '../store-error.ts';

/** SQLite's primary result codes, https://www.sqlite.org/rescode.html */
const SQLITE: Readonly<Record<number, StoreErrorCode>> = {
  3: 'store_read_only', // PERM
  5: 'store_locked', // BUSY
  6: 'store_locked', // LOCKED
  8: 'store_read_only', // READONLY
  10: 'store_failed', // IOERR
  11: 'store_corrupt', // CORRUPT
  13: 'store_full', // FULL
  14: 'store_read_only', // CANTOPEN
  15: 'store_locked', // PROTOCOL
  26: 'store_corrupt', // NOTADB
};

const FILES: Readonly<Record<string, StoreErrorCode>> = {
  EACCES: 'store_read_only',
  EPERM: 'store_read_only',
  EROFS: 'store_read_only',
  ENOTDIR: 'store_read_only',
  EISDIR: 'store_read_only',
  EEXIST: 'store_read_only',
  ENOSPC: 'store_full',
  EDQUOT: 'store_full',
  EFBIG: 'store_full',
  EIO: 'store_failed',
};

/** With less than this no write can be counted on. */
const NO_ROOM = 64 * 1024;

/**
 * Turns an error of an SQLite driver or the file system into a StoreError with the fix.
 * Any other error is returned as it is.
 */
export function toStoreError(error: unknown, path: string): unknown {
  if (error instanceof StoreError || !(error instanceof Error)) return error;
  let code = codeOf(error);
  if (code === undefined) return error;
  // SQLite has many codes for a file that could not grow; the disk knows the reason.
  if (code === 'store_failed' && !hasRoom(path)) code = 'store_full';
  return new StoreError(code, sentence(code, path, error.message), error);
}

function codeOf(error: Error): StoreErrorCode | undefined {
  // libsql's name for the result code, and that of Node's own driver.
  const { code, rawCode, errcode } = error as { code?: unknown; rawCode?: unknown; errcode?: unknown };
  const result = rawCode ?? errcode ?? /^ConnectionFailed\(.*: (\d+)"\)$/s.exec(error.message)?.[1];
  if (result !== undefined && result !== null) return SQLITE[Number(result) & 0xff];
  return typeof code === 'string' ? FILES[code] : undefined;
}

function hasRoom(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize > NO_ROOM;
  } catch {
    return true;
  }
}

function sentence(code: StoreErrorCode, path: string, message: string): string {
  switch (code) {
    case 'store_full':
      return `There is no space left to write ${path}. Free some space on its disk; no saved data is lost, and work then continues by itself.`;
    case 'store_locked':
      return `Another process has locked ${path}. Close the program that uses it (a backup, a database tool); work then continues by itself.`;
    case 'store_read_only':
      return `${path} can't be opened or written. Give the server's user write permission for it and its folder, or set MILLRACE_DATA to another folder.`;
    case 'store_corrupt':
      return `${path} is damaged or not a Millrace database. Stop the server and restore a backup, or move the file away and start with an empty one.`;
    default:
      return `${path} could not be read or written: ${message.replace(/\.$/, '')}. Check its disk.`;
  }
}
