import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentGrid, contentHash, contentRefOf, contentText, streamRef } from './content.ts';

const grid = fc.array(fc.array(fc.string({ unit: 'grapheme' })));

test('D343 a text is hashed as SHA-256 of its UTF-8, a sheet as the JSON of its grid', () => {
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  expect(contentHash('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), grid, (text, cells) => {
      expect(contentHash(text)).toBe(sha256(text));
      expect(contentHash({ grid: cells })).toBe(sha256(JSON.stringify(cells)));
      expect(contentRefOf(text)).toBe(`cid:sha256:${sha256(text)}`);
    }),
  );
  expect(streamRef('m:1', 2)).toBe('stream:m:1:2');
});

test('D349 a sheet and its JSON have one address, and each can be read as the other', () => {
  fc.assert(
    fc.property(grid, (cells) => {
      const text = contentText({ grid: cells });
      expect(contentRefOf(text)).toBe(contentRefOf({ grid: cells }));
      expect(contentGrid(text)).toEqual(cells);
      expect(contentGrid({ grid: cells })).toBe(cells);
      expect(contentText(text)).toBe(text);
    }),
  );
  for (const text of ['', 'a', '{}', '[1]', '[[1]]', '["a"]']) expect(contentGrid(text)).toBeUndefined();
});
