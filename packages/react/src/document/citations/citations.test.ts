import { parseMessage } from '@millrace/engine';
import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DocumentView } from '../document-view.tsx';
import { CitationPlacer } from './citation-placer.ts';
import { withReferences } from './with-references.ts';

const MARK = '¶';

/** The text that is shown, with `[1]` for each number; what is cited ends at ¶. */
function shown(marked: string, running = false): string {
  const offsets: number[] = [];
  const text = marked.split(MARK).reduce((before, part) => {
    offsets.push(before.length);
    return before + part;
  });
  const citations = offsets.map((offset, i) => ({
    offset,
    sources: [{ key: `${i}`, title: `T${i}`, url: `https://s${i}.example/` }],
  }));
  const html = renderToStaticMarkup(
    createElement(DocumentView, {
      text,
      messageId: 'm',
      running,
      citations,
      sources: citations.flatMap(({ sources }) => sources),
    }),
  );
  return html
    .replace(/<button[^>]*>(\d+)<\/button>/g, '[$1]')
    .replace(/<figcaption>.*?<\/figcaption>/g, '')
    .replace(/<\/(p|li|h\d|pre|figure)>/g, '\n')
    .replace(/<(code|a|strong)\b[^>]*>/g, '<$1>')
    .replace(/<(?!\/?(code|a|strong)\b)[^>]*>/g, '')
    .replace(/\n+/g, '\n')
    .trim();
}

test.each([
  ['The sky is blue¶. And the grass green¶.', 'The sky is blue[1]. And the grass green[2].'],
  ['A **bold claim¶ goes** on', 'A <strong>bold claim</strong>[1]<strong> goes</strong> on'],
  ['So _it is_¶ then', 'So it is[1] then'],
  ['See `a b¶ c` there', 'See <code>a b c</code>[1] there'],
  ['See [the **page¶** here](https://a.example/) now', 'See <a>the <strong>page</strong> here</a>[1] now'],
  ['https://a.example/¶ is it', '<a>https://a.example/</a>[1] is it'],
  ['# Title¶\n\nText\n\n¶', 'Title[1]\nText[2]'],
  ['- one¶\n- two\n  > deep¶\n- three', 'one[1]\ntwo\ndeep[2]\nthree'],
  ['```\ncode¶\n```\n\nText', '<code>code</code>\n[1]\nText'],
  // Its letters and numbers are drawn, too.
  ['| a |\n|---|\n| b¶ |\n\nText', 'A1a2b\n[1]\nText'],
  ['One\n---¶\nTwo', 'One[1]\nTwo'],
  ['¶Nothing before', 'Nothing before'],
  ['A note[^1]\n\n[^1]: is it¶\n\nEnd', 'A note<a>1</a>\nEnd\nis it[1]\n<a>↩</a>'],
])('D93 %j', (marked, expected) => {
  expect(shown(marked)).toBe(expected);
});

test('D93 what is read otherwise later keeps its references at their words', () => {
  expect(shown('Stars *rise [here][1] at night¶ in* June\n\n[1]: https://a.example/')).toContain(
    'at night[1] in',
  );
  expect(shown('a ** b is so¶ and more')).toBe('a ** b is so[1] and more');
});

test('D93 a passage that grows has no reference yet', () => {
  expect(shown('The sky is blue¶', true)).toBe('The sky is blue');
  expect(shown('The sky¶ is blue', true)).toBe('The sky[1] is blue');
});

const words = fc.array(
  fc.constantFrom(
    'a',
    'word',
    '*',
    '**',
    '`',
    '[x](https://a.example/)',
    '\n',
    '\n\n',
    '- ',
    '> ',
    '# ',
    '1. ',
    '```\n',
    '| a | b |\n|---|---|\n',
    '$x$',
    '<b>',
    '&amp;',
    '~~',
    ':',
  ),
  { maxLength: 30 },
);

test('D371 a text with references is the same document: nothing but the numbers is added', () => {
  fc.assert(
    fc.property(words, fc.array(fc.nat(80), { maxLength: 4 }), (parts, places) => {
      const text = parts.join(' ');
      const citations = places
        .sort((a, b) => a - b)
        .map((offset, i) => ({
          offset: Math.min(offset, text.length),
          sources: [{ key: `${i}`, title: 't' }],
        }));
      const draw = (given: object) =>
        renderToStaticMarkup(
          createElement(DocumentView, { text, messageId: 'm', running: false, sources: [], ...given }),
        );
      const sources = citations.flatMap((citation) => citation.sources);
      const plain = (html: string) =>
        html
          .replace(/<p class="mr-cite-line">.*?<\/p>/g, '')
          .replace(/<sup class="mr-cite">.*?<\/sup>/g, '')
          .replace(/<[^>]*>/g, '');
      expect(plain(draw({ citations, sources }))).toBe(plain(draw({})));
    }),
  );
});

test('D93 places are the same whether offsets come one by one while the text grows, or late', () => {
  fc.assert(
    fc.property(words, fc.array(fc.nat(80), { maxLength: 4 }), (parts, places) => {
      const text = parts.join(' ');
      const offsets = places.map((place) => Math.min(place, text.length));
      const live = new CitationPlacer();
      const late = new CitationPlacer();
      const grown = offsets
        .toSorted((a, b) => a - b)
        .map((offset) => [offset, live.place(text.slice(0, offset), offset)] as const);
      for (const [offset, place] of grown.toReversed()) expect(late.place(text, offset)).toEqual(place);
    }),
  );
});

test('D371 inlines without references are left as they are', () => {
  const { content } = parseMessage('a **b**', { mode: 'read', messageId: 'm' }).doc;
  const nodes = content[0]?.type === 'paragraph' ? (content[0].content ?? []) : [];
  expect(withReferences(nodes, [])).toBe(nodes);
});
