import { afterEach, expect, test, vi } from 'vitest';
import { createMessageParser } from './message-parser.ts';

afterEach(() => void vi.restoreAllMocks());

/** How many blocks are looked at while a text arrives in pieces of 8 characters: each look asks whether it is finished. */
function looks(text: string): number {
  const isFrozen = vi.spyOn(Object, 'isFrozen');
  const parser = createMessageParser({ mode: 'read', messageId: 'm' });
  for (let at = 0; at < text.length; at += 8) parser.append(text.slice(at, at + 8));
  parser.end();
  const { length } = isFrozen.mock.calls;
  isFrozen.mockRestore();
  return length;
}

test.each([
  ['paragraphs', 'Some *text* and `code`.\n\n'],
  ['a list', '- an item with **bold** in it\n'],
  ['nested lists', '- a\n  - b\n'],
  ['quotes', '> a quote\n>\n'],
  ['a table', '| a | b |\n'],
  ['fences', '```js\nlet a;\n```\n\n'],
])('D1 the work grows with the text: %s', (_name, piece) => {
  const start = piece.startsWith('|') ? '| x | y |\n| - | - |\n' : '';
  const [short, long] = [200, 400].map((times) => looks(start + piece.repeat(times)));
  expect((long ?? 0) / (short ?? 1)).toBeLessThan(2.3);
});

test('D1 of a paragraph that grows only what is new is mapped', () => {
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
