import { expect, test } from 'vitest';
import { markdownHtml } from './markdown-html.ts';

const TABLE = '| a |\n| --- |\n| 1 |';

test('D95 the title of a table is a line of HTML and no comment, in quotes and lists too', () => {
  expect(markdownHtml(`<!-- title: "Q3 & Q4" -->\n${TABLE}`)).toMatch(
    /^<p><strong>Q3 &amp; Q4<\/strong><\/p>\n<table>/,
  );
  const quoted = `<!-- title: "Q3" -->\n${TABLE}`.replace(/^/gm, '> ');
  expect(markdownHtml(quoted)).toContain('<blockquote>\n<p><strong>Q3</strong></p>\n<table>');
  expect(markdownHtml('- <!-- title: "Q3" -->')).toContain('<strong>Q3</strong>');
  expect(markdownHtml('<!-- another comment -->')).toContain('&lt;!-- another comment --&gt;');
});
