import { tests } from 'commonmark-spec';
import { expect, test } from 'vitest';
import { createMarkdownParser, type MarkdownParserOptions } from './markdown-parser.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { renderHtml } from './render-html.ts';

interface Example {
  readonly number: number;
  readonly section: string;
  readonly markdown: string;
  readonly html: string;
}

// The package has no types.
const EXAMPLES = (tests as readonly Example[]).map(({ markdown, html, ...rest }) => ({
  ...rest,
  markdown: markdown.replaceAll('→', '\t'),
  html: html.replaceAll('→', '\t'),
}));
const PLAIN = { gfm: false, math: false };

const stream = (chunks: Iterable<string>, options: MarkdownParserOptions): string => {
  const parser = createMarkdownParser(options);
  for (const chunk of chunks) {
    parser.append(chunk);
    expect(parser.tree.type).toBe('document');
  }
  return renderHtml(parser.end(), { rawHtml: true });
};

test('D2 the specification has its 652 examples', () => {
  expect(EXAMPLES.length).toBe(652);
});

test.each(EXAMPLES)('D2 CommonMark example $number ($section)', ({ markdown, html }) => {
  expect(renderHtml(parseMarkdown(markdown, PLAIN), { rawHtml: true })).toBe(html);
  for (const ahead of [false, true]) {
    expect(stream(markdown, { ...PLAIN, ahead })).toBe(html);
    for (const length of [2, 3, 7]) {
      const chunks = Array.from({ length: Math.ceil(markdown.length / length) }, (_, i) =>
        markdown.slice(i * length, (i + 1) * length),
      );
      expect(stream(chunks, { ...PLAIN, ahead })).toBe(html);
    }
  }
});

test.each([PLAIN, {}])(
  'D335 the tree after each character is that of the prefix: every example, %o',
  (options) => {
    for (const { markdown } of EXAMPLES) {
      const parser = createMarkdownParser({ ...options, ahead: false });
      for (let i = 0; i < markdown.length; i++) {
        parser.append(markdown.charAt(i));
        expect(parser.tree).toEqual(parseMarkdown(markdown.slice(0, i + 1), options));
      }
      expect(parser.end()).toEqual(parseMarkdown(markdown, options));
    }
  },
);
