import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentHash } from '../content/content.ts';
import { createPreviewCache } from './preview-cache.ts';
import { codePreview, docPreview, sheetPreview } from './previews.ts';

const lines = (count: number): string[] => Array.from({ length: count }, (_, i) => `line ${i + 1}`);

test.each([
  ['', 0],
  ['a', 1],
  ['a\n', 1],
  ['\n', 1],
  ['a\n\n', 2],
  ['a\r\nb\rc\n', 3],
  ['\r\r\n\n', 3],
])('D10 %j has %i lines', (text, count) => {
  const { lines: shown, moreLines } = codePreview(text);
  expect([shown, moreLines]).toEqual([count, 0]);
});

test('D10 of code the first 12 lines are shown, and the rest is counted', () => {
  expect(codePreview(lines(12).join('\n'))).toEqual({
    text: lines(12).join('\n'),
    lines: 12,
    moreLines: 0,
    moreChars: 0,
  });
  const text = `${lines(30).join('\r\n')}\r\n`;
  const head = lines(12).join('\r\n');
  expect(codePreview(text)).toEqual({
    text: head,
    lines: 12,
    moreLines: 18,
    moreChars: text.length - head.length,
  });
});

test('D10 a code preview is the beginning of its text, and what is shown and what is left are all', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', '🌊', '\n', '\r', ' '), { maxLength: 60 }), (chars) => {
      const text = chars.join('');
      const preview = codePreview(text);
      const all = text === '' ? [] : text.replace(/(\r\n|\n|\r)$/, '').split(/\r\n|\n|\r/);
      expect(preview.lines + preview.moreLines).toBe(all.length);
      expect(preview.text.split(/\r\n|\n|\r/)).toEqual(all.length === 0 ? [''] : all.slice(0, 12));
      expect(preview.text + text.slice(text.length - preview.moreChars)).toBe(text);
    }),
  );
});

test('D354 no line, word or cell makes a preview as long as itself', () => {
  const long = `a${'🌊'.repeat(50_000)}`;
  const code = codePreview(`${long}\nb\nc`);
  expect([code.text.length, /[\ud800-\udbff]$/.test(code.text)]).toEqual([11_999, false]);
  expect([code.lines, code.moreLines, code.moreChars]).toEqual([1, 2, 100_001 + 4 - 11_999]);
  const doc = docPreview(`<p>${long} b <p>${long}`);
  expect([doc.text.length, doc.words, doc.moreWords]).toEqual([12_000, 2, 1]);
  expect(sheetPreview([[long]]).grid[0]?.[0]).toHaveLength(11_999);
});

test('D352 of a sheet A1 to D6 is shown, filled up, and the rest is counted', () => {
  const grid = Array.from({ length: 9 }, (_, row) =>
    Array.from({ length: 7 }, (_, column) => `${row}.${column}`),
  );
  expect(sheetPreview(grid)).toEqual({
    grid: grid.slice(0, 6).map((row) => row.slice(0, 4)),
    moreRows: 3,
    moreColumns: 3,
  });
  expect(sheetPreview([['a'], ['b', 'c'], []])).toEqual({
    grid: [
      ['a', ''],
      ['b', 'c'],
      ['', ''],
    ],
    moreRows: 0,
    moreColumns: 0,
  });
  expect(sheetPreview([])).toEqual({ grid: [], moreRows: 0, moreColumns: 0 });
});

test('D353 of a document the first 200 words are shown, and the rest is counted', () => {
  const words = Array.from({ length: 250 }, (_, i) => `w${i}`);
  expect(docPreview(`<p>${words.join(' ')}</p>`)).toEqual({
    text: words.slice(0, 200).join(' '),
    words: 200,
    moreWords: 50,
  });
});

