import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guardText, plainMinus, printCsv, printHtmlTable, printTsv } from './print-cells.ts';

const text = fc.string({
  unit: fc.constantFrom('a', 'ü', '"', '\t', '\n', '\r', ',', ' ', '=', "'"),
  maxLength: 8,
});
const cells = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
  .chain(([rows, columns]) =>
    fc.array(fc.array(text, { minLength: columns, maxLength: columns }), {
      minLength: rows,
      maxLength: rows,
    }),
  );

test('D83 what is copied reads back as the same cells', () => {
  fc.assert(
    fc.property(cells, (grid) => {
      expect(read(printTsv(grid), '\t', '\n')).toEqual(grid);
    }),
  );
});

test('D83 CSV reads back as the same cells', () => {
  fc.assert(
    fc.property(cells, (grid) => {
      const csv = printCsv(grid);
      expect(csv.endsWith('\r\n')).toBe(true);
      expect(read(csv.slice(0, -2), ',', '\r\n')).toEqual(grid);
    }),
  );
});

test('D83 a quote inside a cell needs no quotes around it for other sheets', () => {
  expect(printTsv([['5" disk', '"x"', 'a\nb']])).toBe('5" disk\t"""x"""\t"a\nb"');
});

test('D83 the HTML table holds the texts and nothing else', () => {
  expect(
    printHtmlTable([
      ['<b>', 'a\r\nb'],
      ['&amp;', '"'],
    ]),
  ).toBe(
    '<table><tbody><tr><td>&lt;b&gt;</td><td>a<br>b</td></tr><tr><td>&amp;amp;</td><td>&quot;</td></tr></tbody></table>',
  );
});

test.each([
  ['=cmd()', "'=cmd()"],
  ['@user', "'@user"],
  ['- dash', "'- dash"],
  ['+49 170', "'+49 170"],
  ['\t=1', "'\t=1"],
  ['-1', '-1'],
  ['+1.9', '+1.9'],
  ['-4.5%', '-4.5%'],
  ['−0.1', '-0.1'],
  ['a=b', 'a=b'],
  ['', ''],
])('D83 in a file %j is %j', (given, written) => {
  expect(guardText(given)).toBe(written);
});

test('D83 only the minus of numbers is replaced', () => {
  expect(['−5', '5 − 3', '−x'].map(plainMinus)).toEqual(['-5', '5 − 3', '−x']);
});

/** Reads cells as spreadsheets do: quotes count only at the start of a cell. */
function read(source: string, between: string, rowEnd: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  for (;;) {
    let cell = '';
    if (source[at] === '"') {
      for (at++; at < source.length && (source[at] !== '"' || source[at + 1] === '"'); at++) {
        if (source[at] === '"') at++;
        cell += source[at];
      }
      at++;
    } else {
      while (at < source.length && source[at] !== between && !source.startsWith(rowEnd, at)) {
        cell += source[at++];
      }
    }
    rows.at(-1)?.push(cell);
    if (at >= source.length) return rows;
    if (source[at] === between) at++;
    else {
      at += rowEnd.length;
      rows.push([]);
    }
  }
}
