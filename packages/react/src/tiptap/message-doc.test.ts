import { parseMessage } from '@millrace/engine';
import { getSchema } from '@tiptap/core';
import spec from 'commonmark-spec';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GFM_CASES } from '../../../../fixtures/gfm-cases.ts';
import { runs } from '../../../../fixtures/long.ts';
import { BLOCK_MATH, INLINE_MATH } from '../../../../fixtures/math-cases.ts';
import { referenceText } from '../../../../fixtures/reference-texts.ts';
import { messageDoc } from './message-doc.ts';
import { millraceExtensions } from './millrace-extensions.tsx';

const schema = getSchema(millraceExtensions({ contents: new Map() }));
const MODES = ['read', 'write'] as const;

/** Loads the document of a text in TipTap's schema and gives it back, in both modes. */
function expectSame(markdown: string): void {
  for (const mode of MODES) {
    const { doc } = parseMessage(markdown, { mode, messageId: 'm' });
    const loaded = schema.nodeFromJSON(doc);
    loaded.check();
    expect(messageDoc(loaded)).toStrictEqual(doc);
  }
}

test('D390 the document of any text is the same in the schema of TipTap', () => {
  const pieces = fc.constantFrom(
    ...['# a\n', '> ', '- ', '- [x] ', '1. ', '    ', '```ts:a.ts\n', '```\n', '| a |\n|-|\n', '\n', '***\n'],
    ...['**', '_', '~~', '`', '$x$', '$$\n', '<b>', '<div>\n', '![a](b "t")', '[c](d)', 'x[^n]', '[^n]: '],
    ...['https://a.test/', '  \n', '\\\n', 'é', 'a b', '\u0000', '<!-- title: "T" -->\n'],
  );
  const pieced = fc.array(pieces, { maxLength: 20 }).map((all) => all.join(''));
  fc.assert(fc.property(fc.oneof(pieced, referenceText, fc.string()), expectSame), { numRuns: runs(400) });
});

test('D390 every example of CommonMark, GitHub and math is the same in the schema of TipTap', () => {
  const texts = [
    ...spec.tests.map(({ markdown }) => markdown.replaceAll('→', '\t')),
    ...Object.values(GFM_CASES).flatMap((cases) => cases.map(({ text }) => text)),
    ...[...INLINE_MATH, ...BLOCK_MATH].map(([text]) => text),
  ];
  expect(texts.length).toBeGreaterThan(600);
  for (const text of texts) expectSame(text);
});

test('D409 marks that an editor puts on an image are not in the document', () => {
  const marks = [{ type: 'bold' }];
  const image = { type: 'image', attrs: { src: 'https://x.org/a.png', alt: 'a' } };
  const line = (...content: object[]) => ({ type: 'doc', content: [{ type: 'paragraph', content }] });
  const text = { type: 'text', text: 'a', marks };
  const edited = schema.nodeFromJSON(line(text, { ...image, marks }));
  expect(messageDoc(edited)).toStrictEqual(line(text, image));
});
