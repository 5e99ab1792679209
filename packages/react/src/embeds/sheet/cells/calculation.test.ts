import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { getTokens, initSync, Model } from '@ironcalc/wasm';
import { expect, test } from 'vitest';
import { calculate } from './calculation.ts';
import { readFormula } from './read-formula.ts';
import { createSheet } from './sheet.ts';
import { copyOf, rawAt, withCells, withGrid } from './sheet-copy.ts';

const engine = createRequire(import.meta.url).resolve('@ironcalc/wasm/wasm_bg.wasm');
initSync({ module: readFileSync(engine) });
const calculator = { newModel: () => new Model('Sheet', 'en', 'UTC', 'en'), tokens: getTokens };

/** The texts that a sheet shows. */
function show(grid: readonly (readonly string[])[]): string[][] {
  const copy = copyOf(grid);
  const sheet = createSheet(copy, calculate(calculator, copy));
  return grid.map((row, r) => row.map((_, c) => sheet.cell({ row: r, column: c }).text));
}
/** The value of one formula beside a column of values. */
const give = (formula: string, ...values: string[]): string | undefined =>
  show([['n', 'f'], ...values.map((value, i) => [value, i === 0 ? formula : ''])])[1]?.[1];

test.each([
  ['=A2+A3', ['1,000', '−0.5'], '999.5'],
  ['=SUM(A:A)', ['1', 'x', '3'], '4'],
  ['=A2*2', ['$1,200.50'], '$2,401.00'],
  ['=A2+A3', ['4.5%', '+5.5%'], '10.00%'],
  ['=LEN(A2)', ['007'], '3'],
  ['=YEAR(A2)', ['2024-03-01'], '2024'],
  ['=A2&"!"', ['=x'], '#NAME?'],
  ['=0.1+0.2', [''], '0.3'],
  ['=1/0', [''], '#DIV/0!'],
  ['=B2', [''], '#CIRC!'],
  ['=INDIRECT("A3")', ['1', '2'], '2'],
  ['=REPT("x",9)', [''], '=REPT("x",9)'],
  ['=sequence(9,9)', [''], '=sequence(9,9)'],
  ['=LAMBDA(x,x)(1)', [''], '=LAMBDA(x,x)(1)'],
  ['=A2&"😀"&SUM(A:A)', ['1'], '1😀1'],
])('D82 %s of %j gives %s', (formula, values, result) => {
  expect(give(formula, ...values)).toBe(result);
});

test('D82 a number is written like the others in its column', () => {
  expect(
    show([
      ['n', 'share'],
      ['1', '12.5%'],
      ['3', '=A2/A3'],
    ])[2]?.[1],
  ).toBe('33.3%');
  expect(
    show([
      ['n', 'sum'],
      ['1', '=A2/A3'],
      ['3', '1,000.00'],
    ])[1]?.[1],
  ).toBe('0.33');
});

test('D82 a percent of a percent is one of its column', () => {
  expect(
    show([
      ['n', 'p'],
      ['4.5%', '=A2'],
      ['', '1%'],
    ])[1]?.[1],
  ).toBe('5%');
});

test('D82 a result that takes several cells fills the empty ones', () => {
  expect(
    show([
      ['n', ''],
      ['3', '=SORT(A2:A4)'],
      ['1', ''],
      ['2', ''],
    ]),
  ).toEqual([
    ['n', ''],
    ['3', '1'],
    ['1', '2'],
    ['2', '3'],
  ]);
});

test('D363 ranges end with the sheet, and what looks at too much is not calculated', () => {
  expect(readFormula('=SUM(B:B)+SUM(A2:XFD9)', 5, 3, getTokens)).toEqual({
    text: '=SUM(B1:B5)+SUM(A2:C5)',
    areas: [
      { top: 0, left: 1, bottom: 4, right: 1 },
      { top: 1, left: 0, bottom: 4, right: 2 },
    ],
    needsAll: false,
  });
  const grid = Array.from({ length: 2000 }, () => ['1', '=SUM(A:A)']);
  const copy = copyOf(grid);
  const results = calculate({ ...calculator, newModel: () => new Model('S', 'en', 'UTC', 'en') }, copy);
  expect(results.size).toBe(999);
});

test('D84 a copy changes and its table does not', () => {
  const grid = Object.freeze([Object.freeze(['a', 'b'])]);
  const changed = withCells(copyOf(grid), [
    { place: { row: 0, column: 0 }, raw: 'x' },
    { place: { row: 2, column: 3 }, raw: 'y' },
  ]);
  expect(rawAt(changed, { row: 0, column: 0 })).toBe('x');
  expect([changed.rows, changed.columns]).toEqual([3, 4]);
  expect(grid).toEqual([['a', 'b']]);
  // More of the table arrives: what the person wrote stays.
  const grown = withGrid(changed, [
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(rawAt(grown, { row: 0, column: 0 })).toBe('x');
  expect(rawAt(grown, { row: 1, column: 1 })).toBe('d');
  expect([grown.rows, grown.columns]).toEqual([3, 4]);
});
