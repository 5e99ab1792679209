import type { AnswerSettings, ModelSetting } from '@millrace/engine/run';
import { expect, test } from 'vitest';
import { draftProblems, fieldText, isTooLong, requestOf, withoutSame } from './answer-draft.ts';

const TEMPERATURE = {
  name: 'temperature',
  type: 'number',
  min: 0,
  max: 1,
  whole: false,
  default: 1,
} as const;
const EFFORT = { name: 'effort', type: 'choice', choices: ['low', 'high'], default: null } as const;
const SETTINGS: readonly ModelSetting[] = [TEMPERATURE, EFFORT];
const KEPT: AnswerSettings = { prompt: 'Old', models: { m: { temperature: 0.5, top_k: 3 } }, rev: 4 };

test('U460 a field shows what is kept until it is touched, and a touched one keeps its words', () => {
  expect(fieldText(KEPT, undefined, 'm', TEMPERATURE)).toBe('0.5');
  expect(fieldText(KEPT, { models: { m: { temperature: '0,' } }, rev: 4 }, 'm', TEMPERATURE)).toBe('0,');
  expect(fieldText({ ...KEPT, models: { m: { temperature: 0.9 } } }, undefined, 'm', TEMPERATURE)).toBe(
    '0.9',
  );
});

test('U460 only what was changed is saved: numbers with a comma, and an empty field resets', () => {
  const draft = {
    prompt: 'Old',
    models: { m: { temperature: ' 0,25 ', effort: '' }, n: { effort: 'low' } },
    rev: 4,
  };
  const changed = withoutSame(KEPT, draft);
  expect(changed && requestOf(changed, () => SETTINGS)).toEqual({
    models: { m: { temperature: 0.25 }, n: { effort: 'low' } },
  });
  const reset = withoutSame(KEPT, { models: { m: { temperature: '' } }, rev: 4 });
  expect(reset && requestOf(reset, () => SETTINGS)).toEqual({ models: { m: { temperature: null } } });
  expect(withoutSame(KEPT, { prompt: 'Old', models: { m: { temperature: '0.5' } }, rev: 4 })).toBeUndefined();
});

test('U460 what would be refused is told first; a value of an older list is not', () => {
  const problems = (temperature: string) =>
    draftProblems(KEPT, { models: { m: { temperature } }, rev: 4 }, 'm', SETTINGS);
  expect(problems('1.5')).toEqual([{ name: 'temperature', problem: 'too_large', limit: 1 }]);
  expect(problems('much')).toEqual([{ name: 'temperature', problem: 'not_a_number' }]);
  expect(problems('1')).toEqual([]);
  expect(problems('')).toEqual([]);
  expect([isTooLong('x'.repeat(20_000)), isTooLong('x'.repeat(20_001))]).toEqual([false, true]);
});
