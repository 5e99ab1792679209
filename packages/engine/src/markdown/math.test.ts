import { expect, test } from 'vitest';
import { BLOCK_MATH, INLINE_MATH } from '../../../../fixtures/math-cases.ts';
import { createMarkdownParser } from './markdown-parser.ts';
import { parseMarkdown } from './parse-markdown.ts';
import type { MarkdownBlock } from './tree.ts';

const first = (text: string): MarkdownBlock | undefined => parseMarkdown(text).children[0];
const inlines = (text: string): unknown => {
  const block = first(text);
  return block?.type === 'paragraph' ? block.children : block;
};
const word = (text: string): unknown => ({ type: 'text', text });

test.each(INLINE_MATH)('D331 math in a line: %s', (text, expected) => {
  expect(inlines(text)).toEqual(expected);
});

test.each(BLOCK_MATH)('D331 math as a block, with its empty lines: %j', (text, expected) => {
  expect(parseMarkdown(text).children).toMatchObject([{ type: 'mathBlock', ...expected }]);
});

test.each([...INLINE_MATH, ...BLOCK_MATH])('D331 math character by character: %j', (text) => {
  const parser = createMarkdownParser();
  for (const char of text) parser.append(char);
  expect(parser.end()).toEqual(parseMarkdown(text));
});

test('D331 math and then text is a paragraph; math ends a paragraph', () => {
  expect(first('$$x$$ and')?.type).toBe('paragraph');
  expect(parseMarkdown('a\n$$\nx\n$$\nb').children.map(({ type }) => type)).toEqual([
    'paragraph',
    'mathBlock',
    'paragraph',
  ]);
});

test('D331 without math a dollar is a dollar', () => {
  expect(parseMarkdown('$x$ \\(a\\)\n\n$$\n', { math: false }).children).toMatchObject([
    { children: [word('$x$ (a)')] },
    { children: [word('$$')] },
  ]);
});
