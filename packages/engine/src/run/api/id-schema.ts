import * as z from 'zod/mini';

/** An id as clients make them: it can be part of a path. */
export const id = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, - or _'));

/** One line of text without control characters, of this length at most. */
export const line = (max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'must not be empty'),
      z.maxLength(max, `must be ${max} characters at most`),
      z.regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'must be one line'),
    );
