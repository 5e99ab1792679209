// What can be compared without anybody waiting for it.
const MOST_CELLS = 20_000_000;

/**
 * Where the part of a file ends that some lines stand for: the number of its last line, `first` or later, which is the last of
 * the lines too, such that fewest lines are new or gone. Several when that is the same for them. Pure; its work grows as the
 * product of both, and is bounded.
 */
export function alignEnd(
  file: readonly string[],
  lines: readonly string[],
  from: number,
  first: number,
): readonly number[] {
  // cost[j]: how many lines are new or gone when the part up to here stands for the first j lines.
  let cost = Array.from({ length: lines.length + 1 }, (_, j) => j);
  let best: number[] = [];
  let least = Number.POSITIVE_INFINITY;
  const end = Math.min(file.length, from + Math.floor(MOST_CELLS / lines.length));
  // Every further line has at least the least cost of the one before it, so behind that nothing is better.
  for (let at = from, low = 0; at < end && low <= least; at++) {
    if (file[at] === lines.at(-1) && at + 1 >= first) {
      const here = cost[lines.length - 1] ?? 0;
      if (here < least) [best, least] = [[at + 1], here];
      else if (here === least) best.push(at + 1);
    }
    const next = [at - from + 1];
    low = at - from + 1;
    for (let j = 1; j <= lines.length; j++) {
      const changed = Math.min(cost[j] ?? 0, next[j - 1] ?? 0) + 1;
      const value = file[at] === lines[j - 1] ? Math.min(cost[j - 1] ?? 0, changed) : changed;
      next.push(value);
      low = Math.min(low, value);
    }
    cost = next;
  }
  return best;
}
