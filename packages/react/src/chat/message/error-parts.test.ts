import { expect, test } from 'vitest';
import { errorParts } from './error-parts.ts';

test('U14 the title of an error says who and what, and the rest what to do', () => {
  expect(errorParts('Anthropic is rate-limiting this key: Slow down. Try again in 38 s.')).toEqual({
    title: 'Anthropic is rate-limiting this key',
    body: 'Slow down. Try again in 38 s.',
  });
  expect(errorParts('The conversation is too long for this model. Anthropic said: 9 > 8.')).toEqual({
    title: 'The conversation is too long for this model',
    body: 'Anthropic said: 9 > 8.',
  });
  expect(errorParts('The connection to Anthropic ended before the answer did.')).toEqual({
    title: 'The connection to Anthropic ended before the answer did',
    body: '',
  });
  expect(errorParts('Anthropic has trouble (529): Overloaded.')).toEqual({
    title: 'Anthropic has trouble (529)',
    body: 'Overloaded.',
  });
  expect(errorParts('')).toEqual({ title: '', body: '' });
});
