import { embedMarkdown, parseMessage } from '@millrace/engine/document';
import { expect, test } from 'vitest';
import { readSource } from './read-source.ts';

const EMBEDS = [
  '```ts:src/a.ts\nconst a = 1;\n```',
  '````md\n```js\nx\n```\n````',
  '<!-- title: "Plans" -->\n| a | b |\n| - | - |\n| 1 | 2 |',
  '```document_html\n<!-- title: "Doc" -->\n<p>Hi</p>\n```',
  '```json\n{"tool":"search","id":"c1","input":{"q":"x"},"output":"y"}\n```',
  'https://example.org/a',
];

test.each(EMBEDS.flatMap((text) => (['read', 'write'] as const).map((mode) => [mode, text] as const)))(
  'D393 in %s mode the Markdown of an embed is the embed again: %j',
  (mode, markdown) => {
    const { embeds, contents } = parseMessage(markdown, { mode: 'read', messageId: 'm' });
    const attrs = embeds[0];
    if (attrs === undefined) throw new Error('There is no embed.');
    const text = embedMarkdown(attrs, contents.get(attrs.contentRef) ?? '');
    expect(readSource(text, mode, attrs.id, new Set([attrs.id]))).toEqual({
      nodes: [{ type: 'embed', attrs }],
      contents,
    });
  },
);

test('D393 a text that is no embed any more is what it says', () => {
  const read = (text: string) => readSource(text, 'write', 'm:0', new Set()).nodes;
  const line = (text: string, ...marks: object[]) => ({
    type: 'paragraph',
    content: [{ type: 'text', text, ...(marks.length > 0 && { marks }) }],
  });
  const code = { type: 'highlight', attrs: { kind: 'code' } };
  expect(read('``\na')).toEqual([line('``'), line('a')]);
  expect(read('```\na')).toMatchObject([line('```', code), line('a', code)]);
  expect(read('')).toEqual([{ type: 'paragraph' }]);
});

test('D394 of several embeds in an opened text the first keeps the name, and the others get free ones', () => {
  const text = '```\na\n```\n```\nb\n```\n```\nc\n```';
  for (const mode of ['read', 'write'] as const) {
    const { nodes } = readSource(text, mode, 'm:4', new Set(['m:4', 'm:4:1', 'm:4:3']));
    expect(nodes.map((node) => 'attrs' in node && 'id' in node.attrs && node.attrs.id)).toEqual([
      ...['m:4', 'm:4:2', 'm:4:4'],
    ]);
  }
});
