import type { RunThread } from './apply-run-event.ts';
import type { EarlierWords } from './run-events.ts';
import { runText } from './run-text.ts';

/** The words that a thread had written and that its text no longer has: a step was begun again and became another. Pure. */
export function earlierWords({ steps }: Pick<RunThread, 'steps'>): readonly EarlierWords[] {
  return steps.flatMap((step) => {
    const { earlier = [] } = step;
    if (earlier.length === 0) return [];
    const now = runText({ steps: [step] });
    return earlier.filter(({ text }) => !now.startsWith(text));
  });
}

/** Adds the words of an attempt that is given up; those that it had repeated itself are kept once. Pure. */
export function withEarlier(known: readonly EarlierWords[], given: EarlierWords): readonly EarlierWords[] {
  const kept = known.filter(({ text }) => !given.text.startsWith(text));
  return given.text.trim() === '' ? kept : [...kept, given];
}

/** The words that were taken back from a growing text, because a step of it was begun again. */
export interface TakenWords {
  /** Notes what a step had told from this place of the text on. */
  note(step: number, at: number, words: EarlierWords): void;
  /** The words that the text does not have again at their place. */
  missingIn(text: string): readonly EarlierWords[];
}

export function createTakenWords(): TakenWords {
  const taken = new Map<number, { readonly at: number; readonly words: readonly EarlierWords[] }>();
  return {
    note(step, at, words) {
      taken.set(step, { at, words: withEarlier(taken.get(step)?.words ?? [], words) });
    },
    missingIn: (text) =>
      [...taken.values()].flatMap(({ at, words }) => words.filter((one) => !text.startsWith(one.text, at))),
  };
}
