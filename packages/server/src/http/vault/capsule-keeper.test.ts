import { expect, test } from 'vitest';
import { heldClock } from '../../../../../fixtures/held-clock.ts';
import { CAPSULE_KEY_MS, keepCapsulesFresh } from './capsule-keeper.ts';

test('S78 a server replaces the key of capsules each day, also after it could not, until it ends', async () => {
  const { clock, held } = heldClock(CAPSULE_KEY_MS);
  const told: string[] = [];
  let times = 0;
  const store = {
    async freshenCapsules() {
      times += 1;
      if (times === 1) throw new Error('The disk is full.');
    },
  };
  const leave = keepCapsulesFresh(store, clock, (what) => told.push(what));
  for (const day of [1, 2, 3]) {
    await expect.poll(() => held.length).toBe(day);
    held[day - 1]?.();
    await expect.poll(() => times).toBe(day);
  }
  expect(told).toEqual(['The key of open runs could not be replaced:']);
  await expect.poll(() => held.length).toBe(4);
  leave();
  expect(held).toHaveLength(3);
});
