import { isJsonObject } from './json.ts';

/** How many values differ between two pieces of JSON: of objects each key, of lists of one length each place. Pure. */
export function countChanges(before: unknown, after: unknown): number {
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) return 1;
    return sum(before.map((item, i) => countChanges(item, after[i])));
  }
  if (isJsonObject(before) && isJsonObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return sum(
      Array.from(keys, (key) =>
        Object.hasOwn(before, key) && Object.hasOwn(after, key) ? countChanges(before[key], after[key]) : 1,
      ),
    );
  }
  return before === after ? 0 : 1;
}

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
