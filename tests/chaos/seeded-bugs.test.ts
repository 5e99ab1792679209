import { beforeAll, expect, test } from 'vitest';
import { singleFaults } from './simulation/enumerate.ts';
import { quiet } from './simulation/report.ts';
import { runSchedule } from './simulation/run-schedule.ts';
import { parseSchedule, printSchedule, type Schedule } from './simulation/schedule.ts';
import type { SeededBug } from './simulation/seeded-bug.ts';
import { SEEDED_BUGS } from './simulation/seeded-bugs.ts';
import { Violation } from './simulation/violation.ts';

beforeAll(quiet);

class Caught extends Error {
  readonly violation: Violation;
  readonly schedule: Schedule;
  constructor(violation: Violation, schedule: Schedule) {
    super(violation.message);
    this.violation = violation;
    this.schedule = schedule;
  }
}

/** Most bugs show at many operations: a part of the schedules first, then all. */
const SHARES = [{ every: 3, crash: 2 }, {}];

/** The first of the enumerated schedules of a scenario that breaks a law. */
async function hunt(scenario: string, bug: SeededBug): Promise<Caught | undefined> {
  const run = async (schedule: Schedule): Promise<number> => {
    try {
      return (await runSchedule(schedule, bug)).operations;
    } catch (error) {
      throw error instanceof Violation ? new Caught(error, schedule) : error;
    }
  };
  try {
    for (const share of SHARES)
      for (const mode of ['fleet', 'sole'] as const) await singleFaults(scenario, mode, run, share);
  } catch (error) {
    if (error instanceof Caught) return error;
    throw error;
  }
  return undefined;
}

test.each(Object.entries(SEEDED_BUGS))(
  'L45 the simulation finds a bug: %s',
  { timeout: 120_000 },
  async (_, { law, scenario, ...bug }) => {
    const caught = await hunt(scenario, bug);
    expect(caught?.violation).toMatchObject({ law });
    if (caught === undefined) return;
    // Its line replays it: the same law is broken again, and none without the bug.
    const schedule = parseSchedule(printSchedule(caught.schedule));
    await expect(runSchedule(schedule, bug)).rejects.toMatchObject({ law });
    expect(await runSchedule(schedule)).toBeDefined();
  },
);

test('L45 a schedule is printed as one line and read back', () => {
  const line = 'ask fleet 12b,30a 7';
  expect(printSchedule(parseSchedule(line))).toBe(line);
  expect(() => parseSchedule('nonsense')).toThrow('no schedule');
});
