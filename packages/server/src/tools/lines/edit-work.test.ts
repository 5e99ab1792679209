import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../fixtures/long.ts';
import { applyBlocks } from '../apply-diff/apply-blocks.ts';
import type { DiffBlock } from '../apply-diff/diff-block.ts';
import { commonLengths } from '../edit-file/common-lengths.ts';
import { mergeEdit } from '../edit-file/merge-edit.ts';
import { replaceMatches } from './replace-matches.ts';
import { WorkBudget } from './work-budget.ts';

// Work is counted in lines that are looked at. Sizes at which the square of them would be seen at once.

const lines = (many: number, of: (i: number) => string): string =>
  Array.from({ length: many }, (_, i) => of(i)).join('\n');
const block = (search: string, number = 1, startLine?: number): DiffBlock => ({
  number,
  startLine,
  search: search.split('\n'),
  replace: ['new'],
});
/** The cost of a piece of work. */
function costOf(work: (budget: WorkBudget) => unknown): number {
  const budget = new WorkBudget(Number.POSITIVE_INFINITY);
  work(budget);
  return budget.done;
}

const GROWTH: readonly (readonly [what: string, work: (size: number, budget: WorkBudget) => unknown])[] = [
  [
    'apply_diff: many equal lines that stand nowhere',
    (size, budget) =>
      applyBlocks(
        lines(size, () => 'a'),
        [block(`${lines(size / 2, () => 'a')}\nb`), block('b', 2)],
        budget,
      ),
  ],
  [
    'apply_diff: many equal lines that stand everywhere',
    (size, budget) =>
      applyBlocks(
        lines(size, () => 'a'),
        [block(lines(size / 2, () => 'a'))],
        budget,
      ),
  ],
  [
    'apply_diff: equal lines near a line',
    (size, budget) =>
      applyBlocks(
        lines(size, () => 'a'),
        [block(`${lines(size / 2, () => 'a')}\nb`, 1, 10)],
        budget,
      ),
  ],
  [
    'apply_diff: one block for each line, and none fits',
    (size, budget) =>
      applyBlocks(
        lines(size, (i) => `l${i}`),
        Array.from({ length: size / 10 }, (_, i) => block(`l${i}\nno ${i}`, i + 1)),
        budget,
      ),
  ],
  [
    'edit_file: a piece of many equal lines',
    (size, budget) =>
      mergeEdit(
        `${lines(size, () => 'a')}\nz`,
        `// ... existing code ...\n${lines(size / 2, () => 'a')}\nb\n// ... existing code ...`,
        budget,
      ),
  ],
];

test.each(GROWTH)('A195 the work of %s grows as the text does', (_, work) => {
  const [small, large] = [1_000, 10_000].map((size) => costOf((budget) => work(size, budget)));
  expect(small).toBeGreaterThan(0);
  expect(large).toBeLessThan((small ?? 0) * 11);
});

test('A196 what would be too much work is told as too large, and nothing is cut in silence', () => {
  const file = lines(1_000, (i) => `l${i}`);
  const blocks = Array.from({ length: 50 }, (_, i) => block(`l${i * 20}`, i + 1));
  const { text, results } = applyBlocks(file, blocks, new WorkBudget(20_000));
  const made = results.filter((result) => 'line' in result).length;
  expect(made).toBeGreaterThan(0);
  expect(text.split('\n').filter((line) => line === 'new')).toHaveLength(made);
  const told = results.flatMap((result) => ('problem' in result ? [result.problem] : []));
  expect(told).toHaveLength(50 - made);
  for (const problem of told) expect(problem).toMatch(/too large to compare\. Send fewer blocks at once/);

  const edit = `// ... existing code ...\nl10\n${lines(400, (i) => `n${i}`)}\nl990\n// ... existing code ...`;
  expect(mergeEdit(file, edit)).toMatchObject({ pieces: 1 });
  expect(mergeEdit(file, edit, new WorkBudget(100_000))).toEqual({
    problem: expect.stringMatching(/too large to compare\. Send fewer and shorter pieces/),
  });
});

