import { forgetLong, keepLong, readLong } from './long-drafts.ts';

const KEY = 'millrace:pasted';
/** So many are kept, the last ones, and so many of those that are longer than `LONG`. */
const MOST = 50;
const MOST_LONG = 10;
/** A longer text is kept where long drafts are. */
const LONG = 20_000;

/** A text that is not here is kept where long drafts are. */
type Kept = readonly [contentRef: string, text: string | null];

/** The texts that were pasted as previews into drafts of this browser, so that they can be text again after a reload. Never throws. */
export const pastedTexts = {
  get(contentRef: string): string | undefined | Promise<string | undefined> {
    const found = read().find(([ref]) => ref === contentRef);
    if (found?.[1] === null) return readLong(longKey(contentRef)).catch(() => undefined);
    return found?.[1];
  },
  set(contentRef: string, text: string): void {
    if (text.length <= LONG) mark([contentRef, text]);
    // Nothing leads to a text that is not there yet.
    else void keepLong(longKey(contentRef), text).then((isKept) => isKept && mark([contentRef, null]));
  },
};

const longKey = (contentRef: string): string => `pasted:${contentRef}`;

/** Puts a text, or the mark of a long one, behind the others, and forgets the first ones when there are too many. */
function mark(added: Kept): void {
  const all: readonly Kept[] = [...read().filter(([ref]) => ref !== added[0]), added];
  const long = all.filter(([, each]) => each === null).slice(-MOST_LONG);
  const kept = all.filter((each) => each[1] !== null || long.includes(each)).slice(-MOST);
  for (const each of all) if (each[1] === null && !kept.includes(each)) void forgetLong(longKey(each[0]));
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // There is no room: the preview can be edited as text all the same.
  }
}

/** Forgets them all, but for those that are kept where long drafts are. */
export function forgetPasted(): void {
  localStorage.removeItem(KEY);
}

function read(): readonly Kept[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(value: unknown): value is Kept {
  if (!Array.isArray(value) || value.length !== 2) return false;
  return typeof value[0] === 'string' && (typeof value[1] === 'string' || value[1] === null);
}
