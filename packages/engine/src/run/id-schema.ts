import * as z from 'zod/mini';

/** An id as clients make them: it can be part of a path. */
export const id = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, - or _'));
