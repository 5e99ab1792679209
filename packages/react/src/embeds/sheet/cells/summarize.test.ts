import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readNumber } from './read-number.ts';
import { summarize } from './summarize.ts';

const sums = (...texts: string[]) => summarize(texts.flatMap((text) => readNumber(text) ?? []));

test.each([
  [['4.5%', '4.6%', '3.8%'], { sum: '12.9%', average: '4.3%' }],
  [['1', '2'], { sum: '3', average: '1.5' }],
  [['$1,200.50', '$1'], { sum: '$1,201.50', average: '$600.75' }],
  [['+1.9', '−0.1'], { sum: '1.8', average: '0.9' }],
  [['50%', '1'], { sum: '1.50', average: '0.75' }],
  [['$1', '€1'], { sum: '2', average: '1' }],
  [['17,902', 'Note', ''], { sum: '17,902', average: '17,902' }],
])('D80 sum and average of %j', (texts, expected) => {
  expect(sums(...texts)).toEqual(expected);
});

test('D80 where there are no numbers there is no sum', () => {
  expect(sums('a', '2024-01-02')).toBeUndefined();
});

test('D80 the order of numbers changes nothing', () => {
  const numbers = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1 });
  fc.assert(
    fc.property(numbers, (values) => {
      const texts = values.map(String);
      expect(sums(...texts)).toEqual(sums(...texts.toReversed()));
    }),
  );
});
