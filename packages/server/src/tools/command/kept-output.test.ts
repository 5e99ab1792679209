import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeptOutput } from './kept-output.ts';

const keep = (chunks: readonly string[], lines: number, characters: number): string => {
  const kept = new KeptOutput({ lines, characters });
  for (const chunk of chunks) kept.push(chunk);
  return kept.text;
};

const output = fc
  .array(fc.oneof(fc.constantFrom('\n', 'a', 'bc\n', '🦦', '\n\n'), fc.string({ maxLength: 8 })), {
    maxLength: 60,
  })
  .map((parts) => parts.join(''));

/** A text and one way to cut it, also through a surrogate pair. */
const cutOutput = output.chain((text) =>
  fc.array(fc.nat({ max: text.length }), { maxLength: 12 }).map((cuts) => {
    const places = [0, ...cuts.sort((a, b) => a - b), text.length];
    return { text, chunks: places.slice(1).map((end, i) => text.slice(places[i], end)) };
  }),
);

test('A101 every cutting of an output keeps the same of it', () => {
  fc.assert(
    fc.property(
      cutOutput,
      fc.integer({ min: 5, max: 20 }),
      fc.integer({ min: 5, max: 80 }),
      (cut, lines, size) => {
        expect(keep(cut.chunks, lines, size)).toBe(keep([cut.text], lines, size));
      },
    ),
  );
});

test('A101 what is kept is the beginning and the end, within the limits, and the rest is counted', () => {
  const left = /\n?\[… ([\d,]+) lines?, ([\d,]+) characters? left out …\]\n/;
  fc.assert(
    fc.property(
      output,
      fc.integer({ min: 5, max: 20 }),
      fc.integer({ min: 5, max: 80 }),
      (text, lines, size) => {
        const kept = keep([text], lines, size);
        const count = text.split('\n').length - (text.endsWith('\n') || text === '' ? 1 : 0);
        if (text.length <= size && count <= lines) {
          expect(kept).toBe(text);
          return;
        }
        const found = left.exec(kept);
        const head = kept.slice(0, found?.index);
        const tail = kept.slice((found?.index ?? 0) + (found?.[0].length ?? 0));
        expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
        expect(head.length).toBeLessThanOrEqual(size * 0.2);
        expect(tail.length).toBeLessThanOrEqual(size - Math.floor(size * 0.2));
        expect(/\p{Cs}/u.test(kept)).toBe(false);
        const gone = text.length - head.length - tail.length;
        // The line break before the words may be the output's own.
        expect([gone, gone - 1]).toContain(Number(found?.[2]?.replaceAll(',', '')));
      },
    ),
  );
});

test('A101 of many lines a fifth is the beginning and the rest the end', () => {
  const text = Array.from({ length: 2000 }, (_, i) => `line ${i}\n`).join('');
  const lines = keep([text], 500, 50_000).split('\n');
  expect(lines.slice(98, 103)).toEqual([
    'line 98',
    'line 99',
    '[… 1,500 lines, 14,100 characters left out …]',
    'line 1600',
    'line 1601',
  ]);
  expect(lines.at(-2)).toBe('line 1999');
});

test('A101 an endless output takes no more memory than the limits', () => {
  const kept = new KeptOutput();
  const chunk = 'x'.repeat(65_536);
  for (let i = 0; i < 20_000; i++) kept.push(chunk);
  expect(kept.text).toMatch(/left out/);
  expect(kept.text.length).toBeLessThan(50_100);
  expect(JSON.stringify(kept).length).toBeLessThan(300_000);
});
