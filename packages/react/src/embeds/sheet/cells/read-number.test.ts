import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCode, printNumber } from './print-number.ts';
import { type NumberStyle, readNumber } from './read-number.ts';

test.each([
  ['17,902', 17_902, '#,##0'],
  ['4.5%', 0.045, '0.0%'],
  ['$1,200.50', 1200.5, '"$"#,##0.00'],
  ['-$5', -5, '"$"0'],
  ['$-5', -5, '"$"0'],
  ['5 €', 5, '0"€"'],
  ['−0.1', -0.1, '0.0'],
  ['+1.9', 1.9, '+0.0;-0.0;0.0'],
  ['.5', 0.5, '0.0'],
  ['0', 0, '0'],
  ['-0', 0, '0'],
  ['1e3', 1000, '0'],
  ['99 %', 0.99, '0%'],
  [' 12 ', 12, '0'],
])('D80 %s is a number', (text, value, code) => {
  const number = readNumber(text);
  expect(number?.value).toBe(value);
  expect(number && formatCode(number.style)).toBe(code);
});

test.each([
  ...[
    '',
    '-',
    '$',
    '%',
    '.',
    'e3',
    'x',
    '1x',
    '2024-01-02',
    '1/2/2024',
    '12:30',
    '1.2.3',
    '007',
    '+49 170 1',
  ],
  ...['1,23', '1,2345', '--1', '-$-1', '$5€', '1 2', '12345678901234567', '=1', "'1", 'NaN', 'Infinity', '½'],
])('D80 "%s" is a text', (text) => {
  expect(readNumber(text)).toBeUndefined();
});

const style: fc.Arbitrary<NumberStyle> = fc
  .record({
    unit: fc.constantFrom('', '%', '$', '€', '£'),
    isSymbolLast: fc.boolean(),
    decimals: fc.integer({ min: 0, max: 4 }),
    isGrouped: fc.boolean(),
    hasPlus: fc.boolean(),
  })
  .map(({ unit, isSymbolLast, ...rest }) => ({
    ...rest,
    kind: unit === '' ? 'plain' : unit === '%' ? 'percent' : 'currency',
    symbol: unit === '%' ? '' : unit,
    isSymbolLast: isSymbolLast && unit !== '' && unit !== '%',
  }));

test('D80 a number is read back as it was written', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), style, (digits, of) => {
      const value = Number(`${digits}e${-of.decimals - (of.kind === 'percent' ? 2 : 0)}`);
      const text = printNumber(value, of);
      const number = readNumber(text);
      expect(number?.value).toBe(value === 0 ? 0 : value);
      expect(number && printNumber(number.value, of)).toBe(text);
      expect(number?.style).toMatchObject({ kind: of.kind, symbol: of.symbol, decimals: of.decimals });
    }),
  );
});

test('D80 no text throws', () => {
  fc.assert(fc.property(fc.string(), (text) => void readNumber(text)));
});
