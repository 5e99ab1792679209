import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../fixtures/long.ts';
import { OutputText } from './output-text.ts';

const read = (...chunks: readonly Uint8Array[]): string => {
  const text = new OutputText();
  return chunks.map((chunk) => text.push(chunk)).join('') + text.end();
};
const show = (text: string): string => read(Buffer.from(text));

test.each([
  ['\x1b[31mred\x1b[0m', 'red'],
  ['\x1b[38;5;12;48:2::1:2:3mmany\x1b[K', 'many'],
  ['\x1b]0;title\x07text', 'text'],
  ['\x1b]8;;https://a.example\x1b\\link\x1b]8;;\x1b\\', 'link'],
  ['\x1b(B\x1b=\x1b7plain', 'plain'],
  ['\x1bP1;2|data\x1b\\after', 'after'],
  ['\x1b]0;never ends\nnext', '\nnext'],
  ['a\x1b[3é', 'aé'],
  ['ends in the middle \x1b[1', 'ends in the middle '],
])('A102 %j is read without escape sequences', (printed, shown) => {
  expect(show(printed)).toBe(shown);
});

test('A102 control characters and what turns the reading are shown by their numbers', () => {
  expect(show('a\x00b\x08c\u202ed\u2066\x9b\x7f\tend\n')).toBe(
    'a\\u{0}b\\u{8}c\\u{202e}d\\u{2066}\\u{9b}\\u{7f}\tend\n',
  );
});

test('A102 lines end in one way', () => {
  expect(show('a\r\nb\r\r\nc\rd\r')).toBe('a\nb\nc\nd\n');
});

const printed = fc
  .array(
    fc.oneof(
      fc
        .constantFrom('\x1b', '[', ']', '31m', '\x07', '\x1b\\', '\r', '\n', 'é', '🦦', 'a', '\u202e', '\0')
        .map((part) => Buffer.from(part)),
      fc.uint8Array({ maxLength: 4 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => Buffer.concat(parts));

test('A102 every cutting of the bytes gives one text, also within a character or a sequence', () => {
  fc.assert(
    fc.property(printed, fc.array(fc.nat({ max: 200 }), { maxLength: 10 }), (bytes, cuts) => {
      const places = [0, ...cuts.map((at) => Math.min(at, bytes.length)).sort((a, b) => a - b), bytes.length];
      expect(read(...places.slice(1).map((end, i) => bytes.subarray(places[i], end)))).toBe(read(bytes));
    }),
    { numRuns: runs(1000) },
  );
});
