import { MOST_COMPLETIONS } from './completion-api.ts';

/** The options of `rankFiles`. */
export interface RankOptions {
  /** The most paths that are returned. 20 unless given. */
  readonly most?: number;
  /** Tells whether a path may be returned. It is asked only of paths that would be among the best. */
  readonly takes?: (path: string) => boolean;
}

/** The parts of a rank, most important first: the smaller number wins. */
type Rank = readonly [kind: number, spread: number, depth: number, length: number];

interface Ranked {
  readonly path: string;
  readonly rank: Rank;
}

/**
 * The paths, or other names, that have the letters of a query in its order, without regard to case, best first. A file name with the
 * whole query is before a path with it, and that before scattered letters; then near letters, shallow folders, short paths and the
 * alphabet decide. The order of the input does not. Pure. Linear in the input.
 */
export function rankFiles(
  paths: Iterable<string>,
  query: string,
  { most = MOST_COMPLETIONS, takes = () => true }: RankOptions = {},
): readonly string[] {
  const best: Ranked[] = [];
  const wanted = query.toLowerCase();
  if (most <= 0) return [];
  for (const path of paths) {
    const rank = rankOf(path, wanted);
    if (rank === undefined) continue;
    const ranked = { path, rank };
    const last = best.at(-1);
    if (best.length >= most && last !== undefined && compare(ranked, last) >= 0) continue;
    if (!takes(path)) continue;
    best.splice(placeIn(best, ranked), 0, ranked);
    if (best.length > most) best.pop();
  }
  return best.map((each) => each.path);
}

/** The first index whose entry comes behind a new one. */
function placeIn(sorted: readonly Ranked[], ranked: Ranked): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const there = sorted[middle];
    if (there !== undefined && compare(there, ranked) <= 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function compare(a: Ranked, b: Ranked): number {
  for (let i = 0; i < a.rank.length; i++) {
    const difference = (a.rank[i] ?? 0) - (b.rank[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

function rankOf(path: string, query: string): Rank | undefined {
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf('/') + 1);
  const kind = kindOf(lower, name, query);
  if (kind === undefined) return undefined;
  const spread = kind < IN_NAME ? 0 : spreadOf(kind === IN_NAME ? name : lower, query);
  // Without a query there is nothing to be near to, and the alphabet is the order that people know.
  return [kind, spread, countSlashes(path), query === '' ? 0 : path.length];
}

const IN_NAME = 6;
const IN_PATH = 7;

/** How well a path fits: 0 is best. Undefined when it does not. */
function kindOf(path: string, name: string, query: string): number | undefined {
  if (name === query || path === query) return 0;
  if (name.startsWith(query)) return 1;
  if (atWord(name, query)) return 2;
  if (name.includes(query)) return 3;
  if (path.startsWith(query) || path.includes(`/${query}`)) return 4;
  if (path.includes(query)) return 5;
  if (endOf(name, query) >= 0) return IN_NAME;
  return endOf(path, query) >= 0 ? IN_PATH : undefined;
}

/** Tells whether the first place of the query in a name begins a word. */
function atWord(name: string, query: string): boolean {
  const at = name.indexOf(query);
  return at > 0 && '-_. '.includes(name.charAt(at - 1));
}

/** The index behind the last letter of the query, where its letters stand in a text in their order; -1 when they do not. */
function endOf(text: string, query: string): number {
  let at = 0;
  for (const letter of query) {
    const found = text.indexOf(letter, at);
    if (found < 0) return -1;
    at = found + letter.length;
  }
  return at;
}

/** The length of the part of a text that has the letters of the query, as near to their last one as they stand. */
function spreadOf(text: string, query: string): number {
  const end = endOf(text, query);
  let at = end;
  for (const letter of Array.from(query).reverse()) at = text.lastIndexOf(letter, at - letter.length);
  return end - at;
}

function countSlashes(path: string): number {
  let count = 0;
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) count += 1;
  return count;
}
