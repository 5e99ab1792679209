import { expect, test } from 'vitest';
import { postgresPlace } from '../fixtures/test-postgres.ts';
import { runChaos } from './support/chaos.ts';

const LONGEST_MS = 240_000;

const chaos = async (...args: string[]) =>
  runChaos(['--store', 'postgres', '--postgres', await postgresPlace(), ...args]);

test('L61 three servers that are killed and paused 10 times lose, double and mix up nothing', {
  timeout: LONGEST_MS,
}, async () => {
  const { code, output, faults } = await chaos('--kills', '10', '--every', '350');
  expect(Object.keys(faults).length, output).toBeGreaterThan(10);
  expect(
    Object.entries(faults).filter(([, count]) => count > 0),
    output,
  ).toEqual([]);
  expect(code, output).toBe(0);
});

// What a pause hits is chance: rarely nothing that matters.
test('L62 the checks find a store without a fence', { timeout: LONGEST_MS, retry: 2 }, async () => {
  const { code, output, faults } = await chaos(
    '--kills',
    '6',
    '--pauses',
    '0.7',
    '--bug',
    'no-fence',
    '--patience',
    '12000',
  );
  expect(Math.max(...Object.values(faults)), output).toBeGreaterThan(0);
  expect(code).toBe(1);
});
