import { expect, test } from 'vitest';
import { knownOutput } from './known-output.ts';

test.each([
  ['claude-sonnet-4-5', 64_000],
  ['claude-sonnet-4-20250514', 64_000],
  ['claude-opus-4-1', 32_000],
  ['claude-opus-4-5-20251101', 64_000],
  ['claude-haiku-4-5', 64_000],
  ['claude-3-5-haiku-latest', 8_192],
  ['claude-3-opus-20240229', 4_096],
  ['m', 8_192],
  ['constructor', 8_192],
  ['', 8_192],
])('M44 an answer of %s may have %i tokens', (model, tokens) => {
  expect(knownOutput(model)).toBe(tokens);
});
