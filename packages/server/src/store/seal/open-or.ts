import { VaultLockedError } from '../vault-locked-error.ts';
import type { Sealer } from './sealer.ts';

/** A sealed text of the database, with all that must not have been changed about it. */
export interface Sealed {
  readonly text: string;
  readonly keyId: string;
  readonly about: string;
}

/** A store reports each once, and at most this many. */
const MOST_TOLD = 1000;
const toldBy = new WeakMap<Sealer, Set<string>>();

/**
 * Opens and reads the sealed text of a row. If it was changed, moved or damaged, the log of the server says so, by its place and
 * never by its contents, and `otherwise` is used instead: one bad row does not affect the others. Throws only where the key is not here:
 * such a row is not damaged.
 */
export function openOr<T>(
  sealer: Sealer,
  { text, keyId, about }: Sealed,
  read: (plain: string) => T,
  otherwise: () => T,
): T {
  return readOr(sealer, about, () => read(sealer.open(text, keyId, about)), otherwise);
}

/** The same for what is opened in another way. */
export function readOr<T>(sealer: Sealer, about: string, read: () => T, otherwise: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof VaultLockedError) throw error;
    tell(sealer, about);
    return otherwise();
  }
}

/** A sealer keeps this many opened lines at most; then it begins anew. */
const MOST_KEPT = 20_000;
const keptBy = new WeakMap<Sealer, Map<string, string>>();

/**
 * As `openOr`, for a line that is read again and again, such as a title in the list of chats: one that was opened before is not opened
 * again. Another text, place or key is another line.
 */
export function openOnce<T>(
  sealer: Sealer,
  sealed: Sealed,
  read: (plain: string) => T,
  otherwise: () => T,
): T {
  const owner = familyOf(sealer);
  const kept = keptBy.get(owner) ?? new Map<string, string>();
  keptBy.set(owner, kept);
  const line = lineOf(sealed);
  const plain =
    kept.get(line) ??
    openOr<string | undefined>(
      sealer,
      sealed,
      (text) => text,
      () => undefined,
    );
  if (plain === undefined) return otherwise();
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(line, plain);
  return read(plain);
}

/** A line that `openOnce` has opened before, with any sealer of the family. */
export function keptLine(sealer: Sealer, sealed: Sealed): string | undefined {
  return keptBy.get(familyOf(sealer))?.get(lineOf(sealed));
}

/** Forgets the opened lines of a family of sealers. */
export function forgetLines(sealer: Sealer): void {
  keptBy.delete(familyOf(sealer));
}

const lineOf = ({ about, keyId, text }: Sealed): string => JSON.stringify([about, keyId, text]);

const familyOf = (sealer: Sealer): Sealer => sealer.family ?? sealer;

function tell(sealer: Sealer, about: string): void {
  const owner = familyOf(sealer);
  const told = toldBy.get(owner) ?? new Set<string>();
  if (told.has(about) || told.size >= MOST_TOLD) return;
  toldBy.set(owner, told.add(about));
  console.error(
    `${about} can't be read: it was changed, or belongs elsewhere. Everything else works; a backup of the database may contain it.`,
  );
}

export const UNREADABLE_TITLE = "This title can't be read";

export const UNREADABLE_MESSAGE = {
  code: 'unreadable',
  message:
    "This message can't be read: its database row was changed or damaged. The rest of the chat still works.",
  retryable: false,
} as const;

export const UNREADABLE_EVENT = {
  type: 'error',
  code: 'unreadable',
  message: "The rest of this run's log can't be read: a database row was changed or damaged. Ask again.",
  retryable: false,
} as const;
