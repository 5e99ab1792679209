import { expect, test } from 'vitest';
import { englishWords } from '../../words/strings.ts';
import { spokenEnd } from './spoken-end.ts';

test('U13 a short answer is said whole, of a long one what it holds', () => {
  expect(spokenEnd(englishWords, 'Yes, **it** is.\n')).toEqual({
    summary: 'Answer ready',
    whole: 'Yes, it is.',
  });
  const long = 'word '.repeat(80);
  expect(spokenEnd(englishWords, long)).toEqual({ summary: 'Answer ready, 1 paragraph' });
  expect(
    spokenEnd(
      englishWords,
      `# Title\n\n${long}\n\nMore.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- x\n\n\`\`\`\ncode\n\`\`\`\n`,
    ).summary,
  ).toBe('Answer ready, 2 paragraphs, 1 heading, 1 list, 1 table, 1 code block');
  expect(spokenEnd(englishWords, '')).toEqual({ summary: 'Answer ready' });
});
