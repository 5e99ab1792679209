import { expect, test } from 'vitest';
import { clock, duration, roughly } from './times.ts';

const [SECOND, MINUTE, HOUR] = [1000, 60_000, 3_600_000];

test.each([
  [-5, '0 s', '0:00'],
  [8 * SECOND, '8 s', '0:08'],
  [59.4 * SECOND, '59 s', '0:59'],
  [59.6 * SECOND, '1 min 0 s', '0:59'],
  [110 * SECOND, '1 min 50 s', '1:50'],
  [59 * MINUTE + 59 * SECOND, '59 min 59 s', '59:59'],
  [2 * HOUR + 5 * MINUTE + 9 * SECOND, '2 h 5 min', '2 h 5 min'],
  [76 * HOUR + 59 * MINUTE, '3 d 4 h', '3 d 4 h'],
])('T19 %i ms are %s, on a clock %s', (ms, long, short) => {
  expect(duration(ms)).toBe(long);
  expect(clock(ms)).toBe(short);
});

test.each([
  [38 * SECOND, '38 s'],
  [59.6 * SECOND, '1 min'],
  [124 * SECOND, '2 min'],
  [59.7 * MINUTE, '1 h 0 min'],
  [2 * HOUR + 5 * MINUTE, '2 h 5 min'],
])('T300 %i ms are roughly %s', (ms, words) => {
  expect(roughly(ms)).toBe(words);
});
