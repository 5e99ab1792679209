import { expect, test } from 'vitest';
import { parseMarkdown } from './parse-markdown.ts';
import { type RenderHtmlOptions, renderHtml } from './render-html.ts';

const html = (text: string, options?: RenderHtmlOptions): string =>
  renderHtml(parseMarkdown(text), options).trim();

test.each([
  ['http://a.example/b', 'http://a.example/b'],
  ['HTTPS://a.example', 'HTTPS://a.example'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
  ['//a.example/b', '//a.example/b'],
  ['/b?c=d#e', '/b?c=d#e'],
  ['#e', '#e'],
  ['b:c/d', null],
  ['javascript:x', null],
  ['JaVaScRiPt:x', null],
  ['javascript&colon;x', null],
  ['&#106;avascript:x', null],
  ['vbscript:x', null],
  ['data:text/html,x', null],
  ['data:image/png;base64,x', null],
  ['file:///etc/passwd', null],
  ['ftp://a.example', null],
  ['<java\tscript:x>', 'java%09script:x'],
  ['<&#10;javascript:x>', '%0Ajavascript:x'],
  ['&#1;javascript:x', '%01javascript:x'],
  ['<\\\\\\\\a.example>', '%5C%5Ca.example'],
])('D123 a link leads to the web, to mail or to the own host: %s', (url, href) => {
  expect(html(`[t](${url})`)).toBe(href === null ? '<p>t</p>' : `<p><a href="${href}">t</a></p>`);
});

test.each([
  ['https://a.example/b.png', '<a href="https://a.example/b.png">t (picture at a.example)</a>'],
  ['//a.example/b.png', '<a href="//a.example/b.png">t (picture at a.example)</a>'],
  ['http:a.example', '<a href="http:a.example">t (picture at a.example)</a>'],
  ['https://n@a.example', '<a href="https://n@a.example">t (picture at a.example)</a>'],
  ['/\\a.example', '<img src="/%5Ca.example" alt="t" />'],
  ['b.png', '<img src="b.png" alt="t" />'],
  ['data:image/png;base64,x', 't'],
  ['javascript:x', 't'],
])('D123 a picture of another host is a link that says so: %s', (url, shown) => {
  expect(html(`![t](${url})`)).toBe(`<p>${shown}</p>`);
});

test('D123 a picture of another host inside a link is a text, and without a text it has its host', () => {
  expect(html('[![t](//a.example/b)](/c)')).toBe('<p><a href="/c">t (picture at a.example)</a></p>');
  expect(html('![](//a.example/b)')).toContain('>(picture at a.example)<');
});

test('D123 pictures of other hosts are loaded where that is asked for, and nothing else is', () => {
  const asked = { remoteImages: true };
  expect(html('![t](//a.example/b)', asked)).toBe('<p><img src="//a.example/b" alt="t" /></p>');
  expect(html('![t](javascript:x) [t](javascript:x) <img src=x>', asked)).toBe(
    '<p>t t &lt;img src=x&gt;</p>',
  );
});
