/** The entry of a table whose key is the longest beginning of a model's name. Pure. */
export function longestBeginning<Value>(
  table: Readonly<Record<string, Value>>,
  model: string,
): Value | undefined {
  // OpenRouter and others put the maker before a slash.
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  const beginnings = Object.keys(table).filter((beginning) => name.startsWith(beginning));
  const longest = beginnings.reduce((a, b) => (b.length > a.length ? b : a), '');
  return table[longest];
}
