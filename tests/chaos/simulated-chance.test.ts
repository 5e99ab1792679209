import { afterAll, beforeAll, expect, test } from 'vitest';
import { chances, doubleCrashes } from './simulation/enumerate.ts';
import { manyMore, quiet, replayed, runReported } from './simulation/report.ts';
import { SCENARIOS } from './simulation/scenario.ts';
import type { Schedule } from './simulation/schedule.ts';

const MINUTES = 60_000;
beforeAll(quiet);
afterAll(() => console.log(`${count} schedules`));

/** The double crashes of the others are run with one server alone. */
const FLEET = ['read', 'ask', 'leave', 'slow'];

let count = 0;
const run = (schedule: Schedule): Promise<number> => {
  count += 1;
  return runReported(schedule);
};

test.skipIf(replayed)(
  'L44 crashes, sleep, lost stores and persons as chance has it',
  { timeout: 600 * MINUTES },
  () => chances(1, Math.max(manyMore, 5_000), run),
);

test.skipIf(replayed)('L44 two crashes of one server among others', { timeout: 60 * MINUTES }, async () => {
  const names = manyMore > 0 ? SCENARIOS.map(({ name }) => name) : FLEET;
  for (const name of names) await doubleCrashes(name, 'fleet', run);
  expect(count).toBeGreaterThan(13_000);
});
