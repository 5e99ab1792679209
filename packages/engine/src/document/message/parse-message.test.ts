import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../fixtures/long.ts';
import { contentHash } from '../../content/content.ts';
import type { EmbedNodeAttrs } from '../embed.ts';
import { groupEmbeds } from '../group-embeds.ts';
import { createMessageParser, type ParsedMessage, parseMessage } from './message-parser.ts';

const read = (markdown: string): ParsedMessage => parseMessage(markdown, { mode: 'read', messageId: 'm' });
const write = (markdown: string): ParsedMessage => parseMessage(markdown, { mode: 'write', messageId: 'm' });
const nodes = (markdown: string) => read(markdown).doc.content;
const embeds = (markdown: string): readonly EmbedNodeAttrs[] => read(markdown).embeds;
const only = (markdown: string): EmbedNodeAttrs => {
  const [first, ...rest] = embeds(markdown);
  if (first === undefined || rest.length > 0) throw new Error(`There are ${rest.length + 1} embeds.`);
  return first;
};
const p = (text: string, ...marks: object[]) => ({
  type: 'paragraph',
  content: [{ type: 'text', text, ...(marks.length > 0 && { marks }) }],
});

test('D1 text becomes nodes and marks with the names of StarterKit', () => {
  expect(
    nodes('# Title\n\nSome **bold *both*** and ~~old~~ `code` [link](https://x.org "t").\n\n---'),
  ).toEqual([
    { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'Title' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Some ' },
        { type: 'text', text: 'bold ', marks: [{ type: 'bold' }] },
        { type: 'text', text: 'both', marks: [{ type: 'bold' }, { type: 'italic' }] },
        { type: 'text', text: ' and ' },
        { type: 'text', text: 'old', marks: [{ type: 'strike' }] },
        { type: 'text', text: ' ' },
        { type: 'text', text: 'code', marks: [{ type: 'code' }] },
        { type: 'text', text: ' ' },
        {
          type: 'text',
          text: 'link',
          marks: [{ type: 'link', attrs: { href: 'https://x.org', title: 't' } }],
        },
        { type: 'text', text: '.' },
      ],
    },
    { type: 'horizontalRule' },
  ]);
});

test('D1 lists, tasks, quotes, breaks, images, math, footnotes and HTML have nodes of their own', () => {
  expect(nodes('- a\n- b')).toMatchObject([
    { type: 'bulletList', content: [{ type: 'listItem' }, { type: 'listItem' }] },
  ]);
  expect(nodes('3. a')).toMatchObject([{ type: 'orderedList', attrs: { start: 3 } }]);
  expect(nodes('- [x] done\n- [ ] open')).toMatchObject([
    {
      type: 'taskList',
      content: [{ type: 'taskItem', attrs: { checked: true } }, { attrs: { checked: false } }],
    },
  ]);
  expect(nodes('> q')).toMatchObject([{ type: 'blockquote', content: [p('q')] }]);
  expect(nodes('a\\\nb')).toMatchObject([{ content: [{ text: 'a' }, { type: 'hardBreak' }, { text: 'b' }] }]);
  expect(nodes('![alt](i.png)')).toMatchObject([
    { content: [{ type: 'image', attrs: { src: 'i.png', alt: 'alt' } }] },
  ]);
  expect(nodes('$a+b$ and\n\n$$\nc\n$$')).toMatchObject([
    { content: [{ type: 'inlineMath', attrs: { latex: 'a+b' } }, { text: ' and' }] },
    { type: 'blockMath', attrs: { latex: 'c' } },
  ]);
  expect(nodes('x[^1]\n\n[^1]: note')).toMatchObject([
    { content: [{ text: 'x' }, { type: 'footnoteRef', attrs: { label: '1' } }] },
    { type: 'footnote', attrs: { label: '1' } },
  ]);
  expect(nodes('<div>\n\nhi <b>x</b>')).toMatchObject([
    { type: 'htmlBlock' },
    { content: [{}, { type: 'htmlInline' }, {}, {}] },
  ]);
});

