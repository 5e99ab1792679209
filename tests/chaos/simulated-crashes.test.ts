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
/** Those with many operations: of their crashes a fifth is run each time, of others a third; of sleeps and lost stores fewer. */
const LONG = new Set(['three', 'two-steps', 'early', 'no-at-once', 'agent', 'agents', 'long-busy']);
/** Of the double crashes of each, so many-th are run; the others are run in a fleet. */
const DOUBLES: Readonly<Record<string, number>> = {
  text: 54,
  idempotent: 72,
  'ask-quick': 108,
  again: 72,
  nobody: 72,
  three: 720,
  'two-steps': 720,
  early: 720,
  broken: 360,
  agent: 1080,
  agents: 3600,
  long: 540,
};

test.runIf(replayed)('L44 one schedule again, with all that happens', { timeout: MINUTES }, () =>
  replay(replayed ?? ''),
);

test.skipIf(replayed).each([...SCENARIOS])(
  'L44 every fault at every operation of: $name',
  { timeout: 10 * MINUTES },
  async ({ name }) => {
    const share = manyMore > 0 ? {} : LONG.has(name) ? { every: 72, crash: 5 } : { every: 30, crash: 3 };
    for (const mode of ['sole', 'fleet'] as const) await singleFaults(name, mode, run, share);
  },
);

test.skipIf(replayed)('L44 two crashes of a server that is alone', { timeout: 60 * MINUTES }, async () => {
  for (const { name } of SCENARIOS) {
    const every = manyMore > 0 ? 1 : DOUBLES[name];
    if (every !== undefined) await doubleCrashes(name, 'sole', run, every);
  }
  expect(count).toBeGreaterThan(900);
});
