import fc from 'fast-check';
import { expect, test } from 'vitest';
import { begin, end, log, step, text } from '../../../../fixtures/sample-run.ts';
import { applyRunEvent, createRunState, type RunState } from './apply-run-event.ts';
import { earlierWords } from './earlier-words.ts';
import type { RunEvent, StoredEvent } from './run-events.ts';
import { runText } from './run-text.ts';

/** A run whose attempts follow each other, each under its own claim. */
function tries(
  ...attempts: readonly (readonly [events: readonly RunEvent[], fence: number])[]
): StoredEvent[] {
  const all = attempts.flatMap(([events, fence]) => events.map((event) => ({ event, fence })));
  return all.map(({ event, fence }, i) => ({ ...event, seq: i + 1, fence, ts: i }));
}
const fold = (events: readonly StoredEvent[]): RunState => events.reduce(applyRunEvent, createRunState());
const attempt = (nth: number, number: number, ...pieces: string[]): RunEvent[] => [
  step(number, nth),
  begin(`m${nth}`),
  ...text(0, ...pieces).slice(0, -1),
];

test('L310 whatever a step has shown is in its text, or among the earlier words', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'ab ', '\n'), { maxLength: 4 });
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 5 }), (said) => {
      let state = createRunState();
      const shown = new Set<string>();
      for (const event of tries(...said.map((pieces, i) => [attempt(i + 1, 1, ...pieces), i + 1] as const))) {
        state = applyRunEvent(state, event);
        const now = runText(state);
        shown.add(now);
        for (const before of shown) {
          const isThere =
            now.startsWith(before) || earlierWords(state).some((one) => one.text.startsWith(before));
          expect(before.trim() === '' || isThere, JSON.stringify([before, now])).toBe(true);
        }
      }
    }),
  );
});

test('L310 words that come again, or go on, are no earlier words', () => {
  const half = attempt(1, 1, 'Half an ans');
  expect(earlierWords(fold(tries([half, 1], [attempt(2, 1, 'Half an answer.'), 2])))).toEqual([]);
  expect(earlierWords(fold(tries([half, 1], [attempt(2, 1, 'Half an ans'), 2])))).toEqual([]);
  // It has not come that far again: until then the words are to be had.
  expect(earlierWords(fold(tries([half, 1], [attempt(2, 1, 'Half'), 2])))).toHaveLength(1);
  const thrice = tries([half, 1], [attempt(2, 1, 'Half an answer, no'), 2], [attempt(3, 1, 'Else'), 3]);
  expect(earlierWords(fold(thrice))).toEqual([{ cause: 'restart', text: 'Half an answer, no' }]);
});

test('L311 who begins a step again under another claim has restarted, under the same claim has condensed', () => {
  const half = attempt(1, 1, 'One.');
  expect(earlierWords(fold(tries([half, 1], [attempt(2, 1, 'Two.'), 2])))).toEqual([
    { cause: 'restart', text: 'One.' },
  ]);
  expect(earlierWords(fold(tries([half, 1], [attempt(2, 1, 'Two.'), 1])))).toEqual([
    { cause: 'condensed', text: 'One.' },
  ]);
  // Words of a step that is whole stay when a later one is begun again.
  const whole = [step(1), begin('a'), ...text(0, 'Whole.'), ...end('end_turn')];
  const later = tries([whole, 1], [attempt(1, 2, 'One.'), 1], [attempt(2, 2, 'Two.'), 2]);
  expect(earlierWords(fold(later))).toEqual([{ cause: 'restart', text: 'One.' }]);
  expect(earlierWords(fold(log(whole)))).toEqual([]);
});
