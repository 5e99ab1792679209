import fc from 'fast-check';
import { expect, test } from 'vitest';
import { layColumns } from './columns.ts';
import { fileName } from './file-cells.ts';
import { createSheet } from './sheet.ts';
import { copyOf } from './sheet-copy.ts';

test('D85 columns stand side by side, fill the space, and every pixel has one', () => {
  const row = fc.array(fc.string({ maxLength: 60 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(row, fc.nat(3000), fc.nat(40), fc.nat(5000), (cells, space, least, pixel) => {
      const columns = layColumns(createSheet(copyOf([cells]), new Map()), space, least);
      expect(columns.total).toBeGreaterThanOrEqual(space);
      expect(columns.count).toBeGreaterThanOrEqual(Math.max(least, cells.length));
      for (let i = 0; i < columns.count; i++) {
        expect(columns.start(i) + columns.width(i)).toBe(
          i === columns.count - 1 ? columns.total : columns.start(i + 1),
        );
      }
      const [at] = columns.between(pixel, pixel);
      const isIn = pixel >= columns.start(at) && pixel < columns.start(at) + columns.width(at);
      expect(isIn || pixel >= columns.total).toBe(true);
    }),
  );
});

test.each([
  ['Churn by plan, Q3', 'Churn by plan, Q3.csv'],
  ['../a\\b:c', 'a b c.csv'],
  ['…', '….csv'],
  [' . ', 'table.csv'],
  ['a\u0000b', 'a b.csv'],
])('D83 a file of %j is called %j', (title, name) => {
  expect(fileName(title, 'csv')).toBe(name);
});
