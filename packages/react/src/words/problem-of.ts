import type { Words } from './words-context.ts';

/** The sentence about a failure: the catalogue's where it knows the code, else the failure's own. Pure. */
export function problemOf(words: Words, error: unknown): string {
  const code: unknown =
    typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && Object.hasOwn(words.problems, code)) return words.problems[code] ?? '';
  return error instanceof Error ? error.message : String(error);
}
