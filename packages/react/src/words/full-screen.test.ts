import { expect, test } from 'vitest';
import { fullScreenWords } from './full-screen.ts';

const { ago, changedBy } = fullScreenWords;
const now = Date.UTC(2026, 10, 16, 12);
const minutes = (count: number): string => ago(now - count * 60_000, now);

test('U101 when a file was changed is told in the largest unit that says enough', () => {
  expect(minutes(-3)).toBe('just now');
  expect(minutes(0.9)).toBe('just now');
  expect(minutes(2)).toBe('2 minutes ago');
  expect(minutes(59)).toBe('59 minutes ago');
  expect(minutes(60)).toBe('1 hour ago');
  expect(minutes(23 * 60 + 59)).toBe('23 hours ago');
  expect(minutes(24 * 60)).toBe('Nov 15, 2026');
  expect(changedBy('Edited a.ts', '2 minutes ago')).toBe('Changed by “Edited a.ts”, 2 minutes ago');
  expect(changedBy('Edited a.ts', undefined)).toBe('Changed by “Edited a.ts”');
});
