import type { Words } from './words-context.ts';

/** The sentence about a failure: the catalogue's where it knows the code, else the failure's own. Pure. */
export function problemOf(words: Words, error: unknown): string {
  const { code, message }: { code?: unknown; message?: unknown } =
    typeof error === 'object' && error !== null ? error : {};
  if (typeof code === 'string' && Object.hasOwn(words.problems, code)) return words.problems[code] ?? '';
  return typeof message === 'string' ? message : String(error);
}
