import { expect, test } from 'vitest';
import { zoomed } from './zoom.ts';

test('B66 a picture grows to eight times its place and never becomes smaller than that', () => {
  expect([zoomed(1, 1), zoomed(1.5, 1), zoomed(8, 1), zoomed(1.5, -1), zoomed(1, -1)]).toEqual([
    1.5, 2, 8, 1, 1,
  ]);
});
