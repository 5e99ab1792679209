import * as z from 'zod/mini';

/** A field that may be missing. Of another type than it should be, null too, it is as if it were missing. */
export function maybe<T extends z.ZodMiniType>(schema: T) {
  return z.catch(z.optional(schema), undefined);
}

export const text = maybe(z.string());
export const count = maybe(z.number());
export const record = z.record(z.string(), z.unknown());
/** A failure in whatever form; null is none. */
export const trouble = maybe(z.union([z.string(), record]));
