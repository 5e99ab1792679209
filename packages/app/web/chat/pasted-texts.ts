const KEY = 'millrace:pasted';
/** So many are kept, the last ones; a longer text is only told in the page where it was pasted. */
const MOST = 50;
const LONG = 20_000;

type Kept = readonly (readonly [contentRef: string, text: string])[];

/** The texts that were pasted as previews into drafts of this browser, so that they can be text again after a reload. */
export const pastedTexts = {
  get: (contentRef: string): string | undefined => read().find(([ref]) => ref === contentRef)?.[1],
  set(contentRef: string, text: string): void {
    if (text.length > LONG) return;
    const others = read().filter(([ref]) => ref !== contentRef);
    try {
      localStorage.setItem(KEY, JSON.stringify([...others, [contentRef, text]].slice(-MOST)));
    } catch {
      // There is no room: the preview can be edited as text all the same.
    }
  },
};

/** Forgets them all. */
export function forgetPasted(): void {
  localStorage.removeItem(KEY);
}

function read(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(value: unknown): value is Kept[number] {
  return Array.isArray(value) && value.length === 2 && value.every((each) => typeof each === 'string');
}
