/** The word that is most like another, if one is alike enough to be meant. Pure. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > LONGEST) return undefined;
  const far = Math.max(1, Math.floor(word.length / 2));
  const [best] = known
    .map((name) => ({ name, changes: changesBetween(word, name) }))
    .sort((a, b) => a.changes - b.changes);
  return best !== undefined && best.changes <= far ? best.name : undefined;
}

/** A longer word is like none. */
const LONGEST = 40;

/** How many letters to add, drop, replace or swap. */
function changesBetween(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      const least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row.push(isSwap ? Math.min(least, (before[j - 2] ?? 0) + 1) : least);
    }
    [before, last] = [last, row];
  }
  return last[to.length] ?? 0;
}
