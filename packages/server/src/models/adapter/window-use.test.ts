import { expect, test } from 'vitest';
import { windowUse } from './window-use.ts';

test('M24 what was read, from the cache or not, what the cache took and the answer fill the window', () => {
  const usage = { input_tokens: 1, output_tokens: 20 };
  expect(windowUse(usage)).toBe(21);
  expect(windowUse({ ...usage, cache_read_input_tokens: 300, cache_creation_input_tokens: 4000 })).toBe(4321);
});
