import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../fixtures/long.ts';
import { createMarkdownParser } from './markdown-parser.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { renderHtml } from './render-html.ts';

const SIZE = 50_000;
const fill = (unit: string): string => unit.repeat(Math.ceil(SIZE / unit.length));
const pair = (open: string, close: string): string => open.repeat(SIZE / 4) + close.repeat(SIZE / 4);

const TEXTS: Readonly<Record<string, string>> = {
  quotes: fill('>'),
  'quotes with spaces': fill('> '),
  underscores: fill('_'),
  stars: fill('*'),
  brackets: fill('['),
  'closed brackets': pair('[', ']'),
  backticks: fill('`'),
  images: fill('!['),
  'images that open': fill('![]('),
  'nested images': pair('![', '](a)'),
  'nested emphasis': pair('*a ', ' a*'),
  'emphasis across brackets': pair('*![a* ', '](b)'),
  'bullets in a line': fill('- '),
  'deep list': Array.from({ length: 300 }, (_, i) => `${'  '.repeat(i)}- a\n`).join(''),
  'wide table': `${fill('| a ')}|\n${fill('|---')}|\n${fill('| b ')}|`,
  'many short rows': `|a|b|\n|-|-|\n${fill('|\n')}`,
  entities: fill('&amp;&#0;&nope;'),
  'half entities': fill('&am'),
  comments: fill('a <!-- '),
  tags: fill('<a b="'),
  zeros: fill('\0'),
  surrogates: fill('\uD83D*\uDE00'),
  dollars: fill('$a $$'),
  escapes: fill('\\'),
  definitions: fill('[a]: b\n'),
  footnotes: fill('[^a]: '),
  spaces: `a${fill(' ')}`,
  tabs: fill('\t'),
  addresses: fill('a@b.co.'),
};

test.each(Object.entries(TEXTS))('D339 hostile text gives a tree: %s', (_, text) => {
  const parser = createMarkdownParser();
  for (let at = 0; at < text.length; at += 1000) {
    parser.append(text.slice(at, at + 1000));
    expect(parser.tree.type).toBe('document');
  }
  const tree = parser.end();
  expect(tree).toEqual(parseMarkdown(text));
  expect(depthOf(tree)).toBeLessThan(450);
  expect(() => renderHtml(tree)).not.toThrow();
});

/** How deep the objects and arrays of a tree are nested. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).slice(0, 1000).map(depthOf));
}

test('D339 what would be nested too deep is kept as text', () => {
  const quotes = renderHtml(parseMarkdown(`${'>'.repeat(200)} a`));
  expect(quotes.match(/<blockquote>/g)?.length).toBe(99);
  expect(quotes).toContain(`<p>${'&gt;'.repeat(101)} a</p>`);
  const html = renderHtml(parseMarkdown(`${'*a '.repeat(300)}b${' a*'.repeat(300)}`));
  expect(html.match(/<em>/g)?.length).toBe(100);
  expect(html.replaceAll(/<\/?em>|[*]/g, '').match(/a/g)?.length).toBe(600);
});

test('D339 NUL becomes the replacement character', () => {
  expect(renderHtml(parseMarkdown('a\0b &#0;'))).toBe('<p>a\uFFFDb \uFFFD</p>\n');
});

test('D339 no text throws, and rendering it does not either', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.string({ unit: fc.constantFrom(...'*_~`[]()<>!#-+=|:\\$&;"\'^ \n\ta1.@'), maxLength: 200 }),
  );
  fc.assert(
    fc.property(anything, fc.integer({ min: 1, max: 20 }), (text, length) => {
      const parser = createMarkdownParser();
      for (let at = 0; at < text.length; at += length) {
        parser.append(text.slice(at, at + length));
        renderHtml(parser.tree);
      }
      expect(parser.end()).toEqual(parseMarkdown(text));
    }),
    { numRuns: runs(1000) },
  );
});
