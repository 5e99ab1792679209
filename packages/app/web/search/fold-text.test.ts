import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutAtWords, excerptOf, foldText, hasWords, wordsOf } from './fold-text.ts';

const hits = (text: string, query: string): string[] =>
  cutAtWords(text, wordsOf(query)).flatMap(({ text: piece, isHit }) => (isHit ? [piece] : []));

test('W18 the pieces of a text are the text, and each hit is a word that was looked for', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'B', 'ü', 'u\u0308', 'İ', 'ß', '😀', ' ', '\n', 'e\u0301'),
  });
  fc.assert(
    fc.property(text, text, (whole, query) => {
      const words = wordsOf(query);
      const pieces = cutAtWords(whole, words);
      expect(pieces.map((piece) => piece.text).join('')).toBe(whole);
      expect(pieces.some(({ isHit }) => isHit)).toBe(words.some((word) => foldText(whole).includes(word)));
      for (const piece of pieces)
        if (piece.isHit) expect(words.some((word) => foldText(piece.text).includes(word))).toBe(true);
    }),
  );
});

test('W18 case and accents do not matter, and every word counts', () => {
  expect(hits('Why did CHÜRN go up, churn?', 'churn up')).toEqual(['CHÜRN', 'up', 'churn']);
  expect(hasWords(foldText('The plan fell'), wordsOf('fell plan'))).toBe(true);
  expect(hasWords(foldText('The plan'), wordsOf('fell plan'))).toBe(false);
  expect(wordsOf('  a  A \n')).toEqual(['a']);
});

test('W18 an excerpt is one line around the first hit', () => {
  const text = `${'before '.repeat(40)}the churn\n\nrose ${'after '.repeat(60)}`;
  const line = excerptOf(text, wordsOf('churn'));
  expect(line).toMatch(/^…before .*the churn rose after .*…$/);
  expect(line.length).toBeLessThan(170);
  expect(excerptOf('short', wordsOf('none'))).toBe('short');
});
