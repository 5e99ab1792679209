import { expect, test } from 'vitest';
import { readDiff } from './read-diff.ts';

test('U57 a diff becomes rows with their line numbers, and what lies between is counted', () => {
  expect(readDiff('@@ -6,2 +6,3 @@\n six\n-seven\n+7\n+and a half\n@@ -20 +21,0 @@\n-gone\n')).toEqual([
    { type: 'gap', count: 5 },
    { type: 'same', before: 6, after: 6, text: 'six' },
    { type: 'removed', before: 7, text: 'seven' },
    { type: 'added', after: 7, text: '7' },
    { type: 'added', after: 8, text: 'and a half' },
    { type: 'gap', count: 12 },
    { type: 'removed', before: 20, text: 'gone' },
  ]);
});

test('U57 a new file begins at its first line, and a missing line break is said', () => {
  expect(readDiff('@@ -0,0 +1,2 @@\n+a\n++b\n\\ No newline at end of file\n')).toEqual([
    { type: 'added', after: 1, text: 'a' },
    { type: 'added', after: 2, text: '+b' },
    { type: 'end' },
  ]);
  expect(readDiff('')).toEqual([]);
});
