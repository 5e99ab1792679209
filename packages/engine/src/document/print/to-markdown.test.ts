import spec from 'commonmark-spec';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GFM_CASES } from '../../../../../fixtures/gfm-cases.ts';
import { isLong, runs } from '../../../../../fixtures/long.ts';
import { BLOCK_MATH, INLINE_MATH } from '../../../../../fixtures/math-cases.ts';
import { createMemoryStore } from '../../content/memory-store.ts';
import { parseMessage } from '../message/message-parser.ts';
import { printBlocks } from './print-blocks.ts';
import { toMarkdown } from './to-markdown.ts';

/** Prints a document and reads it again. */
async function again(markdown: string, mode: 'read' | 'write' = 'read') {
  const first = parseMessage(markdown, { mode, messageId: 'm', proven: true });
  const store = createMemoryStore();
  for (const [ref, content] of first.contents) await store.put(ref, content);
  const printed = await toMarkdown(first.doc, store);
  if (!('markdown' in printed)) throw new Error(`Missing: ${printed.missing.join(', ')}`);
  return {
    first,
    printed: printed.markdown,
    second: parseMessage(printed.markdown, { mode, messageId: 'm', proven: true }),
  };
}

test('D14 every example of CommonMark survives printing', async () => {
  const lost: string[] = [];
  for (const { number, markdown } of spec.tests) {
    const source = markdown.replaceAll('→', '\t');
    const { first, second, printed } = await again(source);
    try {
      expect(second).toEqual(first);
    } catch {
      lost.push(`${number}: ${JSON.stringify(source)} -> ${JSON.stringify(printed)}`);
    }
  }
  expect(lost).toEqual([]);
});

test.each(Object.values(GFM_CASES).flat())(
  'D14 GitHub Markdown survives printing: $name',
  async ({ text }) => {
    const { first, second } = await again(text);
    expect(second).toEqual(first);
  },
);

test.each([...INLINE_MATH, ...BLOCK_MATH])('D14 math survives printing: %j', async (math) => {
  for (const text of [
    math,
    `- a\n\n  ${math.replaceAll('\n', '\n  ')}\n- b`,
    `> ${math.replaceAll('\n', '\n> ')}`,
  ]) {
    const { first, second } = await again(text);
    expect(second).toEqual(first);
  }
});

test.each([
  '[[tool:0]] and \\[\\[tool:1]]',
  '````md\n```js\nx\n```\n````',
  '<!-- title: "Plans" -->\n| a | b \\| c |\n| - | - |\n| **1** | 2 |\n',
  '```json\n{"tool":"search","id":"c1","input":{"q":"x"},"output":"y"}\n```',
  '- [x] a\n- [ ] b\n\n1. one\n2. two\n\n1) other',
  '- [ ] a\n- b\n\n1. [x] **c**',
  '- [ ] [a]: b',
  '- ~~~\n  x\n\t',
  '- &#91; ] a\n- [x] b',
  '- &#91; ] a',
  'https://x.org\ntext\n---\n\nhttps://x.org\n---',
  'https://x.org\n|-|\n| 1 |\n| 2 |',
  '~~~js:a\\\\b/c&amp;d.js\nx\n~~~',
  'a https://x.org b www.x.org c me@x.org',
  '$a$ costs $5 and $6\n\n$$\nx\n$$',
  'x[^n]\n\n[^n]: A note\n\n    with more',
  '- * ---',
  '* * ---\n+\n- ***',
  '<a\ne>\n-',
  '<?\n\n',
  '- <!--\n\n\nx',
  '*<p>*\n\n_<b>_**c**',
  '[a]:b\n<a>',
  '* [a]: b\n\n\ta',
  '$$\\  $$a',
  '* <a\n   * [a]: b',
  'a\\[a]: b\n     \\[\\]',
  '* [//]\n   * [a]: b',
  '0<!A\n\t```>',
  '*\n   <t>',
  '-  a\n  <!--',
  '$$\\]\n$$]',
  '$$\n\\]\nx$$$$',
  '~~old~~ *a*b **c** _d_ `` ` `` ***e***',
])('D14 %j survives printing', async (markdown) => {
  const { first, second } = await again(markdown);
  expect(second).toEqual(first);
});

const word = fc.constantFrom(
  'a',
  'bc',
  '*',
  '_',
  '`',
  '[',
  ']',
  '(',
  ')',
  '<',
  '>',
  '#',
  '-',
  '1.',
  '|',
  '~',
  '$',
  '&amp;',
  '\\',
  '!',
  '\n',
  '\n\n',
  ' ',
  '  ',
  'https://x.org',
  '```',
  '    ',
  '> ',
  '- ',
);
const html = fc.constantFrom(
  ...[
    '<a',
    '<a\ne>',
    '</a>',
    '<b>',
    '<p>',
    '<div>',
    '</div>',
    '<!--',
    '-->',
    '<?',
    '?>',
    '<!A',
    '<![CDATA[',
    ']]>',
  ],
  ...[
    '<pre>',
    '</pre>',
    '<script>',
    '***',
    '---',
    '===',
    '* ',
    '+ ',
    '2) ',
    '- [x] ',
    '| - |',
    '[a]: b',
    '\t',
    '**',
    '~~',
  ],
  ...['$$', '\\[', '\\]', '[^n]', '[^n]: ', '\n   ', '<!-- title: "x" -->\n'],
);

test.each([
  ['document', word],
  ['document with HTML', fc.oneof(word, html)],
])(
  'D14 any %s that can be read survives printing',
  async (_, any) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(any, { maxLength: 14 }).map((words) => words.join('')),
        async (markdown) => {
          const { first, second } = await again(markdown);
          expect(second).toEqual(first);
        },
      ),
      { numRuns: isLong ? 400_000 : 100 },
    );
  },
  3_600_000,
);

const MARKS = ['bold', 'italic', 'strike'] as const;
test('D14 texts survive printing whatever marks they have, beside each other without a space', () => {
  const marks = fc.subarray([...MARKS]).map((types) => types.map((type) => ({ type })));
  fc.assert(
    fc.property(fc.array(marks, { minLength: 1, maxLength: 5 }), (each) => {
      const differ = each.filter((one, i) => JSON.stringify(one) !== JSON.stringify(each[i - 1]));
      const content = differ.map((one, i) => ({
        ...{ type: 'text' as const, text: `word${i}` },
        ...(one.length > 0 && { marks: one }),
      }));
      const paragraph = { type: 'paragraph' as const, content };
      const printed = printBlocks([paragraph], new Map());
      expect(parseMessage(printed, { mode: 'read', messageId: 'm' }).doc.content).toEqual([paragraph]);
    }),
    { numRuns: runs(500) },
  );
});

test('D370 a draft is sent as it was typed, with its previews as fences', async () => {
  const { printed, first, second } = await again(
    '# Hi\n**x**\n```js\nlet a;\n```\nhttps://x.org \nbye',
    'write',
  );
  expect(printed).toBe('# Hi\n**x**\n```js\nlet a;\n```\nhttps://x.org\nbye');
  expect(second.doc).toEqual(first.doc);
});

test('D370 nothing is printed when content is missing', async () => {
  const { doc, embeds } = parseMessage('```js\nx\n```', { mode: 'read', messageId: 'm' });
  expect(await toMarkdown(doc, createMemoryStore())).toEqual({ missing: [embeds[0]?.contentRef] });
});
