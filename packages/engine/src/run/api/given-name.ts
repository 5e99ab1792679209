import * as z from 'zod/mini';

/** Letters that are not seen, and that a terminal obeys or that turn the words around them. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

/** A name that somebody gives, and that others read. */
export const givenName = z.string().check(
  z.maxLength(100),
  z.refine((text) => !UNSEEN.test(text), 'must have no control characters'),
);
