import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerKey, keepAnswer, onAnswers, readAnswer } from './kept-answers.ts';

/** A browser's storage, which has its entries as its own properties. */
class FakeStorage {
  [key: string]: unknown;
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}
beforeEach(() => vi.stubGlobal('localStorage', new FakeStorage()));
afterEach(() => vi.unstubAllGlobals());

const answer = (said: string, at = 1) => ({ approval: 'a', form: 'reject' as const, text: said, said, at });

test('A523 an answer is kept until it is sent, says when it changes, and is bounded', () => {
  const key = answerKey('run', 'c1');
  let heard = 0;
  const stop = onAnswers(() => heard++);
  keepAnswer(key, answer('No'));
  expect(readAnswer(key)).toEqual(answer('No'));
  expect(readAnswer(key)).toBe(readAnswer(key));
  expect(readAnswer(answerKey('other', 'c1'))).toBeUndefined();
  keepAnswer(key, answer(''));
  expect(readAnswer(key)).toBeUndefined();
  keepAnswer(key, answer('x'.repeat(200_000)));
  expect(readAnswer(key)).toBeUndefined();
  expect(heard).toBe(3);
  stop();
  for (let i = 0; i < 100; i++) keepAnswer(answerKey('run', `c${i}`), answer('No', i));
  expect(Object.keys(localStorage)).toHaveLength(30);
  expect(readAnswer(answerKey('run', 'c99'))?.at).toBe(99);
  expect(readAnswer(answerKey('run', 'c0'))).toBeUndefined();
});

test('A523 what another page wrote there breaks nothing, nor does a browser without room', () => {
  const key = answerKey('run', 'c1');
  for (const raw of ['{', 'null', '1', '{"approval":1}', '{"approval":"a","said":"x","edit":1}']) {
    localStorage.setItem(key, raw);
    expect(readAnswer(key)).toBeUndefined();
  }
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem() {
      throw new Error('full');
    },
    removeItem: () => {},
  });
  expect(() => keepAnswer(key, answer('No'))).not.toThrow();
});
