import { expect, test } from 'vitest';
import { fileTokens } from './file-tokens.ts';

test('B80 a file tells about how many tokens it takes: by its dots, its pages, its text, and what the model reads', () => {
  const picture = { type: 'image/png', width: 750, height: 100 };
  expect(fileTokens(picture, ['image'])).toBe(100);
  expect(fileTokens({ ...picture, height: 9_000 }, ['image'])).toBe(1_600);
  expect(fileTokens(picture)).toBeLessThan(100);
  const outline = { unit: 'page', tokens: [100, 200, 300], count: 3 } as const;
  const pdf = { type: 'application/pdf', outline };
  expect(fileTokens(pdf, ['pdf'])).toBe(40 + 600 + 4_500);
  expect(fileTokens(pdf)).toBe(640);
  expect(fileTokens({ ...pdf, text: 'all' }, ['pdf'])).toBe(640);
  expect(fileTokens({ ...pdf, text: '1,3-9' }, ['pdf'])).toBe(440);
  expect(fileTokens({ type: 'text/plain', outline: { unit: 'text', tokens: [1e9], count: 1 } })).toBe(
    100_040,
  );
  expect(fileTokens({ type: 'application/pdf' }, ['pdf'])).toBeUndefined();
});