test('D3 a fence becomes code with its language, path and lines; without a path its title is Code', () => {
  expect(only('```ts:src/a.ts\nlet a;\nlet b;\n```')).toMatchObject({
    id: 'm:0',
    type: 'code',
    status: 'finished',
    language: 'ts',
    filename: 'src/a.ts',
    lineCount: 2,
    contentHash: contentHash('let a;\nlet b;'),
  });
  expect(only('~~~~js\nx\n~~~\n~~~~')).toMatchObject({ language: 'js', title: 'Code', lineCount: 2 });
  expect(only('    indented')).toMatchObject({ type: 'code', lineCount: 1 });
  const { contents } = read('```js\nlet a;\n```');
  expect([...contents.values()]).toEqual(['let a;']);
});

test.each(['https://evil.org/x', '/etc/passwd', '../up', 'a/../../b', 'C:\\x', '~/x', '\\\\host\\x'])(
  'D3 a path that leads elsewhere is dropped: %s',
  (path) => {
    expect(only(`\`\`\`js:${path}\nx\n\`\`\``)).toMatchObject({ language: 'js', title: 'Code' });
    expect(only(`\`\`\`js:${path}\nx\n\`\`\``)).not.toHaveProperty('filename');
  },
);

test('D3 fences in lists and quotes are embeds in their place, numbered in order', () => {
  const markdown = '```a\n1\n```\n\n- item\n  ```b\n  2\n  ```\n\n> ```c\n> 3\n> ```';
  expect(embeds(markdown)).toMatchObject([
    { id: 'm:0', language: 'a' },
    { id: 'm:1', language: 'b' },
    { id: 'm:2', language: 'c' },
  ]);
  expect(nodes(markdown)[1]).toMatchObject({ content: [{ content: [p('item'), { type: 'embed' }] }] });
});

test('D361 a fence without a label gets the language that its code looks like', () => {
  const code =
    'def total(orders):\n    for order in orders:\n        print(order)\n    return None\n\nimport os';
  expect(only(`\`\`\`\n${code}\n\`\`\``)).toMatchObject({ language: 'python' });
});

test('D4 a document has its title in its first line', () => {
  const markdown = '```document_html\n<!-- title: " Q3 report " -->\n<h1>Two words</h1>\n```';
  expect(only(markdown)).toMatchObject({ type: 'doc', title: 'Q3 report', wordCount: 2 });
  expect([...read(markdown).contents.values()]).toEqual(['<h1>Two words</h1>']);
});

test.each([
  ['```document_html\n<h1>x</h1>\n```', /needs a title/],
  ['```document_html\n<!-- title: "x", author: "y" -->\n```', /Only a title/],
  ['```document_html\n<!-- author: "y" -->\n```', /Only a title/],
])('D4 what is no document stays code and says why: %s', (markdown, why) => {
  expect(only(markdown)).toMatchObject({ type: 'code', problem: expect.stringMatching(why) });
});

test('D4 a path beats a title, and html is always code', () => {
  expect(only('```document_html:a.html\n<!-- title: "x" -->\n```')).toMatchObject({
    type: 'code',
    filename: 'a.html',
  });
  expect(only('```html\n<!-- title: "x" -->\n```')).toMatchObject({ type: 'code', language: 'html' });
});

test('D5 a table becomes a sheet with its cells as written', () => {
  const markdown = '<!-- title: "Plans" -->\n| a | b \\| c |\n| - | - |\n| **1** | 2 |\n';
  expect(only(markdown)).toMatchObject({ type: 'sheet', title: 'Plans', rows: 2, cols: 2, cellCount: 4 });
  expect([...read(markdown).contents.values()]).toEqual([
    {
      grid: [
        ['a', 'b | c'],
        ['**1**', '2'],
      ],
    },
  ]);
  expect(nodes(markdown)).toHaveLength(1);
  expect(only('| a |\n| - |\n')).toMatchObject({ title: 'Table', rows: 1 });
  expect(nodes('<!-- title: "Plans" -->\n\nNo table.')).toMatchObject([
    { type: 'htmlBlock' },
    p('No table.'),
  ]);
});

