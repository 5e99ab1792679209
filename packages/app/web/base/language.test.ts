import { expect, test } from 'vitest';
import { languageOf } from './language.ts';

test('U141 the chosen language holds; else the first of the browser that there is, else English', () => {
  expect(languageOf('de', ['en'])).toBe('de');
  expect(languageOf('en', ['de'])).toBe('en');
  expect(languageOf('auto', ['de-AT', 'en'])).toBe('de');
  expect(languageOf('auto', ['fr', 'en-GB', 'de'])).toBe('en');
  expect(languageOf('auto', ['fr', 'DE'])).toBe('de');
  expect(languageOf('auto', ['fr', 'den'])).toBe('en');
  expect(languageOf('auto', [])).toBe('en');
});
