import { afterAll, beforeAll, expect, test } from 'vitest';
import { chances, doubleCrashes } from './simulation/enumerate.ts';
import { isLong, manyMore, quiet, replayed, runReported } from './simulation/report.ts';
import { SCENARIOS } from './simulation/scenario.ts';
import type { Schedule } from './simulation/schedule.ts';

const MINUTES = 60_000;
beforeAll(quiet);
afterAll(() => console.log(`${count} schedules`));

/** Of the double crashes of each, so many-th are run in the long form; those of others with one server alone. */
const FLEET: Readonly<Record<string, number>> = {
  read: 144,
  ask: 216,
  leave: 144,
  slow: 216,
  'no-at-once': 1440,
  expiry: 720,
  agents: 4320,
  'long-unsafe': 720,
  'long-busy': 2160,
};

let count = 0;
const run = (schedule: Schedule): Promise<number> => {
  count += 1;
  return runReported(schedule);
};

test.skipIf(replayed)(
  'L44 crashes, sleep, lost stores and persons as chance has it',
  { timeout: 600 * MINUTES },
  () => chances(1, Math.max(manyMore, isLong ? 5_000 : 60), run),
);

test.skipIf(replayed)('L44 two crashes of one server among others', { timeout: 60 * MINUTES }, async () => {
  for (const { name } of SCENARIOS) {
    const every = manyMore > 0 ? 1 : FLEET[name];
    if (every !== undefined) await doubleCrashes(name, 'fleet', run, isLong ? every : 8 * every);
  }
  expect(count).toBeGreaterThan(70);
});
