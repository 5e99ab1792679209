import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { argsHash } from './args-hash.ts';

test('L30 the order of keys does not change the hash of an input; any value does', () => {
  expect(argsHash({ a: 1, b: { c: [1, 2], d: 'x' } })).toBe(argsHash({ b: { d: 'x', c: [1, 2] }, a: 1 }));
  expect(argsHash({ a: 1 })).not.toBe(argsHash({ a: '1' }));
  expect(argsHash({ a: [1, 2] })).not.toBe(argsHash({ a: [2, 1] }));
  expect(argsHash(undefined)).toBe(argsHash(null));
});

test('L30 inputs with one hash are equal', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      const same = JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
      expect(argsHash(a) === argsHash(b)).toBe(same);
    }),
  );
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, sorted(each)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
