import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DiffLines, DiffReader, isDiff } from './diff-lines.ts';
import type { CodeLine } from './plain-code.ts';

const kinds = (diff: string): string[] => {
  const reader = new DiffReader();
  return diff.split('\n').map((line) => reader.kindOf(line) ?? '');
};
const textOf = (lines: readonly CodeLine[]): string =>
  lines.map((line) => line.map(({ text }) => text).join('')).join('\n');

test('D381 lines of a diff are added, removed, the same or about it; in a hunk `---` is a removed line', () => {
  const diff = [
    'diff --git a/x b/x',
    '--- a/x',
    '+++ b/x',
    '@@ -1,3 +1,3 @@ f()',
    ' same',
    '--- gone',
    '+++ new',
    '',
    '\\ No newline',
    '--- a/y',
  ];
  expect(kinds(diff.join('\n'))).toEqual([
    'comment',
    'comment',
    'comment',
    'comment',
    '',
    'removed',
    'added',
    '',
    'comment',
    'comment',
  ]);
  // As models write them, without hunks.
  expect(kinds('- old\n+ new\n same\n-\n+')).toEqual(['removed', 'added', '', 'removed', 'added']);
  expect(['diff', 'Patch', 'ts', ''].map(isDiff)).toEqual([true, true, false, false]);
});

const line = fc.constantFrom(
  '+a',
  '-b',
  ' c',
  '',
  '--- a/x',
  '+++ b/x',
  '@@ -1,2 +1 @@',
  '@@ -0,0 +1,9 @@',
  '\\ No newline',
  'diff --git a b',
  '+++',
  '--',
);
const diffs = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));

test('D381 the text of the lines is exactly the diff, and however it is cut its whole lines have the same kinds', () => {
  fc.assert(
    fc.property(diffs, fc.integer({ min: 1, max: 9 }), (diff, length) => {
      const all = new DiffLines().readAll(diff);
      expect(textOf(all)).toBe(diff);
      const growing = new DiffLines();
      for (let at = 0; at < diff.length; at += length) {
        const now = diff.slice(0, at + length);
        expect(growing.goesOn(now)).toBe(true);
        const lines = growing.read(now);
        expect(textOf(lines)).toBe(now);
        expect(lines.slice(0, -1)).toEqual(all.slice(0, lines.length - 1));
      }
    }),
  );
});
