import { expect, test } from 'vitest';
import { englishWords } from '../../words/strings.ts';
import { spokenSentences } from './spoken-sentences.ts';

/** The sentences that are spoken of a text that comes character by character. */
function said(text: string): string[] {
  const all: string[] = [];
  let to = 0;
  for (let length = 1; length <= text.length + 1; length++) {
    const spoken = spokenSentences(englishWords, text.slice(0, length), to, length > text.length);
    to = spoken.to;
    if (spoken.words !== '') all.push(spoken.words);
  }
  return all;
}

test('U344 sentences are said as they end, lines too, and of code that it is there', () => {
  expect(said('It is **10.1 %**. That is more! Why')).toEqual(['It is 10.1 %.', 'That is more!', 'Why']);
  expect(said('# Plans\n\n- Free\n- Pro\n')).toEqual(['Plans', '- Free', '- Pro']);
  expect(said('So:\n\n```ts\nconst a = 1. \n```\nDone.')).toEqual(['So:', '1 code block.', 'Done.']);
  expect(said('So:\n```\nx')).toEqual(['So:', '1 code block.']);
  expect(said('はい。そうです。')).toEqual(['はい。', 'そうです。']);
  expect(said('')).toEqual([]);
});