test.each([
  ['<h1>Title</h1><p>One <b>bo</b>ld <i>word</i>.</p>', 'Title\nOne bold word.'],
  ['a<br>b<br/>c<hr>d', 'a\nb\nc\nd'],
  ['<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>', '1 2\n3'],
  ['<a title="a > b" data-x=\'>\'>link</a> <a title = ">" >two</a>', 'link two'],
  ["<p don't>it's</p>", "it's"],
  ['a <!-- not <b>this</b> --> b <!doctype html> c <?xml x?> d', 'a b c d'],
  ['a<!-->b', 'ab'],
  ['<style>p > a {}</style>a<script>if (a < b) "</scripty>"</SCRIPT >b<svg/>c', 'a\nb\nc'],
  ['<title>no</title>yes <!-- open', 'yes'],
  ['yes <script>no', 'yes'],
  ['yes <a href="no', 'yes'],
  ['1 < 2 && 3 > 2, <3, </ 4', '1 < 2 && 3 > 2, <3, </ 4'],
  ['&lt;b&gt; &amp;amp; &quot;&#39;&#x27;&apos; &#128512; &eacute;', "<b> &amp; \"''' 😀 é"],
  [
    'a&nbsp;b &unknown; &amp &#; &#x; &#xzz; &#0;&#xd800;&#9999999;',
    'a b &unknown; &amp &#; &#x; &#xzz; \ufffd\ufffd\ufffd',
  ],
  ['  \n <p> \u00a0 </p> ', ''],
  ['', ''],
])('D353 the text of %j is %j', (html, text) => {
  expect(docPreview(html)).toEqual({
    text,
    words: text.split(/\s+/).filter((word) => word !== '').length,
    moreWords: 0,
  });
});

test('D353 markup never throws, and its words are counted as they are shown', () => {
  const part = fc.constantFrom(
    '<',
    '>',
    '</',
    'b',
    'p',
    '!--',
    '-->',
    '"',
    "'",
    '=',
    ' ',
    '&',
    '#',
    'x1;',
    'script',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const { text, words, moreWords } = docPreview(parts.join(''));
      expect(words).toBe(text.split(/\s+/).filter((word) => word !== '').length);
      expect(moreWords).toBe(0);
    }),
  );
});

const HOSTILE: Readonly<Record<string, string>> = {
  'open tags': '<a ',
  'open quotes': '<a b="',
  'quotes in one tag': '="\'',
  'half comments': '<!--',
  'open scripts': '<script>',
  'closers in a script': '</scrip',
  ampersands: '&#',
  'less than': '<',
  words: 'a ',
  'one word': 'a<b>',
  breaks: '\r\n',
};

test.each(Object.entries(HOSTILE))('D355 the work grows as the text does: %s', (_, unit) => {
  const work = (size: number): number => {
    const text = `<script>${unit.repeat(size / unit.length)}`;
    const open = text.slice(8);
    return countLooks(() => {
      codePreview(open);
      docPreview(open);
      docPreview(text);
    });
  };
  expect(work(20_000)).toBeLessThan(20 * 20_000);
  expect(work(40_000)).toBeLessThanOrEqual(2.2 * work(20_000) + 30_000);
});

/** Runs something and counts the characters it looked at, by every way in which previews look at them. */
function countLooks(run: () => void): number {
  let looks = 0;
  const { charCodeAt, indexOf, slice } = String.prototype;
  Object.assign(String.prototype, {
    charCodeAt(this: string, at: number) {
      looks += 1;
      return charCodeAt.call(this, at);
    },
    indexOf(this: string, part: string, from = 0) {
      const at = indexOf.call(this, part, from);
      looks += (at < 0 ? Math.max(this.length - from, 0) : at - from) + part.length;
      return at;
    },
    slice(this: string, from?: number, to?: number) {
      const part = slice.call(this, from, to);
      looks += part.length;
      return part;
    },
  });
  try {
    run();
  } finally {
    Object.assign(String.prototype, { charCodeAt, indexOf, slice });
  }
  return looks;
}

test('D356 a cache gives the same preview for the same hash and forgets what was asked for longest ago', () => {
  const cache = createPreviewCache(2);
  const a = cache.code('a', 'one');
  cache.code('b', 'two');
  expect(cache.code('a', 'one')).toBe(a);
  cache.code('c', 'three');
  expect(cache.code('a', 'one')).toBe(a);
  expect(cache.code('b', 'other').text).toBe('other');
  expect(createPreviewCache(0).code('a', 'one')).toEqual(a);
});

test('D356 one content has a preview of each kind', () => {
  const cache = createPreviewCache(10);
  const html = '<p>Hi</p>';
  const hash = contentHash(html);
  expect(cache.code(hash, html).text).toBe(html);
  expect(cache.doc(hash, html).text).toBe('Hi');
  expect(cache.sheet(hash, [['x']]).grid).toEqual([['x']]);
});
