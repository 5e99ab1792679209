/** The faults that can hit one operation of a worker, besides the operation itself. */
export const FATES = {
  b: 'the worker crashes before it',
  a: 'the worker crashes after it: it is done, and its answer never arrives',
  p: 'the worker sleeps before it, beyond its lease',
  q: 'the worker sleeps after it, before its answer arrives',
  r: 'the worker sleeps before it and wakes in the middle of the work of another one',
  s: 'the worker sleeps after it and wakes in the middle of the work of another one',
  x: 'the store is lost before it',
  y: 'the store is lost after it',
  c: 'a person cancels the run right before it',
} as const;
export type Fate = keyof typeof FATES;

export interface Fault {
  /** The number of the operation, counted over all workers from 1. */
  readonly at: number;
  readonly fate: Fate;
}

/** One course of the world. The same schedule gives the same course. */
export interface Schedule {
  readonly scenario: string;
  /** One server alone, or one among others. */
  readonly mode: 'sole' | 'fleet';
  readonly faults: readonly Fault[];
  /** Chance decides what the rest does: more faults, the order of operations, persons. 0: nothing is left to chance. */
  readonly seed: number;
}

/** A schedule as one line: `text fleet 12b,30a 0`. */
export function printSchedule({ scenario, mode, faults, seed }: Schedule): string {
  return [scenario, mode, faults.map(({ at, fate }) => `${at}${fate}`).join(',') || '-', seed].join(' ');
}

export function parseSchedule(line: string): Schedule {
  const match = /^(\S+) (sole|fleet) (-|[\dbapqrsxyc,]+) (\d+)$/.exec(line.trim());
  if (match === null) throw new TypeError(`"${line}" is no schedule, such as "text fleet 12b,30a 0".`);
  const [, scenario = '', mode, faults = '', seed] = match;
  return {
    scenario,
    mode: mode === 'sole' ? 'sole' : 'fleet',
    // The pattern above lets only fates through.
    faults: Array.from(faults.matchAll(/(\d+)([a-z])/g), ([, at, fate]) => ({
      at: Number(at),
      fate: fate as Fate,
    })),
    seed: Number(seed),
  };
}
