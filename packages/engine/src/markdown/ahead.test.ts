import { expect, test } from 'vitest';
import { createMarkdownParser } from './markdown-parser.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { renderHtml } from './render-html.ts';

/** The text that is shown after each character. */
function frames(text: string): string[] {
  const parser = createMarkdownParser();
  const shown = Array.from(text, (character) => {
    parser.append(character);
    return renderHtml(parser.tree);
  });
  expect(parser.end()).toEqual(parseMarkdown(text));
  return shown;
}

/** The text that is shown while more may come. */
const shows = (text: string): string => frames(text).at(-1) ?? '';

test.each([
  ['a **bo', '<p>a <strong>bo</strong></p>\n'],
  ['a **bold*', '<p>a <strong>bold</strong></p>\n'],
  ['*a **b', '<p><em>a <strong>b</strong></em></p>\n'],
  ['***ab', '<p><em><strong>ab</strong></em></p>\n'],
  ['x ~~go', '<p>x <del>go</del></p>\n'],
  ['x _em', '<p>x <em>em</em></p>\n'],
  ['2*3', '<p>2*3</p>\n'],
])('D340 emphasis that is open is shown as if it were closed: %s', (text, html) => {
  expect(shows(text)).toBe(html);
});

test.each([
  ['x `co', '<p>x <code>co</code></p>\n'],
  ['x ``a`b', '<p>x <code>a`b</code></p>\n'],
  ['x $a+', '<p>x <span class="math">a+</span></p>\n'],
  ['x \\(a', '<p>x <span class="math">a</span></p>\n'],
  ['for $5 or', '<p>for $5 or</p>\n'],
])('D340 code and math that are open are shown without markers: %s', (text, html) => {
  expect(shows(text)).toBe(html);
});

test.each([
  ['see [te', '<p>see <a href="">te</a></p>\n'],
  ['see [te](http', '<p>see <a href="">te</a></p>\n'],
  ['see [*te', '<p>see <a href=""><em>te</em></a></p>\n'],
  ['see ![al', '<p>see </p>\n'],
  ['see ![al](u', '<p>see </p>\n'],
  ['see[^no', '<p>see</p>\n'],
])('D341 an open link shows its text; half an image or footnote shows nothing: %s', (text, html) => {
  expect(shows(text)).toBe(html);
});

test.each(['a **', 'a `', 'a ~~', 'a \\', 'a [', 'a ![', 'a <', 'a <b', 'a </', 'a <!-- x'])(
  'D341 a marker at the end, or half a tag, is not shown: %s',
  (text) => {
    expect(shows(text)).toBe('<p>a </p>\n');
  },
);

test.each([
  '-',
  '- ',
  '1',
  '1.',
  '#',
  '##',
  '>',
  '``',
  '```',
  '```js',
  '<',
  '<di',
  '$',
  '$$ x',
  '[^1',
  '---',
  '| a |',
  '[a]: b',
  '*',
])('D342 a line that may become anything is not shown yet: %s', (text) => {
  expect(shows(text)).toBe('');
  expect(shows(`a\n\n${text}`)).toBe('<p>a</p>\n');
});

test.each(['=', '==', '-', '--', '|-', '| b'])(
  'D342 half an underline or half a row leaves the paragraph as it is: %s',
  (text) => {
    expect(shows(`a\n${text}`)).toBe('<p>a</p>\n');
  },
);

test('D342 no frame of a table or a fence shows its markers', () => {
  for (const frame of frames('| a | b |\n|---|:-:|\n| `1` | 2 |\n\n```js\nlet x\n```\n')) {
    expect(frame).not.toMatch(/\||---|```/);
  }
});

test('D340 what was opened long ago is text', () => {
  const text = `*a ${'word '.repeat(100)}`;
  expect(shows(text)).toBe(`<p>${text.trim()} </p>\n`.replace(' </p>', '</p>'));
});
