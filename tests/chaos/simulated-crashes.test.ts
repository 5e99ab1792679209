import { afterAll, beforeAll, expect, test } from 'vitest';
import { doubleCrashes, singleFaults } from './simulation/enumerate.ts';
import { isLong, manyMore, quiet, replay, replayed, runReported } from './simulation/report.ts';
import { SCENARIOS } from './simulation/scenario.ts';
import type { Schedule } from './simulation/schedule.ts';

const MINUTES = 60_000;
beforeAll(quiet);
afterAll(() => console.log(`${count} schedules`));

let count = 0;
const run = (schedule: Schedule): Promise<number> => {
  count += 1;
  return runReported(schedule);
};
/** Those with many operations: of their crashes a 60th is run each time, of others an 18th; of sleeps and lost stores fewer. */
const LONG = new Set(['three', 'two-steps', 'early', 'no-at-once', 'agent', 'agents', 'long-busy']);
/** Of the double crashes of each, so many-th are run in the long form; the others are run in a fleet. */
const DOUBLES: Readonly<Record<string, number>> = {
  text: 162,
  idempotent: 216,
  'ask-quick': 324,
  again: 216,
  nobody: 216,
  three: 2160,
  'two-steps': 2160,
  early: 2160,
  broken: 1080,
  agent: 3240,
  agents: 10800,
  long: 1620,
};

test.runIf(replayed)('L44 one schedule again, with all that happens', { timeout: MINUTES }, () =>
  replay(replayed ?? ''),
);

test.skipIf(replayed).each([...SCENARIOS])(
  'L44 every fault at every operation of: $name',
  { timeout: 10 * MINUTES },
  async ({ name }) => {
    const share = isLong ? {} : LONG.has(name) ? { every: 600, crash: 60 } : { every: 240, crash: 18 };
    for (const mode of ['sole', 'fleet'] as const) await singleFaults(name, mode, run, share);
  },
);

test.skipIf(replayed)('L44 two crashes of a server that is alone', { timeout: 60 * MINUTES }, async () => {
  for (const { name } of SCENARIOS) {
    const every = manyMore > 0 ? 1 : DOUBLES[name];
    if (every !== undefined) await doubleCrashes(name, 'sole', run, isLong ? every : 8 * every);
  }
  expect(count).toBeGreaterThan(100);
});
