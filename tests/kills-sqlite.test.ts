import { expect, test } from 'vitest';
import { isLong } from '../fixtures/long.ts';
import { runChaos } from './support/chaos.ts';

const LONGEST_MS = 240_000;
const [KILLS, CHATS] = isLong ? [20, 12] : [5, 6];

test(`L60 a server that is killed ${KILLS} times in the middle of its work loses, doubles and mixes up nothing`, {
  timeout: LONGEST_MS,
}, async () => {
  const { code, output, faults } = await runChaos([
    ...['--store', 'sqlite', '--kills', `${KILLS}`, '--chats', `${CHATS}`],
  ]);
  expect(Object.keys(faults).length, output).toBeGreaterThan(10);
  expect(
    Object.entries(faults).filter(([, count]) => count > 0),
    output,
  ).toEqual([]);
  expect(code, output).toBe(0);
});

// It goes on until it has found them: which kill hits what matters is chance.
test('L62 the checks find tools that say less of themselves than they do, and keys that change', {
  timeout: LONGEST_MS,
}, async () => {
  const bug = 'unsafe-as-read,unstable-key,never-asks';
  const sought = ['doubled unsafe effects', 'unstable keys', 'unapproved effects'];
  const hunt = ['--store', 'sqlite', '--kills', '100', '--chats', '4', '--until', sought.join(',')];
  const { code, output, faults } = await runChaos([...hunt, '--bug', bug]);
  for (const fault of sought) expect(faults[fault], output).toBeGreaterThan(0);
  expect(code).toBe(1);
});
