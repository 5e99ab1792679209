/** Tells whether two records have the same values under the same names. Pure. */
function isSame(a: object | undefined, b: object | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  const before = Object.entries(a);
  const after = new Map(Object.entries(b));
  return before.length === after.size && before.every(([name, value]) => Object.is(value, after.get(name)));
}

/**
 * Compares the props of a row. Items and details are made anew from every message; a row is drawn anew only when something
 * in them is another.
 */
export function isSameRow<Props extends { readonly item: object; readonly details?: object | undefined }>(
  { item, details, ...others }: Props,
  { item: nextItem, details: nextDetails, ...nextOthers }: Props,
): boolean {
  return isSame(others, nextOthers) && isSame(item, nextItem) && isSame(details, nextDetails);
}
