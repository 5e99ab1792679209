import { expect, test } from 'vitest';
import { parseMarkdown } from './parse-markdown.ts';
import { renderHtml } from './render-html.ts';

const html = (text: string): string => renderHtml(parseMarkdown(text), { rawHtml: true });

const table = (head: string[], rows: string[][], align: (string | null)[] = []): string => {
  const row = (tag: string, cells: string[]): string =>
    `<tr>\n${cells.map((cell, i) => `<${tag}${align[i] ? ` align="${align[i]}"` : ''}>${cell}</${tag}>\n`).join('')}</tr>\n`;
  const body =
    rows.length === 0 ? '' : `<tbody>\n${rows.map((cells) => row('td', cells)).join('')}</tbody>\n`;
  return `<table>\n<thead>\n${row('th', head)}</thead>\n${body}</table>\n`;
};

test.each([
  ['| foo | bar |\n| --- | --- |\n| baz | bim |', table(['foo', 'bar'], [['baz', 'bim']])],
  [
    '| abc | defghi |\n:-: | -----------:\nbar | baz',
    table(['abc', 'defghi'], [['bar', 'baz']], ['center', 'right']),
  ],
  [
    '| f\\|oo  |\n| ------ |\n| b `\\|` az |\n| b **\\|** im |',
    table(['f|oo'], [['b <code>|</code> az'], ['b <strong>|</strong> im']]),
  ],
  [
    '| abc | def |\n| --- | --- |\n| bar | baz |\n> bar',
    `${table(['abc', 'def'], [['bar', 'baz']])}<blockquote>\n<p>bar</p>\n</blockquote>\n`,
  ],
  [
    '| abc | def |\n| --- | --- |\n| bar | baz |\nbar\n\nbar',
    `${table(
      ['abc', 'def'],
      [
        ['bar', 'baz'],
        ['bar', ''],
      ],
    )}<p>bar</p>\n`,
  ],
  ['| abc | def |\n| --- |\n| bar |', '<p>| abc | def |\n| --- |\n| bar |</p>\n'],
  [
    '| abc | def |\n| --- | --- |\n| bar |\n| bar | baz | boo |',
    table(
      ['abc', 'def'],
      [
        ['bar', ''],
        ['bar', 'baz'],
      ],
    ),
  ],
  ['| abc | def |\n| --- | --- |', table(['abc', 'def'], [])],
  ['[a |\n|---|', table(['[a'], [])],
  ['text\n| a |\n|---|\n| 1 |', `<p>text</p>\n${table(['a'], [['1']])}`],
  ['- | a | b |\n  |---|---|\n  | 1 | 2 |\n', `<ul>\n<li>\n${table(['a', 'b'], [['1', '2']])}</li>\n</ul>\n`],
])('D2 tables: %j', (text, expected) => {
  expect(html(text)).toBe(expected);
});

test.each([
  ['~~Hi~~ Hello, ~there~ world!', '<p><del>Hi</del> Hello, <del>there</del> world!</p>\n'],
  ['This ~~has a\n\nnew paragraph~~.', '<p>This ~~has a</p>\n<p>new paragraph~~.</p>\n'],
  ['This will ~~~not~~~ strike.', '<p>This will ~~~not~~~ strike.</p>\n'],
  ['~~a~', '<p>~~a~</p>\n'],
  ['**~~a~~**', '<p><strong><del>a</del></strong></p>\n'],
])('D2 strikethrough: %j', (text, expected) => {
  expect(html(text)).toBe(expected);
});

const box = (checked: boolean): string =>
  `<input${checked ? ' checked=""' : ''} disabled="" type="checkbox" />`;

test.each([
  ['- [ ] foo\n- [x] bar', `<ul>\n<li>${box(false)} foo</li>\n<li>${box(true)} bar</li>\n</ul>\n`],
  ['1. [X] foo', `<ol>\n<li>${box(true)} foo</li>\n</ol>\n`],
  [
    '- [x] foo\n  - [ ] bar',
    `<ul>\n<li>${box(true)} foo\n<ul>\n<li>${box(false)} bar</li>\n</ul>\n</li>\n</ul>\n`,
  ],
  ['- [ ]', '<ul>\n<li>[ ]</li>\n</ul>\n'],
  ['- [x]foo', '<ul>\n<li>[x]foo</li>\n</ul>\n'],
  ['[ ] foo', '<p>[ ] foo</p>\n'],
])('D2 tasks: %j', (text, expected) => {
  expect(html(text)).toBe(expected);
});

const link = (url: string, text = url): string => `<a href="${url}">${text}</a>`;

