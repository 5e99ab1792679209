import { expect, test } from 'vitest';
import { isLong } from '../fixtures/long.ts';
import { postgresPlace } from '../fixtures/test-postgres.ts';
import { runChaos } from './support/chaos.ts';

const LONGEST_MS = 240_000;
const [KILLS, CHATS] = isLong ? [20, 12] : [6, 6];

const chaos = async (...args: string[]) =>
  runChaos(['--store', 'postgres', '--postgres', await postgresPlace(), ...args]);

test(`L61 three servers that are killed and paused ${KILLS} times lose, double and mix up nothing`, {
  timeout: LONGEST_MS,
}, async () => {
  const { code, output, faults } = await chaos(
    ...['--kills', `${KILLS}`, '--chats', `${CHATS}`, '--every', '350'],
  );
  expect(Object.keys(faults).length, output).toBeGreaterThan(10);
  expect(
    Object.entries(faults).filter(([, count]) => count > 0),
    output,
  ).toEqual([]);
  expect(code, output).toBe(0);
});

test('L62 the checks find a store without a fence, and nothing where the same day meets a fence', {
  timeout: LONGEST_MS,
}, async () => {
  const day = ['--kills', '0', '--chats', '6', '--seed', 'fence', '--patience', '120000', '--bug'];
  const unfenced = await chaos(...day, 'late-writes,no-fence', '--until', 'any');
  expect(Math.max(...Object.values(unfenced.faults)), unfenced.output).toBeGreaterThan(0);
  expect(unfenced.code).toBe(1);
  const fenced = await chaos(...day, 'late-writes');
  expect(Math.max(...Object.values(fenced.faults)), fenced.output).toBe(0);
});
