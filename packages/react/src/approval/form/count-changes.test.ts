import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countChanges } from './count-changes.ts';

test.each([
  [{ a: 1 }, { a: 1 }, 0],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, 0],
  [{ channel: '#growth', text: 'x' }, { channel: '#growth-private', text: 'x' }, 1],
  [{ a: 1 }, { a: 1, b: undefined }, 1],
  [{ a: 1 }, {}, 1],
  [{ a: { b: 1, c: 2 } }, { a: { b: 2, c: 3 } }, 2],
  [{ a: [1, 2] }, { a: [1, 3] }, 1],
  [{ a: [1, 2] }, { a: [1] }, 1],
  [{ a: null }, { a: {} }, 1],
  [{ a: [] }, { a: {} }, 1],
  [{ a: '1' }, { a: 1 }, 1],
])('U4 %j -> %j: %i', (before, after, count) => {
  expect(countChanges(before, after)).toBe(count);
});

test('U4 there is no change exactly when both are equal, and it counts the same both ways', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const [a, b] = [JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other))];
      expect(countChanges(a, structuredClone(a))).toBe(0);
      expect(countChanges(a, b)).toBe(countChanges(b, a));
      if (countChanges(a, b) === 0) expect(a).toEqual(b);
    }),
  );
});
