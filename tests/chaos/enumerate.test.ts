import { expect, test } from 'vitest';
import { doubleCrashes } from './simulation/enumerate.ts';
import { printSchedule, type Schedule } from './simulation/schedule.ts';

/** The pairs of crashes that are run where every course has so many operations. */
async function pairs(operations: number, every?: number): Promise<string[]> {
  const ran: Schedule[] = [];
  const run = async (schedule: Schedule): Promise<number> => {
    ran.push(schedule);
    return operations;
  };
  await doubleCrashes('text', 'sole', run, every);
  return ran.filter(({ faults }) => faults.length === 2).map(printSchedule);
}

test('L44 all pairs of crashes are run, each once, or a share of them', async () => {
  const all = await pairs(40);
  // The second comes after the first, and each may be before or after its operation.
  expect(all).toHaveLength(((40 * 39) / 2) * 4);
  expect(new Set(all).size).toBe(all.length);
  for (const every of [2, 9, 54, 100]) {
    const some = await pairs(40, every);
    expect(all).toEqual(expect.arrayContaining(some));
    expect(new Set(some).size).toBe(some.length);
    expect(some.length / (all.length / every)).toBeGreaterThan(0.6);
    expect(some.length / (all.length / every)).toBeLessThan(1.5);
  }
});
