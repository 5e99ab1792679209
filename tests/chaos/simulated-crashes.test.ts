import { afterAll, beforeAll, expect, test } from 'vitest';
import { doubleCrashes, singleFaults } from './simulation/enumerate.ts';
import { manyMore, quiet, replay, replayed, runReported } from './simulation/report.ts';
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
/** Those with the most operations: of their double crashes only some are run each time. */
const LONG = new Set(['three', 'two-steps']);
const SOLE = ['text', 'idempotent', 'ask-quick', 'again', 'nobody'];

test.runIf(replayed)('L44 one schedule again, with all that happens', { timeout: MINUTES }, () =>
  replay(replayed ?? ''),
);

test.skipIf(replayed).each([...SCENARIOS])(
  'L44 every fault at every operation of: $name',
  { timeout: 10 * MINUTES },
  async ({ name }) => {
    for (const mode of ['sole', 'fleet'] as const) await singleFaults(name, mode, run);
  },
);

test.skipIf(replayed)('L44 two crashes of a server that is alone', { timeout: 60 * MINUTES }, async () => {
  for (const { name } of SCENARIOS) {
    if (LONG.has(name)) await doubleCrashes(name, 'sole', run, manyMore > 0 ? 1 : 10);
    else if (SOLE.includes(name) || manyMore > 0) await doubleCrashes(name, 'sole', run);
  }
  expect(count).toBeGreaterThan(11_500);
});
