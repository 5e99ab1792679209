import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkRepetition, type RepetitionEntry } from './check-repetition.ts';

const call = (input: unknown, result?: unknown, loopKey?: string) => ({
  type: 'call' as const,
  name: 'read',
  input,
  ...(result !== undefined && { result }),
  ...(loopKey !== undefined && { loopKey }),
});
const reset: RepetitionEntry = { type: 'reset' };
/** Checks the last of the calls, one for each letter; a bar is a person's answer. */
const check = (letters: string, limit?: number) => {
  const entries = letters.split('').map((letter) => (letter === '|' ? reset : call(letter)));
  return checkRepetition(entries.slice(0, -1), call(letters.at(-1)), limit === undefined ? {} : { limit });
};

test('A6 the fourth identical call asks, whatever the order of its keys', () => {
  expect(check('aaa').repeated).toBe(false);
  expect(check('aaaa')).toMatchObject({ repeated: true, reason: 'identical' });
  expect(check('baaaa').signatures).toHaveLength(4);
  expect(check('aaba').repeated).toBe(false);
  const past = Array.from({ length: 3 }, () => call({ a: 1, b: { c: 2, d: 3 } }));
  expect(checkRepetition(past, call({ b: { d: 3, c: 2 }, a: 1 })).reason).toBe('identical');
  expect(checkRepetition(past, { name: 'write', input: { a: 1, b: { c: 2, d: 3 } } }).repeated).toBe(false);
});

test('A464 the third round of two to four calls in turn asks', () => {
  expect(check('ababab')).toMatchObject({ repeated: true, reason: 'cycle' });
  expect(check('xababab').signatures).toHaveLength(6);
  for (const letters of ['abcabcabc', 'abcdabcdabcd', 'aabaabaab'])
    expect(check(letters).reason).toBe('cycle');
  for (const letters of ['ababa', 'abcabcab', 'abxbab', 'abcdeabcdeabcde'])
    expect(check(letters).repeated).toBe(false);
});

test('A465 three identical results, not empty, of one tool to varying input ask at its next call', () => {
  const results = (...all: unknown[]) =>
    checkRepetition(
      all.map((result, i) => call(i, result)),
      call('next'),
    ).reason;
  expect(results('none', 'none', 'none')).toBe('same_results');
  expect(results({ a: 1, b: 2 }, { b: 2, a: 1 }, { a: 1, b: 2 })).toBe('same_results');
  expect(results('none', 'some', 'none')).toBeUndefined();
  for (const empty of ['', ' \n', [], {}, null, undefined])
    expect(results(empty, empty, empty)).toBeUndefined();
  const past = [call(1, 'x'), call(2, 'x'), call(3, 'x')];
  expect(checkRepetition(past, { name: 'other', input: 4 }).repeated).toBe(false);
  expect(checkRepetition([call(1, 'x'), call(1, 'x'), call(1, 'x')], call(2)).repeated).toBe(false);
});

test('A468 the limit counts, and 0 switches it off', () => {
  expect(check('aa', 1).repeated).toBe(true);
  expect(check('ab', 1).repeated).toBe(false);
  expect(check('abab', 2).reason).toBe('cycle');
  expect(check('aaaaa', 5).repeated).toBe(false);
  expect(check('aaaaaa', 5).repeated).toBe(true);
  for (const limit of [0, -1, Number.NaN]) expect(check('aaaaaaaaaaaa', limit).repeated).toBe(false);
});

test('A466 what a person answered begins it anew', () => {
  expect(check('aaa|a').repeated).toBe(false);
  expect(check('aaa|aaaa').repeated).toBe(true);
  expect(check('ababa|b').repeated).toBe(false);
});

test('A467 calls with another loopKey are calls of another tool', () => {
  const past = (keys: (string | undefined)[]) => keys.map((key) => call('poll', 'busy', key));
  expect(checkRepetition(past(['1', '2', '3']), call('poll', undefined, '4')).repeated).toBe(false);
  expect(checkRepetition(past(['1', '1', '1']), call('poll', undefined, '1')).reason).toBe('identical');
  expect(
    checkRepetition(past([undefined, undefined, undefined]), call('poll', undefined, '1')).repeated,
  ).toBe(false);
  const saved = ['a', 'b', 'c'].map((path) => call({ path }, 'Saved.', path));
  expect(checkRepetition(saved, call({ path: 'd' }, undefined, 'd')).repeated).toBe(false);
});

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '|'), maxLength: 16 });
const last = fc.constantFrom('a', 'b', 'c');

test('A466 what stands before an answer, and names of calls, make no difference', () => {
  fc.assert(
    fc.property(letters, letters, last, fc.nat(4), (before, after, end, limit) => {
      const { repeated, reason, signatures } = check(after + end, limit);
      expect(check(`${before}|${after}${end}`, limit)).toEqual({
        repeated,
        ...(reason && { reason }),
        signatures,
      });
      const renamed = (after + end).replace(/[abc]/g, (each) => ({ a: 'x', b: 'a', c: 'b' })[each] ?? each);
      expect(check(renamed, limit)).toMatchObject({ repeated, ...(reason && { reason }) });
    }),
  );
});

test('A468 calls that all differ never repeat; a higher limit never asks where a lower one does not', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.jsonValue(), {
        minLength: 1,
        comparator: (a, b) => JSON.stringify(a) === JSON.stringify(b),
      }),
      (inputs) => {
        // Negative zero is written as zero.
        const distinct = inputs.map((input, i) => [i, input]);
        expect(
          checkRepetition(
            distinct.slice(0, -1).map((input) => call(input)),
            call(distinct.at(-1)),
          ).repeated,
        ).toBe(false);
      },
    ),
  );
  fc.assert(
    fc.property(letters, last, fc.integer({ min: 1, max: 5 }), (past, end, limit) => {
      if (check(past + end, limit + 1).repeated) expect(check(past + end, limit).repeated).toBe(true);
    }),
  );
});

test('A6 any value may be an input or a result', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.anything(), fc.anything()), { maxLength: 6 }),
      fc.anything(),
      (past, input) => {
        const history = past.map(([each, result]) => call(each, result));
        const { repeated, signatures } = checkRepetition(history, call(input));
        expect(signatures.length > 0).toBe(repeated);
      },
    ),
  );
});
