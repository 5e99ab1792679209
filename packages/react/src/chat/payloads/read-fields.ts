/** Reads data that a model or a tool wrote: what does not fit is undefined. None of these throws. */

export type Read<T> = (data: unknown) => T | undefined;

export const text: Read<string> = (data) => (typeof data === 'string' ? data : undefined);
export const flag: Read<boolean> = (data) => (typeof data === 'boolean' ? data : undefined);

/** A list of the values that `item` reads; undefined when one of them does not fit. */
export function list<T>(item: Read<T>): Read<readonly T[]> {
  return (data) => {
    if (!Array.isArray(data)) return undefined;
    const items = data.map(item);
    return items.includes(undefined) ? undefined : (items as T[]); // No undefined is among them, as was just seen.
  };
}

type Fields = Readonly<Record<string, Read<unknown>>>;
type Values<All extends Fields> = { readonly [Name in keyof All]: NonNullable<ReturnType<All[Name]>> };

/** An object that has all the first fields, and of the others those that fit. Its other fields are left out. */
export function fields<Needed extends Fields, Others extends Fields>(
  needed: Needed,
  others: Others,
): Read<Values<Needed> & Partial<Values<Others>>> {
  return (data) => {
    if (typeof data !== 'object' || data === null) return undefined;
    const given: Readonly<Record<string, unknown>> = { ...data };
    const kept: Record<string, unknown> = {};
    for (const [name, read] of Object.entries({ ...others, ...needed })) {
      const value = Object.hasOwn(given, name) ? read(given[name]) : undefined;
      if (value !== undefined) kept[name] = value;
      else if (Object.hasOwn(needed, name)) return undefined;
    }
    // Each field was read by the reader that its type is named after.
    return kept as Values<Needed> & Partial<Values<Others>>;
  };
}
