import { describe, expect, test } from 'vitest';
import { GFM_CASES } from '../../../../fixtures/gfm-cases.ts';
import { createMarkdownParser } from './markdown-parser.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { renderHtml } from './render-html.ts';

/** As GitHub, which links to more than is safe for others. */
const TRUSTED = { rawHtml: true };

describe.each(Object.entries(GFM_CASES))('%s', (_, cases) => {
  test.each(cases)('D330 $name', ({ text, html }) => {
    expect(renderHtml(parseMarkdown(text), TRUSTED)).toBe(html);
  });

  test.each(cases)('D330 character by character: $name', ({ text, html }) => {
    const parser = createMarkdownParser();
    for (const char of text) parser.append(char);
    expect(renderHtml(parser.end(), TRUSTED)).toBe(html);
  });
});

test('D330 what follows an address says nothing of its host', () => {
  const html = renderHtml(parseMarkdown('See http://a.example b..c and www.a.example, d_e.f'));
  expect(html.match(/<a /g)?.length).toBe(2);
});

test('D330 a footnote holds blocks', () => {
  const { children } = parseMarkdown('[^n]: a\n\n    - b\n\nc');
  expect(children.map(({ type }) => type)).toEqual(['footnoteDefinition', 'paragraph']);
  expect(children[0]).toMatchObject({ label: 'n', children: [{ type: 'paragraph' }, { type: 'list' }] });
});

test('D330 GitHub filters some tags; here every tag is text', () => {
  expect(renderHtml(parseMarkdown('a <b>bold</b> <title>\n\n<style>\nx\n</style>'))).toBe(
    '<p>a &lt;b&gt;bold&lt;/b&gt; &lt;title&gt;</p>\n<p>&lt;style&gt;\nx\n&lt;/style&gt;</p>\n',
  );
});

// Two limits must be the same: the text that is kept back until it is whole, and the longest address with a scheme.
test('D330 an address of any length is read the same in pieces', () => {
  for (let length = 50; length < 70; length++) {
    const text = `See mailto:${'a'.repeat(length)}@mill.example and ${'b'.repeat(length)}@mill.example`;
    const parser = createMarkdownParser();
    for (const char of text) parser.append(char);
    expect(parser.end()).toEqual(parseMarkdown(text));
  }
});

test('D330 without gfm all of it is text', () => {
  const text = '~~a~~ www.a.bc [^1]\n\n| a |\n|---|\n\n- [ ] x\n';
  expect(renderHtml(parseMarkdown(text, { gfm: false }))).toBe(
    '<p>~~a~~ www.a.bc [^1]</p>\n<p>| a |\n|---|</p>\n<ul>\n<li>[ ] x</li>\n</ul>\n',
  );
});
