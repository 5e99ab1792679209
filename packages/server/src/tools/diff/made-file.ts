import type { FileState, KeptFile, ProposedFile } from '@millrace/engine/run';
import { MOST_DIFF } from './proposed-change.ts';
import { MOST_TEXT, unifiedDiff } from './unified-diff.ts';

/** A file that a call has written. */
export interface WrittenText {
  readonly path: string;
  /** Its text before; null when there was no file, undefined when it was no text. */
  readonly before: string | null | undefined;
  readonly after: string;
}

export interface MadeFile {
  readonly file: ProposedFile;
  /** Left out when it is too long to be kept. */
  readonly kept?: KeptFile;
}

/** The texts of one file that are kept have so many characters. */
const MOST_KEPT = 256 * 1024;

/** The change that a call has made in a file, and the texts that show all of it. Bounded. Pure. */
export function madeFile({ path, before, after }: WrittenText): MadeFile {
  const kept = after.length <= MOST_KEPT ? keptFile(path, before ?? null, after) : undefined;
  const isShort = after.length + (kept?.before?.insert.length ?? 0) <= MOST_KEPT;
  return {
    file: changedFile(path, before ?? '', after, stateOf(before)),
    ...(kept !== undefined && isShort && { kept }),
  };
}

function stateOf(before: string | null | undefined): FileState | undefined {
  return before === null ? 'new' : before === undefined ? 'no_text' : undefined;
}

function changedFile(path: string, old: string, after: string, first: FileState | undefined): ProposedFile {
  if (Math.max(old.length, after.length) > MOST_TEXT)
    return { path, added: 0, removed: 0, state: 'long_file' };
  const { diff, added, removed } = unifiedDiff(old, after);
  if (diff.length > MOST_DIFF) return { path, added, removed, state: 'long_diff' };
  const state = first ?? (diff === '' ? 'same' : undefined);
  return { path, diff, added, removed, ...(state !== undefined && { state }) };
}

/** A text with the piece that it does not share with the one before. */
function keptFile(path: string, before: string | null, after: string): KeptFile {
  if (before === null) return { path, after, before };
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const insert = before.slice(start, before.length - end);
  return { path, after, before: { at: start, remove: after.length - end - start, insert } };
}

/** The text that a kept file had before; null when there was none. Pure. */
export function textBefore({ after, before }: KeptFile): string | null {
  if (before === null) return null;
  const { at, remove, insert } = before;
  return after.slice(0, at) + insert + after.slice(at + remove);
}
