import { cutChunks } from './cut-chunks.ts';
import { wordsOf } from './words.ts';

/** A piece of a file that fits a question. */
export interface FoundChunk {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly score: number;
}

interface IndexedChunk {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  /** How many words it has. */
  readonly length: number;
  isGone: boolean;
}

export interface CodeSearch {
  readonly query: string;
  readonly limit: number;
  /** Tells whether a file may be found. */
  readonly isMeant?: (path: string) => boolean;
}

// The usual numbers of BM25: how soon more of a word stops counting, and how much a long text has to give.
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.6;
/** A name that is defined here says more than one that is used, and the path more than both. */
const SYMBOL_WEIGHT = 3;
const PATH_WEIGHT = 4;
/** Tests speak of all that the code does, and are seldom meant. */
const TEST_SHARE = 0.6;
/** The number of pieces of one file that are listed. */
const PER_FILE = 2;

const SYMBOL =
  /\b(?:class|const|def|enum|fn|func|function|impl|interface|macro_rules!|module|struct|trait|type)\s+(?:\*\s*)?([\p{L}_$][\p{L}\p{N}_$]*)/gu;
const TEST = /(?:^|[/._-])(?:tests?|specs?)(?:[/._-]|$)/i;

/**
 * Finds pieces of files by their words, best first, as BM25 weighs them. Lives in memory. Adding a file costs as much as it is
 * long; asking costs as much as its words are frequent.
 */
export class CodeIndex {
  private chunks: IndexedChunk[] = [];
  private readonly files = new Map<string, readonly number[]>();
  /** For each word the chunks that have it and how much, one after the other. */
  private words = new Map<string, number[]>();
  private alive = 0;
  private length = 0;

  get size(): number {
    return this.files.size;
  }

  /** Tells whether so much of it was replaced that it is better built again. */
  get isWorn(): boolean {
    const gone = this.chunks.length - this.alive;
    return gone > 1000 && gone > this.alive;
  }

  /** Adds a file, or replaces its older version. */
  put(path: string, text: string): void {
    this.remove(path);
    const pathWords = wordsOf(path);
    const ids = cutChunks(text).map(({ from, to, text: piece }) => {
      const id = this.chunks.length;
      const body = wordsOf(piece);
      const weights = new Map<string, number>();
      const add = (word: string, weight: number): Map<string, number> =>
        weights.set(word, (weights.get(word) ?? 0) + weight);
      for (const word of body) add(word, 1);
      for (const [, name = ''] of piece.matchAll(SYMBOL))
        for (const word of wordsOf(name)) add(word, SYMBOL_WEIGHT);
      for (const word of pathWords) add(word, PATH_WEIGHT);
      for (const [word, weight] of weights) this.post(word, id, weight);
      this.chunks.push({ path, from, to, length: body.length, isGone: false });
      this.length += body.length;
      this.alive += 1;
      return id;
    });
    this.files.set(path, ids);
  }

  remove(path: string): void {
    for (const id of this.files.get(path) ?? []) {
      const chunk = this.chunks[id];
      if (chunk === undefined) continue;
      chunk.isGone = true;
      this.length -= chunk.length;
      this.alive -= 1;
    }
    this.files.delete(path);
  }

  search({ query, limit, isMeant = () => true }: CodeSearch): readonly FoundChunk[] {
    const scores = new Map<number, number>();
    for (const word of new Set(wordsOf(query))) this.weigh(word, scores);
    const asksForTests = TEST.test(query.replaceAll(' ', '/'));
    const found = [...scores].flatMap(([id, score]): FoundChunk[] => {
      const chunk = this.chunks[id];
      if (chunk === undefined || !isMeant(chunk.path)) return [];
      const { path, from, to } = chunk;
      return [{ path, from, to, score: TEST.test(path) && !asksForTests ? score * TEST_SHARE : score }];
    });
    found.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : a.from - b.from));
    return fewOfEach(found, limit);
  }

  private post(word: string, id: number, weight: number): void {
    const posts = this.words.get(word);
    if (posts === undefined) this.words.set(word, [id, weight]);
    else posts.push(id, weight);
  }

  /** Adds what a word is worth to the score of each chunk that has it. */
  private weigh(word: string, scores: Map<number, number>): void {
    const posts = this.words.get(word) ?? [];
    const living: [id: number, weight: number, length: number][] = [];
    for (let i = 0; i < posts.length; i += 2) {
      const [id = 0, weight = 0] = [posts[i], posts[i + 1]];
      const chunk = this.chunks[id];
      if (chunk !== undefined && !chunk.isGone) living.push([id, weight, chunk.length]);
    }
    const rarity = Math.log(1 + (this.alive - living.length + 0.5) / (living.length + 0.5));
    const usual = this.length / Math.max(1, this.alive);
    for (const [id, weight, length] of living) {
      const norm = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / Math.max(1, usual));
      const worth = (rarity * weight * (SATURATION + 1)) / (weight + norm);
      scores.set(id, (scores.get(id) ?? 0) + worth);
    }
  }
}

/** The best, but not all of one file. */
function fewOfEach(found: readonly FoundChunk[], limit: number): readonly FoundChunk[] {
  const counts = new Map<string, number>();
  const kept: FoundChunk[] = [];
  for (const each of found) {
    if (kept.length === limit) break;
    const count = counts.get(each.path) ?? 0;
    if (count === PER_FILE) continue;
    counts.set(each.path, count + 1);
    kept.push(each);
  }
  return kept;
}