test('D6 a URL alone on its line becomes an embed; elsewhere it stays a link', () => {
  expect(embeds('https://example.org/a\n\nhttps://x.org/i.png?s=1\n\nhttps://youtu.be/abc')).toMatchObject([
    { type: 'web', url: 'https://example.org/a' },
    { type: 'image', url: 'https://x.org/i.png?s=1' },
    { type: 'video', url: 'https://youtu.be/abc' },
  ]);
  expect(nodes('before\nhttps://x.org\nafter')).toMatchObject([p('before'), { type: 'embed' }, p('after')]);
  expect(embeds('see https://x.org now\n\n- https://x.org\n\n`https://x.org`\n\n[x](https://x.org)')).toEqual(
    [],
  );
  expect(embeds('```\nhttps://x.org\n```')).toMatchObject([{ type: 'code' }]);
});

test('D6 every YouTube link is known, not every second one', () => {
  const links = [
    'https://www.youtube.com/watch?v=a',
    'https://m.youtube.com/watch?x=1&v=a',
    'https://youtube.com/shorts/a',
    'https://youtu.be/a',
  ];
  for (const link of [...links, ...links]) expect(only(link)).toMatchObject({ type: 'video' });
  for (const link of ['https://youtube.com/', 'https://notyoutube.com/watch?v=a'])
    expect(only(link).type).toBe('web');
});

test('D7 JSON of the three shapes is an embed of its own, other JSON is code', () => {
  const json = (value: unknown) => only(`\`\`\`json\n${JSON.stringify(value)}\n\`\`\``);
  const request = { id: '1', query: 'eggs' };
  expect(json({ app: 'Web', skill: 'Search', requests: [request] })).toMatchObject({
    type: 'skill',
    status: 'processing',
  });
  expect(json({ app: 'Web', skill: 'Search', requests: [{ ...request, output: [] }] })).toMatchObject({
    status: 'finished',
  });
  expect(json({ app: 'Jobs', focus: 'Career', change: 'activated' })).toMatchObject({
    type: 'focus',
    status: 'finished',
  });
  expect(json({ requested: [{ app: 'Code', settings_and_memories: ['x'] }] })).toMatchObject({
    type: 'memories',
  });
  expect(json({ tool: 'search', id: 'c', input: {}, output: 'x' })).toMatchObject({ type: 'code' });
  expect(json({ app: 'Web' })).toMatchObject({ type: 'code', language: 'json' });
  expect(json([1])).toMatchObject({ type: 'code' });
});

const MESSAGE = `# Plan

Some *text* and a list:

- one
  \`\`\`js:src/a.js
  let a;
  \`\`\`
- two

<!-- title: "Plans" -->
| a | b |
| - | - |
| 1 | 2 |

https://youtu.be/abc
And the end of it.

\`\`\`document_html
<!-- title: "Doc" -->
<p>Hello world</p>
\`\`\`

    indented

Last [line][r].

[r]: https://example.org
`;

test('D365 every way of cutting a message gives the document of the whole', () => {
  const whole = read(MESSAGE);
  fc.assert(
    fc.property(fc.array(fc.nat({ max: MESSAGE.length }), { maxLength: 12 }), (cuts) => {
      const parser = createMessageParser({ mode: 'read', messageId: 'm' });
      const ends = [...cuts, MESSAGE.length].sort((a, b) => a - b);
      ends.forEach((end, i) => void parser.append(MESSAGE.slice(ends[i - 1] ?? 0, end)));
      expect(parser.end()).toEqual(whole);
    }),
    { numRuns: runs(60) },
  );
});

