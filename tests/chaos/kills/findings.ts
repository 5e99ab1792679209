/** The faults that may never happen. Each is counted, and reported with its subject. */
export const FAULTS = [
  'gaps',
  'duplicates',
  'losses',
  'unapproved effects',
  'doubled unsafe effects',
  'wrong arguments',
  'unstable keys',
  'mismatched views',
  'lost or doubled commands',
  'calls without exactly one result',
  'stuck runs',
  'stalled watchers',
  'failed runs',
  'server errors',
] as const;

export type Fault = (typeof FAULTS)[number];

export interface Findings {
  readonly counts: ReadonlyMap<Fault, number>;
  add(fault: Fault, about: string): void;
}

const TOLD_AT_MOST = 20;

/** Counts faults and tells the first of each kind as they come. */
export function createFindings(tell: (line: string) => void): Findings {
  const counts = new Map<Fault, number>(FAULTS.map((fault) => [fault, 0]));
  return {
    counts,
    add(fault, about) {
      const count = (counts.get(fault) ?? 0) + 1;
      counts.set(fault, count);
      if (count <= TOLD_AT_MOST) tell(`FAULT ${fault}: ${about}`);
    },
  };
}
