import { createHash } from 'node:crypto';

/** Chance that a seed decides. */
export interface Random {
  /** From 0 on, below 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(low: number, high: number): number;
  chance(part: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Chance of its own: what others draw does not change it. */
  fork(name: string): Random;
}

/** The same seed gives the same numbers. */
export function createRandom(seed: string): Random {
  let state = Number.parseInt(digest(seed), 16);
  function next(): number {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    chance: (part) => next() < part,
    pick(items) {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new Error('There is nothing to pick from.');
      return item;
    },
    fork: (name) => createRandom(`${seed}/${name}`),
  };
}

/** Eight hexadecimal digits that stand for a text. Pure. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
