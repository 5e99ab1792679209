import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTitle } from './chat-namer.ts';

test('C31 a title is one line of six words at most, without marks around it', () => {
  expect(readTitle('"Churn by plan in Q3."')).toBe('Churn by plan in Q3');
  expect(readTitle('\n## **Rate limiter in Hono**\nMore words')).toBe('Rate limiter in Hono');
  expect(readTitle('Title: One two three four five six seven')).toBe('One two three four five six');
  expect(readTitle('  \n ')).toBe('');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (said) => {
      const title = readTitle(said);
      expect(title.split(/\s+/).length).toBeLessThanOrEqual(6);
      expect(title).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      expect(Array.from(title).length).toBeLessThanOrEqual(60);
    }),
  );
});
