import { expect, test } from 'vitest';
import { countLooks } from '../../../../../fixtures/count-looks.ts';
import { createMessageParser } from './message-parser.ts';

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

/**
 * The number of looks while a text arrives in pieces of 8 characters: each look at a block asks whether it is finished, and
 * what is mapped is put into a list.
 */
function looks(text: string): number {
  return countLooks(
    (patch) => {
      patch(Object, 'isFrozen', 1);
      patch(Array.prototype, 'push', (_length, _list, items) => items.length);
      patch(Array.prototype, 'pop', 1);
      for (const name of ['trim', 'trimStart', 'trimEnd'] as const)
        patch(String.prototype, name, (_result, text) => String(text).length);
      for (const name of ['slice', 'map', 'filter', 'every', 'some'] as const)
        patch(Array.prototype, name, (_result, list) => lengthOf(list));
    },
    () => {
      const parser = createMessageParser({ mode: 'read', messageId: 'm' });
      for (let at = 0; at < text.length; at += 8) parser.append(text.slice(at, at + 8));
      parser.end();
    },
  );
}

test.each([
  ['mentions', 'See [label] and [none].\n\n'],
  ['paragraphs', 'Some *text* and `code`.\n\n'],
  ['a list', '- an item with **bold** in it\n'],
  ['nested lists', '- a\n  - b\n'],
  ['quotes', '> a quote\n>\n'],
  ['a table', '| a | b |\n'],
  ['fences', '```js\nlet a;\n```\n\n'],
  ['fences in a list', '- a\n  ```js\n  let a;\n  ```\n'],
  ['tasks', '- [ ] to do\n'],
  ['a paragraph of many lines', 'some *words* on a line\n'],
  ['URLs on lines of their own', 'https://example.org/a\n'],
  ['words and URLs', 'see\nhttps://example.org/a\n'],
  ['line breaks', 'one\\\n'],
])('D365 the work grows with the text: %s', (_name, piece) => {
  // With a label that is defined, finished text may have to be looked at again.
  const start = `[label]: /url\n\n${piece.startsWith('|') ? '| x | y |\n| - | - |\n' : ''}`;
  const [short, long] = [200, 400].map((times) => looks(start + piece.repeat(times)));
  expect((long ?? 0) / (short ?? 1)).toBeLessThan(2.3);
});

test.each([
  ['a page of HTML', '<div>\n', '<p>text</p>\n'],
  ['a comment', '<!--\n', 'text -- \n'],
  ['many labels in a list that is open', '- [label] [r]\n', '- [label] [r1]\n\n  [r]: /u\n'],
  ['code that closes for a moment', '', '\\```\n'],
])('D121 whoever wrote a text, the work grows with it: %s', (_name, start, piece) => {
  const [short, long] = [300, 900].map((times) => looks(start + piece.repeat(times)));
  expect((long ?? 0) / (short ?? 1)).toBeLessThan(4.5);
});

test('D365 the work grows with the text: a label for each of many paragraphs', () => {
  const labels = (count: number): string =>
    Array.from({ length: count }, (_, i) => `See [r${i}].\n\n`).join('') +
    Array.from({ length: count }, (_, i) => `[r${i}]: /u${i}\n`).join('');
  expect(looks(labels(400)) / looks(labels(200))).toBeLessThan(2.3);
});

test('D365 of a paragraph that grows only what is new is mapped', () => {
  const parser = createMessageParser({ mode: 'read', messageId: 'm' });
  const first = parser.append('a *b* c').doc.content[0];
  const nodes = first?.type === 'paragraph' ? [...(first.content ?? [])] : [];
  const second = parser.append(' d *e* f').doc.content[0];
  const grown = second?.type === 'paragraph' ? (second.content ?? []) : [];
  expect(grown[0]).toBe(nodes[0]);
  expect(grown[1]).toBe(nodes[1]);
  expect(grown).toMatchObject([
    { text: 'a ' },
    { text: 'b' },
    { text: ' c d ' },
    { text: 'e' },
    { text: ' f' },
  ]);
});
