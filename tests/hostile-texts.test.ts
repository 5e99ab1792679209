import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildMeasure, type MeasureProgram } from '../fixtures/hostile/build-measure.ts';
import { allPairs, findFast } from '../fixtures/hostile/run-measure.ts';
import { DIFF_SUBJECTS } from '../fixtures/hostile/subjects/diff-subjects.ts';
import { PASTE_SUBJECTS } from '../fixtures/hostile/subjects/paste-subjects.ts';
import { PLANTED_SUBJECTS } from '../fixtures/hostile/subjects/planted-subjects.ts';
import { PAGE_TEXTS } from '../fixtures/hostile/texts/page-texts.ts';
import { HOSTILE_TEXTS } from '../fixtures/hostile-texts.ts';
import { isLong } from '../fixtures/long.ts';

// All pairs take minutes: `npm run test:long`.
const MINUTES = 60_000;

/** The readers that read a text while it arrives, and hold something meanwhile. */
const STREAMED = [
  'Markdown streamed',
  'Markdown streamed ahead',
  'message streamed',
  'message of events',
  'partial JSON streamed',
  'calls of every kind streamed',
  'events of the wire',
];

/** The budgets of a diff and of an edit, each of which may be spent twice. */
const DIFF_BUDGET = 150_000_000;

let program: MeasureProgram;
beforeAll(async () => {
  program = await buildMeasure();
});

afterAll(() => rmSync(program.path));

describe('hostile texts', () => {
  test('X50 there are hundreds of kinds of texts, each as long as it is asked to be', () => {
    expect(Object.keys(HOSTILE_TEXTS).length).toBeGreaterThan(300);
    for (const [name, make] of Object.entries(HOSTILE_TEXTS))
      for (const size of [400, 4_000])
        expect([name, make(size).length / size]).toEqual([name, expect.closeTo(1, 0)]);
  });

  test(
    'X50 ten times the text is ten times the work, for every text and every reader',
    async () => {
      const [share, sizes] = isLong ? [1, [400, 4_000, 40_000]] : [300, [200, 2_000, 20_000]];
      expect(await findFast(program, allPairs(undefined, share), 'work', sizes)).toEqual([]);
    },
    60 * MINUTES,
  );

  test(
    'X51 ten times the text holds ten times the memory, while it arrives and at its end',
    async () => {
      const [share, sizes] = isLong ? [1, [1_000, 10_000]] : [350, [200, 2_000]];
      expect(await findFast(program, allPairs(STREAMED, share), 'held', sizes)).toEqual([]);
    },
    60 * MINUTES,
  );

  test.runIf(isLong)(
    'X54 the work of comparing and changing lines grows as they do, or stays within its budget',
    async () => {
      const pairs = allPairs(Object.keys(DIFF_SUBJECTS));
      expect(await findFast(program, pairs, 'work', [4_000, 40_000], DIFF_BUDGET)).toEqual([]);
    },
    60 * MINUTES,
  );

  const pastes = (share: number) =>
    allPairs(Object.keys(PASTE_SUBJECTS), share).filter(({ text }) => isLong || text in PAGE_TEXTS);

  test(
    'D415 the work of reading a paste grows as the clipboard does',
    async () => {
      const sizes = isLong ? [400, 4_000, 40_000] : [200, 2_000, 20_000];
      expect(await findFast(program, pastes(isLong ? 1 : 3), 'work', sizes)).toEqual([]);
    },
    60 * MINUTES,
  );

  test(
    'D415 the memory that the reading of a paste takes grows as the clipboard does',
    async () => {
      const sizes = isLong ? [1_000, 10_000, 100_000] : [200, 2_000, 20_000];
      expect(await findFast(program, pastes(isLong ? 1 : 15), 'held', sizes)).toEqual([]);
    },
    60 * MINUTES,
  );

  const planted = (count: 'work' | 'held') =>
    Object.keys(PLANTED_SUBJECTS).flatMap((subject) =>
      subject.startsWith('states') === (count === 'held') ? [{ text: 'sentences', subject }] : [],
    );

  test('X50 the count of work finds loops, copies, searches and expressions that look again', async () => {
    expect(await findFast(program, planted('work'), 'work', [100])).toHaveLength(planted('work').length);
  });

  test('X51 the count of memory finds what is held at the end and what is held on the way', async () => {
    expect(await findFast(program, planted('held'), 'held', [600])).toHaveLength(2);
  });
});
