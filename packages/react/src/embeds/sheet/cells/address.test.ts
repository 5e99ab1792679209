import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnName, printAddress } from './address.ts';

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [701, 'ZZ'],
  [702, 'AAA'],
  [16_383, 'XFD'],
])('D81 column %i is %s', (column, name) => {
  expect(columnName(column)).toBe(name);
});

test('D81 an address names one cell', () => {
  const index = fc.nat(1_000_000);
  fc.assert(
    fc.property(index, index, (row, column) => {
      expect(read(printAddress({ row, column }))).toEqual({ row, column });
    }),
  );
});

/** Counts the letters as digits from 1 to 26. */
function read(address: string): unknown {
  const [, letters = '', number] = /^([A-Z]+)(\d+)$/.exec(address) ?? [];
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { row: Number(number) - 1, column: column - 1 };
}
