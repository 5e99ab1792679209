import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changesOf, textsOf, withChanges } from './cell-changes.ts';
import { copyWith, rawAt } from './sheet-copy.ts';

const text = fc.constantFrom('', 'a', 'b', '=A1', '1');
const grid = fc.array(fc.array(text, { maxLength: 4 }), { maxLength: 4 });
const cells = fc.uniqueArray(fc.tuple(fc.nat(5), fc.nat(5), text), {
  selector: ([row, column]) => `${row}:${column}`,
});

test('D374 withChanges(grid, changesOf(copy)) has the texts of the copy, and what equals the table is no change', () => {
  fc.assert(
    fc.property(grid, cells, (table, changes) => {
      const copy = copyWith(table, textsOf(changes));
      const kept = changesOf(copy);
      const made = withChanges(table, kept);
      for (let row = 0; row < 7; row++)
        for (let column = 0; column < 7; column++)
          expect(made[row]?.[column] ?? '').toBe(rawAt(copy, { row, column }));
      for (const [row, column, raw] of kept) expect(raw).not.toBe(table[row]?.[column] ?? '');
      expect(changesOf(copyWith(table, textsOf(kept)))).toEqual(kept);
      if (kept.length > 0) expect(new Set(made.map(({ length }) => length)).size).toBeLessThan(2);
    }),
  );
});

test('D374 a table that would be too large stays as it is', () => {
  expect(withChanges([['a']], [[1_000_000, 16_000, 'x']])).toEqual([['a']]);
});
