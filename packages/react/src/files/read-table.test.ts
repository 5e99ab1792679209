import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileKind } from './file-kind.ts';
import { readTable, separatorOf } from './read-table.ts';

test('B79 a table is read back as it was printed', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ';', ' ', 'ü') });
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });
  const print = (grid: readonly (readonly string[])[]): string =>
    grid.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')).join('\r\n');
  fc.assert(
    fc.property(rows, (grid) => {
      expect(readTable(print(grid), ',')).toEqual(grid);
    }),
  );
});

test('B79 a table may be loose: bare cells, empty ones, other signs, a quote that is never closed', () => {
  expect(readTable('\ufeffa,b,\n1,,3\n', ',')).toEqual([
    ['a', 'b', ''],
    ['1', '', '3'],
  ]);
  expect(readTable('x\t"y\nz"\t', '\t')).toEqual([['x', 'y\nz', '']]);
  expect(readTable('a,"b', ',')).toEqual([['a', 'b']]);
  expect(readTable('', ',')).toEqual([]);
  expect([separatorOf('a;b;c,d', 'text/csv'), separatorOf('a,b', 'text/csv')]).toEqual([';', ',']);
});

test('B79 files are shown by their types, and what a browser could run is none of them', () => {
  const kinds = [
    'image/png',
    'image/svg+xml',
    'text/html',
    'audio/mpeg',
    'video/webm',
    'text/csv',
    'application/pdf',
  ];
  expect(kinds.map((type) => fileKind({ type }))).toEqual([
    ...['picture', 'other', 'other', 'sound', 'film', 'sheet', 'pdf'],
  ]);
});