test('D8 while a message arrives an embed never goes, moves or goes back; finished blocks keep their nodes', () => {
  const parser = createMessageParser({ mode: 'read', messageId: 'm' });
  let before: readonly EmbedNodeAttrs[] = [];
  let finished: unknown[] = [];
  for (const char of MESSAGE) {
    const { doc, embeds: live, contents } = parser.append(char);
    const now = [...live];
    expect(now.map(({ id }) => id)).toEqual(now.map((_, i) => `m:${i}`));
    for (const [i, embed] of before.entries()) {
      expect(now[i]?.id).toBe(embed.id);
      if (embed.status === 'finished') expect(now[i]).toEqual(embed);
    }
    for (const { contentRef, status } of now) {
      expect(contents.has(contentRef)).toBe(true);
      expect(contentRef.startsWith(status === 'processing' ? 'stream:m:' : 'cid:sha256:')).toBe(true);
    }
    finished.forEach((node, i) => void expect(doc.content[i]).toBe(node));
    before = now;
    finished = doc.content.slice(0, -3);
  }
  expect(parser.end().embeds.every(({ status }) => status === 'finished')).toBe(true);
});

test('D8 two embeds with one content share it, and neither takes it from the other', () => {
  const parser = createMessageParser({ mode: 'read', messageId: 'm' });
  const { embeds: two, contents } = parser.append('```js\nx\n```\n\n```js\nx\n```\n');
  expect(two[0]?.contentRef).toBe(two[1]?.contentRef);
  expect([...contents.values()]).toEqual(['x']);
  expect([...parser.append('\nmore').contents.values()]).toEqual(['x']);
  expect([...parser.end().contents.values()]).toEqual(['x']);
});

test('D8 raw JSON, half a table and half a fence line are never shown as embeds too early', () => {
  const parser = createMessageParser({ mode: 'read', messageId: 'm' });
  expect(parser.append('```j').embeds).toEqual([]);
  expect(parser.append('s\n').embeds).toMatchObject([{ type: 'code', language: 'js', status: 'processing' }]);
  expect(parser.append('x\n```\n\nhttps://x.or').embeds).toHaveLength(1);
  expect(parser.append('g\n').embeds).toMatchObject([{ status: 'finished' }, { url: 'https://x.org' }]);
});

test('D366 neighbours of one type are a group, also a single one, named by the first', () => {
  const { doc } = read('```a\n1\n```\n```b\n2\n```\n\nhttps://x.org\n\ntext\n\n```c\n3\n```');
  expect(groupEmbeds(doc).map(({ key, embeds: group }) => [key, group.length])).toEqual([
    ['m:0', 2],
    ['m:2', 1],
    ['m:3', 1],
  ]);
});

test('D11 a draft keeps what was typed; closed blocks are previews, open ones stand out', () => {
  expect(write('# Title\n\n**bold**\n```js\nlet a;\n```\nhttps://x.org \n```ts\nopen').doc).toEqual({
    type: 'doc',
    attrs: { mode: 'write' },
    content: [
      p('# Title', { type: 'highlight', attrs: { kind: 'heading' } }),
      { type: 'paragraph' },
      p('**bold**'),
      { type: 'embed', attrs: expect.objectContaining({ id: 'm:0', language: 'js' }) },
      { type: 'embed', attrs: expect.objectContaining({ id: 'm:1', url: 'https://x.org' }) },
      p('```ts', { type: 'highlight', attrs: { kind: 'code' } }),
      p('open', { type: 'highlight', attrs: { kind: 'code' } }),
    ],
  });
});

test('D5 in a draft a table becomes a sheet when an empty line follows it', () => {
  const table = '| a |\n| - |\n| 1 |\n';
  expect(write(table).embeds).toEqual([]);
  expect(write(table).doc.content[0]).toMatchObject(
    p('| a |', { type: 'highlight', attrs: { kind: 'table' } }),
  );
  expect(write(`${table}\n`).embeds).toMatchObject([{ type: 'sheet', rows: 2 }]);
});