test.each([
  ['www.commonmark.org', link('http://www.commonmark.org', 'www.commonmark.org')],
  [
    'Visit www.commonmark.org/help for more.',
    `Visit ${link('http://www.commonmark.org/help', 'www.commonmark.org/help')} for more.`,
  ],
  ['Visit www.commonmark.org.', `Visit ${link('http://www.commonmark.org', 'www.commonmark.org')}.`],
  ['www.google.com/search?q=(a)', link('http://www.google.com/search?q=(a)', 'www.google.com/search?q=(a)')],
  [
    '(www.google.com/search?q=(a)))',
    `(${link('http://www.google.com/search?q=(a)', 'www.google.com/search?q=(a)')}))`,
  ],
  [
    'www.google.com/search?q=c&hl=en',
    link('http://www.google.com/search?q=c&amp;hl=en', 'www.google.com/search?q=c&amp;hl=en'),
  ],
  [
    'www.google.com/search?q=c&hl;',
    `${link('http://www.google.com/search?q=c', 'www.google.com/search?q=c')}&amp;hl;`,
  ],
  ['www.commonmark.org/he<lp', `${link('http://www.commonmark.org/he', 'www.commonmark.org/he')}&lt;lp`],
  ['http://commonmark.org', link('http://commonmark.org')],
  [
    '(Visit https://encrypted.google.com/search?q=a)',
    `(Visit ${link('https://encrypted.google.com/search?q=a')})`,
  ],
  ['**https://a.bc**', `<strong>${link('https://a.bc')}</strong>`],
  ['"https://a.bc"', `&quot;${link('https://a.bc')}&quot;`],
  ['[https://a.bc](/x)', '<a href="/x">https://a.bc</a>'],
  ['xhttp://a.bc www.a_b.c_d', 'xhttp://a.bc www.a_b.c_d'],
  ['foo@bar.baz', link('mailto:foo@bar.baz', 'foo@bar.baz')],
  ['hello@mail+xyz.example', 'hello@mail+xyz.example'],
  [
    "hello+xyz@mail.example isn't",
    `${link('mailto:hello+xyz@mail.example', 'hello+xyz@mail.example')} isn't`,
  ],
  ['a.b-c_d@a.b.', `${link('mailto:a.b-c_d@a.b', 'a.b-c_d@a.b')}.`],
  ['a.b-c_d@a.b-', 'a.b-c_d@a.b-'],
  ['a.b-c_d@a.b_', 'a.b-c_d@a.b_'],
  ['`www.a.bc`', '<code>www.a.bc</code>'],
])('D2 addresses become links: %j', (text, expected) => {
  expect(html(text)).toBe(`<p>${expected}</p>\n`);
});

const footnotes = (...items: [string, string][]): string =>
  `<section class="footnotes" data-footnotes>\n<ol>\n${items
    .map(
      ([name, content], i) =>
        `<li id="fn-${name}">\n<p>${content} <a href="#fnref-${name}" class="footnote-backref" data-footnote-backref aria-label="Back to reference ${i + 1}">↩</a></p>\n</li>\n`,
    )
    .join('')}</ol>\n</section>\n`;
const reference = (name: string, number: number): string =>
  `<sup class="footnote-ref"><a href="#fn-${name}" id="fnref-${name}" data-footnote-ref>${number}</a></sup>`;

test.each([
  ['a[^1]\n\n[^1]: note', `<p>a${reference('1', 1)}</p>\n${footnotes(['1', 'note'])}`],
  [
    '[^b]: two\n[^a]: one\n\nx[^a] y[^b]',
    `<p>x${reference('a', 1)} y${reference('b', 2)}</p>\n${footnotes(['a', 'one'], ['b', 'two'])}`,
  ],
  ['a[^none]', '<p>a[^none]</p>\n'],
  ['[^x]: unused', ''],
  ['a[^1]\n\n[^1]:\n    note', `<p>a${reference('1', 1)}</p>\n${footnotes(['1', 'note'])}`],
])('D2 footnotes: %j', (text, expected) => {
  expect(html(text)).toBe(expected);
});

test('D2 a footnote holds blocks', () => {
  const { children } = parseMarkdown('[^n]: a\n\n    - b\n\nc');
  expect(children.map(({ type }) => type)).toEqual(['footnoteDefinition', 'paragraph']);
  expect(children[0]).toMatchObject({ label: 'n', children: [{ type: 'paragraph' }, { type: 'list' }] });
});

test('D2 without gfm all of it is text', () => {
  const text = '~~a~~ www.a.bc [^1]\n\n| a |\n|---|\n\n- [ ] x\n';
  expect(renderHtml(parseMarkdown(text, { gfm: false }))).toBe(
    '<p>~~a~~ www.a.bc [^1]</p>\n<p>| a |\n|---|</p>\n<ul>\n<li>[ ] x</li>\n</ul>\n',
  );
});
