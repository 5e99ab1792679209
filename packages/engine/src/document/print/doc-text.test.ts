import fc from 'fast-check';
import { expect, test } from 'vitest';
import { docText } from '../doc-text.ts';
import { parseMessage } from '../message/message-parser.ts';
import { embedMarkdown } from './embed-markdown.ts';

test('D73 a document is its blocks, line by line, without markup and what is not shown', () => {
  const html =
    '<h1>A  <b>mill</b></h1>\n<p>Grinds&nbsp;&amp; turns<script>alert(1)</script></p><ul><li>one<li>two</ul>';
  expect(docText(html)).toBe('A mill\nGrinds & turns\none\ntwo');
});

test('D73 any text is read, into lines that have something to say', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (html) => {
      expect(docText(html)).not.toMatch(/\n\n|^\s|\s$/);
    }),
  );
});

test.each([
  '```ts:src/a.ts\nlet a;\n```',
  '````text\n```\n````',
  '```document_html\n<!-- title: "Mills" -->\n<p>Hi\n```',
  '<!-- title: "Sums" -->\n| a | b |\n| --- | --- |\n| 1 | x\\|y |',
  'https://example.com/',
])('D74 %j is what an embed is printed as', (markdown) => {
  const { embeds, contents } = parseMessage(markdown, { mode: 'read', messageId: 'm' });
  const [attrs] = embeds;
  if (attrs === undefined) return expect.fail('There is no embed.');
  return expect(embedMarkdown(attrs, contents.get(attrs.contentRef) ?? '')).toBe(markdown);
});
