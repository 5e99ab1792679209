import type { ProposedChange } from '@millrace/engine/run';
import { expect, test } from 'vitest';
import { follower } from './use-live-change.ts';

test('U393 one preview is asked for at a time, and then that of the newest values', async () => {
  const asked: number[] = [];
  const open: (() => void)[] = [];
  const told: unknown[] = [];
  const change = (n: number): ProposedChange => ({ files: [], shows: [String(n)] });
  const follow = follower(
    (args) => {
      asked.push(Number(args['n']));
      return new Promise((resolve) => open.push(() => resolve({ change: change(Number(args['n'])) })));
    },
    (each) => told.push(each.change?.shows[0]),
  );
  for (let n = 0; n < 100; n++) follow({ n });
  expect(asked).toEqual([0]);
  open.shift()?.();
  await expect.poll(() => asked).toEqual([0, 99]);
  follow(undefined);
  open.shift()?.();
  await expect.poll(() => told).toEqual(['0', '99']);
  follow({ n: 100 });
  expect(asked).toEqual([0, 99, 100]);
});
