import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../../fixtures/long.ts';
import {
  guardCopied,
  guardRow,
  guardText,
  plainMinus,
  printCsv,
  printHtmlTable,
  printTsv,
} from './print-cells.ts';

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
  ['\t=1', "'\t'=1"],
  ['\r\n@a', "'\r\n'@a"],
  ['  =1', "  '=1"],
  ['\u{feff}=1', "\u{feff}'=1"],
  ['\u{200b}=1', "\u{200b}'=1"],
  ['"=1', `"'=1`],
  ['＝cmd()', "'＝cmd()"],
  ['＋1+1', "'＋1+1"],
  ['－a', "'－a"],
  ['＠a', "'＠a"],
  ['a;=1', "a;'=1"],
  ['a; "=1', `a; '"=1`],
  ['a\t+b', "a\t'+b"],
  ['a\n-b', "a\n'-b"],
  ['a;b', 'a;b'],
  ['-5', '-5'],
  ['+3.2', '+3.2'],
  ['-1e5', '-1e5'],
  ["'=1", "'=1"],
  ['-1', '-1'],
  ['+1.9', '+1.9'],
  ['-4.5%', '-4.5%'],
  ['−0.1', '-0.1'],
  ['a=b', 'a=b'],
  ['', ''],
])('D83 in a file %j is %j', (given, written) => {
  expect(guardText(given)).toBe(written);
});

/** Characters of every kind that matters to some reader of such files. */
const hostile = fc.oneof(
  fc.string({
    unit: fc.constantFrom(...'=+-@＝＋－＠;,|!(\'"\t\r\n 5.eEax\u{feff}\u{200b}\u{a0}'),
    maxLength: 10,
  }),
  fc.constantFrom('-5', '+3.2', '-1e5', '-17,902', '4.5%', '−0.1', "3+cmd|' /C calc'!A0", '=1;=2', 'x;+y()'),
);
const hostileGrid = fc.array(fc.array(hostile, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 4,
});

test('A225 no reader finds a cell that runs, whatever it takes for a separator', () => {
  fc.assert(
    fc.property(hostileGrid, fc.constantFrom(',', ';', '\t', ',;', ',;\t'), (grid, separators) => {
      const csv = printCsv(grid.map(guardRow));
      for (const cell of readLoosely(csv, separators))
        expect(calculates(cell), JSON.stringify([csv, cell])).toBe(false);
    }),
    { numRuns: runs(2000) },
  );
});

test('A488 what is copied has no cell that calls or fetches, and is as it was otherwise', () => {
  expect(guardCopied(['- dash', '@user', '−1', '=HYPERLINK("x")'])).toEqual([
    '- dash',
    '@user',
    '-1',
    `'=HYPERLINK("x")`,
  ]);
  fc.assert(
    fc.property(hostileGrid, (grid) => {
      const tsv = printTsv(grid.map(guardCopied));
      for (const cell of readLoosely(tsv, '\t'))
        expect(calculates(cell) && /[(|!]/.test(cell), JSON.stringify([tsv, cell])).toBe(false);
    }),
    { numRuns: runs(1000) },
  );
});

test('A225 the work grows with the text', () => {
  expect(guardText('\t'.repeat(300_000)).length).toBe(300_001);
});

/** Tells whether a spreadsheet would calculate a cell that does something. */
function calculates(cell: string): boolean {
  const text = cell.normalize('NFKC').replace(/^[\s"\p{Cf}]+/u, '');
  if (/^[=@]/.test(text)) return true;
  if (!/^[+-]/.test(text)) return false;
  // With a separator other than the comma, the cells of a row are one: a number, and the rest behind its decimal comma.
  const [first = '', ...joined] = text.split(',');
  if (!/^[+-][$€£¥]?[\d.]*(e[+-]?\d+)?\s*[%$€£¥]?"?\s*$/i.test(first)) return true;
  // A quote or an apostrophe behind a number is no formula any more.
  const quoted = joined.findIndex((part) => /^[\s\p{Cf}]*["']/u.test(part));
  return joined.slice(0, quoted === -1 ? joined.length : quoted).some((part) => /[(|!]/.test(part));
}

/** Reads cells as spreadsheets do that know other separators. Quotes count only at the start of a cell. */
function readLoosely(source: string, separators: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at <= source.length) {
    let cell = '';
    if (source[at] === '"') {
      for (at++; at < source.length && (source[at] !== '"' || source[at + 1] === '"'); at++) {
        if (source[at] === '"') at++;
        cell += source[at];
      }
      at++;
    }
    while (at < source.length && !separators.includes(source[at] ?? '') && !'\r\n'.includes(source[at] ?? ''))
      cell += source[at++];
    cells.push(cell);
    at++;
  }
  return cells;
}

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
