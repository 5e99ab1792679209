import { expect, test } from 'vitest';
import { gridDirection } from './grid-direction.ts';

test('U25 a table runs in the direction of its first letter', () => {
  expect(gridDirection([])).toBe('ltr');
  expect(gridDirection([['1', '#'], ['2']])).toBe('ltr');
  expect(gridDirection([['1', 'الخطة'], ['Plan']])).toBe('rtl');
  expect(gridDirection([['', '(שלום)']])).toBe('rtl');
  expect(gridDirection([['Plan', 'الخطة']])).toBe('ltr');
  expect(gridDirection([['𞤀𞤁']])).toBe('rtl');
});
