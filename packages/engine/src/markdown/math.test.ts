import { expect, test } from 'vitest';
import { parseMarkdown } from './parse-markdown.ts';
import type { MarkdownBlock } from './tree.ts';

const first = (text: string): MarkdownBlock | undefined => parseMarkdown(text).children[0];
const inlines = (text: string): unknown => {
  const block = first(text);
  return block?.type === 'paragraph' ? block.children : block;
};
const word = (text: string): unknown => ({ type: 'text', text });
const math = (latex: string, marker = '$'): unknown => ({ type: 'mathInline', latex, marker });

test.each([
  ['$x$', [math('x')]],
  ['a $x^2_1$ b', [word('a '), math('x^2_1'), word(' b')]],
  ['$*a*$', [math('*a*')]],
  ['$$x$$ is', [math('x', '$$'), word(' is')]],
  ['\\(a\\)', [math('a', '\\(')]],
  ['as \\[a\\] b', [word('as '), math('a', '\\['), word(' b')]],
  ['$a \\$ b$', [math('a \\$ b')]],
  ['$5 and $6', [word('$5 and $6')]],
  ['$5-$6', [word('$5-$6')]],
  ['$ x $', [word('$ x $')]],
  ['`$x$`', [{ type: 'code', text: '$x$' }]],
  ['\\$x$', [word('$x$')]],
])('D2 math in a line: %s', (text, expected) => {
  expect(inlines(text)).toEqual(expected);
});

test.each([
  ['$$\nx\n$$', { latex: 'x', closed: true, marker: '$$' }],
  ['$$ x $$', { latex: 'x', closed: true, marker: '$$' }],
  ['\\[\na\n  b\n\\]', { latex: 'a\n  b', closed: true, marker: '\\[' }],
  ['$$\nx\n', { latex: 'x', closed: false, marker: '$$' }],
  ['$$\na\n\nb $$', { latex: 'a\nb', closed: true, marker: '$$' }],
])('D2 math as a block: %j', (text, expected) => {
  expect(first(text)).toMatchObject({ type: 'mathBlock', ...expected });
});

test('D2 math and then text is a paragraph; math ends a paragraph', () => {
  expect(first('$$x$$ and')?.type).toBe('paragraph');
  expect(parseMarkdown('a\n$$\nx\n$$\nb').children.map(({ type }) => type)).toEqual([
    'paragraph',
    'mathBlock',
    'paragraph',
  ]);
});

test('D2 without math a dollar is a dollar', () => {
  expect(parseMarkdown('$x$ \\(a\\)\n\n$$\n', { math: false }).children).toMatchObject([
    { children: [word('$x$ (a)')] },
    { children: [word('$$')] },
  ]);
});
