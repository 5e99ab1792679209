import { createHash } from 'node:crypto';
import * as z from 'zod';

const version = z.string();

/**
 * The data that takes a file back to its state before a write, as JSON: nothing was there, or the smallest piece that differs, with its
 * old bytes as base64. `version` is the file as the write left it, `before` as it was.
 */
export const inverseSchema = z.union([
  z.object({ version, created: z.literal(true) }),
  z.object({ version, before: version, at: z.int(), remove: z.int(), insert: z.string() }),
]);

/** The data that takes a file back to its state before a write. */
export type FileInverse =
  | { readonly version: string; readonly created: true }
  | {
      readonly version: string;
      readonly before: string;
      readonly at: number;
      readonly remove: number;
      readonly insert: string;
    };

/** The version of a file: the hash of its bytes. */
export function versionOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** How a file comes back from what it is now to what it was; undefined where it was not there. Pure. */
export function inverseOf(old: Buffer | undefined, now: Buffer): FileInverse {
  const version = versionOf(now);
  if (old === undefined) return { version, created: true };
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start + CHUNK <= shorter && equal(old, now, start, start)) start += CHUNK;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (
    end + CHUNK <= shorter - start &&
    equal(old, now, old.length - end - CHUNK, now.length - end - CHUNK)
  )
    end += CHUNK;
  while (end < shorter - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  return {
    version,
    before: versionOf(old),
    at: start,
    remove: now.length - end - start,
    insert: old.toString('base64', start, old.length - end),
  };
}

/** So many bytes are compared at once, which is far quicker than one by one. */
const CHUNK = 4096;

function equal(old: Buffer, now: Buffer, oldAt: number, nowAt: number): boolean {
  return old.compare(now, nowAt, nowAt + CHUNK, oldAt, oldAt + CHUNK) === 0;
}

/** The bytes that a file had, made from those that it has. Undefined when they are not what the inverse was made for. Pure. */
export function undoBytes(
  now: Buffer,
  inverse: Extract<FileInverse, { readonly at: number }>,
): Buffer | undefined {
  const { before, at, remove, insert } = inverse;
  const old = Buffer.concat([now.subarray(0, at), Buffer.from(insert, 'base64'), now.subarray(at + remove)]);
  return versionOf(old) === before ? old : undefined;
}
