import type { WorkBudget } from '../lines/work-budget.ts';

/**
 * The end of the part of a file that some lines stand for: the number of its last line, `first` or later, which is the last of
 * the lines too, such that fewest lines are new or gone. Several when that is the same for them; undefined when there is not
 * enough work left to tell. Lines are numbers. Pure; its work grows as the product of both.
 */
export function alignEnd(
  file: readonly number[],
  lines: readonly number[],
  { from, first }: { readonly from: number; readonly first: number },
  work: WorkBudget,
): readonly number[] | undefined {
  const many = lines.length;
  const last = lines.at(-1);
  // cost[j]: how many lines are new or gone when the part up to here stands for the first j lines.
  let cost = Int32Array.from({ length: many + 1 }, (_, j) => j);
  let next = new Int32Array(many + 1);
  let best: number[] = [];
  let least = Number.POSITIVE_INFINITY;
  // Every further line has at least the least cost of the one before it, so behind that nothing is better.
  for (let at = from, low = 0; at < file.length && low <= least; at++) {
    if (!work.spend(many)) return undefined;
    if (file[at] === last && at + 1 >= first) {
      const here = cost[many - 1] ?? 0;
      if (here < least) [best, least] = [[at + 1], here];
      else if (here === least) best.push(at + 1);
    }
    next[0] = at - from + 1;
    low = at - from + 1;
    for (let j = 1; j <= many; j++) {
      const changed = Math.min(cost[j] ?? 0, next[j - 1] ?? 0) + 1;
      const value = file[at] === lines[j - 1] ? Math.min(cost[j - 1] ?? 0, changed) : changed;
      next[j] = value;
      if (value < low) low = value;
    }
    [cost, next] = [next, cost];
  }
  return best;
}
