import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isClosing, nextItem, typedItem } from './menu-keys.ts';

const NAMES = ['Copy', 'Open', 'Download', 'Ask about it', 'Do more'];

test('U411 arrows go round in a menu, Home and End to its ends, other keys nowhere', () => {
  expect([nextItem('ArrowDown', 4, 5), nextItem('ArrowUp', 0, 5)]).toEqual([0, 4]);
  expect([nextItem('Home', 3, 5), nextItem('End', 0, 5), nextItem('F2', 0, 5)]).toEqual([0, 4, undefined]);
  expect(['Escape', 'Tab', 'Enter'].map((key) => isClosing({ key }))).toEqual([true, true, false]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.nat(8), (count, at) => {
      const here = at % count;
      expect(nextItem('ArrowUp', nextItem('ArrowDown', here, count) ?? -1, count)).toBe(here);
    }),
  );
});

test.each([
  ['a', 0, 3],
  ['d', 0, 2],
  ['d', 2, 4],
  ['dd', 4, 2],
  ['do', 4, 4],
  ['dow', 4, 2],
  ['C', 0, 0],
  ['x', 0, undefined],
])('U411 %j typed at place %i goes to %s', (typed, here, there) => {
  expect(typedItem(NAMES, here, typed)).toBe(there);
});
