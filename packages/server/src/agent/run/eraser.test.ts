import { UNDO_MS } from '@millrace/engine/run';
import { expect, test } from 'vitest';
import { openMemoryStore } from '../../../../../fixtures/whole-store.ts';
import type { Clock } from '../log/clock.ts';
import { createEraser } from './eraser.ts';

/** A clock that stands until the test moves it. */
function heldClock() {
  let now = 1_000_000;
  let due: (() => void) | undefined;
  const clock: Clock = {
    now: () => now,
    after(_ms, run) {
      due = run;
      return () => {
        due = undefined;
      };
    },
  };
  return {
    clock,
    isWaiting: () => due !== undefined,
    tick(ms: number) {
      now += ms;
      const run = due;
      due = undefined;
      run?.();
    },
  };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('L362 the eraser asks until nothing is due, then every minute, also after a failure, and not after its end', async () => {
  const { clock, tick, isWaiting } = heldClock();
  const [asked, told]: [number[], string[]] = [[], []];
  const answers = [20, 3, 0, new Error('No disk.'), 0];
  const eraseDeleted = async (before: number): Promise<number> => {
    asked.push(clock.now() - before);
    const answer = answers.shift() ?? 0;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const eraser = createEraser({
    store: { accountsToErase: async () => ['a'], of: () => ({ ...openMemoryStore(), eraseDeleted }) },
    clock,
    tell: (what) => told.push(what),
  });
  eraser.begin();
  await settled();
  expect(asked).toEqual([UNDO_MS, UNDO_MS, UNDO_MS]);
  tick(60_000);
  await settled();
  expect(told).toEqual(['Deleted chats could not be erased:']);
  tick(60_000);
  await settled();
  expect(asked).toHaveLength(5);
  eraser.end();
  expect(isWaiting()).toBe(false);
});
