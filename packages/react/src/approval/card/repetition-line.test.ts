import { checkRepetition } from '@millrace/engine';
import type { RepetitionEntry } from '@millrace/engine/approval';
import { expect, test } from 'vitest';
import { englishWords } from '../../words/strings.ts';
import { repetitionLine } from './repetition-line.ts';

const call = (query: string, result?: string): RepetitionEntry => ({
  ...{ type: 'call', name: 'look_up', input: { query } },
  ...(result !== undefined && { result }),
});

/** The line for the last of these calls. */
function lineOf(...past: readonly RepetitionEntry[]): string {
  const last = past.at(-1);
  if (last?.type !== 'call') throw new Error('The last entry must be a call.');
  const { reason, signatures } = checkRepetition(past.slice(0, -1), last);
  if (reason === undefined) throw new Error('It is no repetition.');
  return repetitionLine(englishWords, { reason, signatures, threshold: 3 });
}

test('U43 a loop is told by what is repeated and how often', () => {
  const [a, b] = [call('a'), call('b')];
  expect(lineOf(a, a, a, a)).toBe('same call 3 times');
  expect(lineOf(a, b, a, b, a, b)).toBe('the same 2 calls in turn, 3 times');
  const same = ['x', 'y', 'z'].map((query) => call(query, 'Nothing'));
  expect(lineOf(...same, call('w'))).toBe('3 calls with different input, same result');
  const signatures = ['a', 'a', 'a', 'a'];
  expect(
    repetitionLine(englishWords, { reason: 'identical', signatures, threshold: 3, same_result: true }),
  ).toBe('same call 3 times, same result');
});