test('A196 to put lines in their place costs as much as the file has', () => {
  const blocks = Array.from({ length: 50 }, (_, i) => block(`l${i * 20}`, i + 1, i * 20 + 1));
  const { results } = applyBlocks(
    lines(1_000, (i) => `l${i}`),
    blocks,
    new WorkBudget(20_000),
  );
  const made = results.filter((result) => 'line' in result).length;
  expect(made).toBeGreaterThan(10);
  expect(made).toBeLessThan(20);
});

test('A196 a line that is all white space is soon told from a marker', () => {
  // A reader that backtracks over white space on both sides needs the square of it, here 10,000,000,000 steps.
  const edit = `// ... existing code ...\na\n${' '.repeat(100_000)}x\n// ... existing code ...`;
  expect(mergeEdit('a\nb\n', edit)).toMatchObject({ problem: expect.anything() });
});

/** How it was done before, by looking at each place. */
function plainPlaces(all: readonly string[], search: readonly string[]): number[] {
  return all.flatMap((_, at) => (search.every((line, i) => all[at + i] === line) ? [at + 1] : []));
}

test('A195 lines are found wherever they stand, and nowhere else', () => {
  const some = (most: number) => fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: most });
  fc.assert(
    fc.property(some(30), some(6), (all, search) => {
      const places = plainPlaces(all, search);
      const { results } = applyBlocks(all.join('\n'), [{ ...block(search.join('\n')), replace: ['x'] }]);
      const [result] = results;
      if (places.length === 1) expect(result).toEqual({ number: 1, line: places[0] });
      else if (places.length === 0)
        expect(result).toMatchObject({ problem: expect.stringContaining('not in') });
      else
        expect(result).toMatchObject({
          problem: expect.stringContaining(
            `in ${places.length} places: lines ${places.slice(0, 5).join(', ')}`,
          ),
        });
    }),
  );
});

test('A195 the common lengths are those that are counted one by one', () => {
  const row = fc.array(fc.nat(1), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(row, row, fc.nat(12), (wanted, text, from) => {
      const counted = text.map((_, at) => {
        let same = 0;
        while (same < wanted.length && at + same < text.length && text[at + same] === wanted[same]) same += 1;
        return same;
      });
      expect([...commonLengths(wanted, text, from)]).toEqual(counted.slice(from));
    }),
    { numRuns: runs(1000) },
  );
});

test('A197 matches are replaced as the language does it', () => {
  const regexes = [
    /a/g,
    /(a)(b)?/g,
    /(?<x>a+)b/gm,
    /^/gm,
    /$/gm,
    /(?:)/g,
    /(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)/g,
    /./gsu,
  ];
  const piece = fc.constantFrom(
    '$',
    '$$',
    '$&',
    '$`',
    "$'",
    '$1',
    '$2',
    '$10',
    '$01',
    '$0',
    '$<x>',
    '$<y>',
    '$<',
    'a',
    '9',
    '>',
  );
  const text = fc.array(fc.constantFrom('a', 'b', '\n', 'abcdefghij', '😀')).map((all) => all.join(''));
  fc.assert(
    fc.property(
      fc.constantFrom(...regexes),
      fc.array(piece).map((all) => all.join('')),
      text,
      (regex, replacement, all) => {
        expect(replaceMatches(all, { regex, replacement })?.text).toBe(all.replace(regex, replacement));
      },
    ),
    { numRuns: runs(500) },
  );
});

test('A197 a replacement that makes the text too long is refused before it is made', () => {
  expect(replaceMatches('a'.repeat(1_000), { regex: /a/g, replacement: '$`' }, 10_000)).toBeUndefined();
  expect(
    replaceMatches('a'.repeat(1_000_000), { regex: /a/g, replacement: "$`$&$'".repeat(1_000) }),
  ).toBeUndefined();
});
