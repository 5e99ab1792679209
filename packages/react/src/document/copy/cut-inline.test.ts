import { parseMessage } from '@millrace/engine';
import { type InlineNode, printBlocks } from '@millrace/engine/document';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../fixtures/long.ts';
import { cutInline } from './cut-inline.ts';

const inlines = (markdown: string): readonly InlineNode[] => {
  const [block] = parseMessage(markdown, { mode: 'read', messageId: 'm' }).doc.content;
  return block?.type === 'paragraph' ? (block.content ?? []) : [];
};
const print = (content: InlineNode[]): string => printBlocks([{ type: 'paragraph', content }], new Map());

/** Each inline as it counts: its text, or one sign. A break is white space. */
const counted = (nodes: readonly InlineNode[]): string =>
  nodes
    .map((node) => {
      if (node.type === 'text') return node.text;
      if (node.type === 'htmlInline') return node.attrs.html;
      return node.type === 'hardBreak' ? '\n' : '\uFFFC';
    })
    .join('');

const TEXT =
  'A **bold *and slanted* word**, `x = 1`, ~~old~~ $a^2$ [a **deep** link](https://example.org/a) <i>raw</i>\\\nend';

test.each([
  ['d an', '**d *an***'],
  ['an', '***an***'],
  ['word, x', '**word**, `x`'],
  ['ld \uFFFC', '~~ld~~ $a^2$'],
  ['ep li', '[**ep** li](https://example.org/a)'],
  ['i>ra', 'i>ra'],
])('D100 %j of a text is copied as %j', (words, markdown) => {
  const nodes = inlines(TEXT);
  const from = counted(nodes).indexOf(words);
  expect(print(cutInline(nodes, from, from + words.length))).toBe(markdown);
});

test('D100 a reference to a footnote is not copied with a part of its text', () => {
  const nodes = inlines('One[^n] two\n\n[^n]: note');
  expect(print(cutInline(nodes, 0, counted(nodes).length))).toBe('One two');
  const bold = inlines('**One[^n] two**\n\n[^n]: note');
  expect(print(cutInline(bold, 0, counted(bold).length))).toBe('**One two**');
});

const word = fc.constantFrom(
  'word',
  ' ',
  '**bold**',
  '*em ph*',
  '~~old~~',
  '`a * b`',
  '[a *link*](https://example.org)',
  '$x_1$',
  '![alt](https://example.org/a.png)',
  '<b>',
  '\\\n',
  '\n',
  '*',
  '_',
  '#',
  '1. ',
  '\\*',
);

/** The text of what is printed, as it is read again. */
const readBack = (nodes: InlineNode[]): string =>
  parseMessage(print(nodes), { mode: 'read', messageId: 'm' })
    .doc.content.map((block) => (block.type === 'paragraph' ? counted(block.content ?? []) : block.type))
    .join('');

test('D100 what is printed of a cut reads back as the text between its places', () => {
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 12 }).map((words) => words.join('')),
      fc.nat(60),
      fc.nat(60),
      (markdown, one, other) => {
        const [from, to] = one < other ? [one, other] : [other, one];
        const nodes = inlines(markdown);
        expect(readBack(cutInline(nodes, from, to))).toBe(counted(nodes).slice(from, to).trim());
      },
    ),
    { numRuns: runs(500) },
  );
});
