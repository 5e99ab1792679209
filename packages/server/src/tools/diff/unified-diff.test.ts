import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffLines } from './diff-lines.ts';
import { proposedChange } from './proposed-change.ts';
import { unifiedDiff } from './unified-diff.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 });

test('T32 a diff holds both texts, and few changes', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const parts = diffLines(before, after);
      const without = (type: string): string[] =>
        parts.filter((part) => part.type !== type).flatMap((part) => part.lines);
      expect(without('added')).toEqual(before);
      expect(without('removed')).toEqual(after);
      const same = parts.filter(({ type }) => type === 'same').flatMap((part) => part.lines);
      expect(same).toHaveLength(commonLength(before, after));
    }),
  );
});

/** The length of the longest list that is in both. */
function commonLength(one: readonly string[], other: readonly string[]): number {
  let row = Array.from({ length: other.length + 1 }, () => 0);
  for (const line of one) {
    const next = [0];
    for (const [j, each] of other.entries())
      next.push(each === line ? (row[j] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0));
    row = next;
  }
  return row.at(-1) ?? 0;
}

test('T32 a unified diff has hunks with their lines and three lines around each change', () => {
  const text = Array.from({ length: 20 }, (_, i) => `line ${i + 1}\n`).join('');
  expect(unifiedDiff(text, text.replace('line 9\n', 'nine\nand a half\n'))).toEqual({
    added: 2,
    removed: 1,
    diff: '@@ -6,7 +6,8 @@\n line 6\n line 7\n line 8\n-line 9\n+nine\n+and a half\n line 10\n line 11\n line 12\n',
  });
  expect(unifiedDiff('', 'x\n').diff).toBe('@@ -0,0 +1 @@\n+x\n');
  expect(unifiedDiff('x\n', '').diff).toBe('@@ -1 +0,0 @@\n-x\n');
  expect(unifiedDiff('x\n', 'x').diff).toBe('@@ -1 +1 @@\n-x\n+x\n\\ No newline at end of file\n');
  expect(unifiedDiff(text, text)).toEqual({ diff: '', added: 0, removed: 0 });
});

test('T32 what is too large is left out with a sentence, and then all arguments are needed', () => {
  const file = (path: string, after: string) => ({ path, before: undefined, after });
  const shows = ['content'];
  const big = proposedChange({ files: [file('a', 'x'.repeat(70_000)), file('b', 'y\n')], shows });
  expect(big.shows).toEqual([]);
  expect(big.files[0]).toMatchObject({ path: 'a', added: 1, note: expect.stringContaining('too large') });
  expect(big.files[0]).not.toHaveProperty('diff');
  expect(big.files[1]).toMatchObject({ diff: '@@ -0,0 +1 @@\n+y\n', note: 'A new file.' });
  expect(proposedChange({ files: [file('b', 'y\n')], shows }).shows).toEqual(shows);
  const huge = proposedChange({ files: [file('a', 'x\n'.repeat(600_000))], shows });
  expect(huge.files[0]?.note).toContain('too large');
});
