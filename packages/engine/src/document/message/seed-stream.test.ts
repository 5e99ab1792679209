import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../fixtures/long.ts';
import type { EmbedNodeAttrs } from '../embed.ts';
import { groupEmbeds } from '../group-embeds.ts';
import { createMessageParser, type ParsedMessage, parseMessage } from './message-parser.ts';

const options = { mode: 'read', messageId: 'm' } as const;
const read = (markdown: string): ParsedMessage => parseMessage(markdown, options);
const types = (markdown: string): string[] => read(markdown).doc.content.map(({ type }) => type);

/** Each state of a message that arrives character by character, and the last one. */
function* states(markdown: string): Generator<ParsedMessage & { readonly text: string }> {
  const parser = createMessageParser(options);
  let text = '';
  for (const char of markdown) {
    text += char;
    yield { ...parser.append(char), text };
  }
  yield { ...parser.end(), text };
}

/** Fails when an embed goes, moves or goes back while a text arrives. */
function expectSteady(markdown: string): void {
  let before: readonly EmbedNodeAttrs[] = [];
  for (const { embeds, contents, text } of states(markdown)) {
    const ids = embeds.map(({ id }) => id);
    expect(ids, text).toEqual(embeds.map((_, i) => `m:${i}`));
    expect(embeds.length, text).toBeGreaterThanOrEqual(before.length);
    for (const [i, embed] of before.entries())
      if (embed.status !== 'processing') expect(embeds[i], text).toEqual(embed);
    for (const { contentRef } of embeds) expect(contents.has(contentRef), text).toBe(true);
    before = [...embeds];
  }
}

test('D8 while it arrives an embed points to a stream key, then to its address', () => {
  const seen = new Set<string>();
  for (const { embeds } of states('```js\nlet a;\nlet b;\n```\n')) {
    const [embed] = embeds;
    if (embed === undefined) continue;
    const isStream = embed.contentRef === 'stream:m:0';
    expect(embed.status).toBe(isStream ? 'processing' : 'finished');
    expect(embed.contentHash === undefined).toBe(isStream);
    if (!isStream) expect(embed.contentRef).toBe(`cid:sha256:${embed.contentHash}`);
    seen.add(embed.contentRef);
  }
  expect(seen.size).toBe(2);
});

test.each([
  ['code', '```js\nlet a;'],
  ['a document', '```document_html\n<!-- title: "T" -->\n<p>a'],
  ['a table', '| a |\n| - |\n| 1'],
  ['a URL', 'https://x.example'],
  ['code in a list', '- ```js\n  a'],
])('D8 the end finishes what is open: %s', (_, markdown) => {
  expect(read(markdown).embeds).toMatchObject([
    { status: 'finished', contentRef: expect.stringMatching(/^cid:/) },
  ]);
});

test('D8 the contents of a finished embed are under its address only', () => {
  const parser = createMessageParser(options);
  expect([...parser.append('```js\nx\n').contents.keys()]).toEqual(['stream:m:0']);
  const { contents, embeds } = parser.append('```\n');
  expect([...contents.keys()]).toEqual([embeds[0]?.contentRef]);
});

test.each([
  [
    'a line below makes a heading of it',
    'https://x.example\n---\ntext',
    ['embed', 'horizontalRule', 'paragraph'],
  ],
  ['with text between', 'https://x.example\ntext\n---\n', ['embed', 'heading']],
  ['with text above', 'text\nhttps://x.example\n===\n', ['paragraph', 'embed']],
  ['a row of dashes makes a table of it', 'https://x.example\n|-|\n| 1 |\n', ['embed', 'embed']],
  ['two spaces at the end of its line', 'https://x.example  \ntext\n', ['embed', 'paragraph']],
  ['two spaces at the end of each line', 'https://x.example  \ntext  \nmore\n', ['embed', 'paragraph']],
  ['two spaces at the end of the line above', 'text  \nhttps://x.example\n', ['paragraph', 'embed']],
  ['a sign behind it', 'https://x.example*\n\ntext', ['paragraph', 'paragraph']],
  ['code that closes late', `\`a\nhttps://x.example\n${'words '.repeat(80)}\``, ['paragraph']],
  ['emphasis that closes late', `*a\nhttps://x.example\n${'words '.repeat(80)}b*`, ['paragraph']],
])('D8 a URL alone on its line stays what it was: %s', (_, markdown, expected) => {
  expectSteady(markdown);
  expect(types(markdown)).toEqual(expected);
});

const PIECES = [
  ...[
    'a',
    'b ',
    'https://x.org',
    'https://x.org\n',
    '\n',
    '\n\n',
    '  \n',
    '\\\n',
    '---\n',
    '===\n',
    '- ',
    '> ',
    '1. ',
  ],
  ...[
    '|',
    '| a |\n',
    '|-|\n',
    '- | -\n',
    'a | b\n',
    '*',
    '_',
    '`',
    '```',
    '```js\n',
    '```\n',
    '~~~\n',
    '    ',
    '  ',
  ],
  ...[
    '```document_html\n',
    '<!-- title: "x" -->',
    '<!-- title: "x" -->\n',
    '```json\n{"a":1}\n```\n',
    '<',
    '<div>\n',
  ],
  ...['[^1]: ', '[^1]', '[a]: b\n', '[a]', '$$', '$$\n', '\\[', '# ', 'text '.repeat(90), '\t', '- [ ] '],
];

test('D8 whatever arrives, no embed goes, moves or goes back', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 10 }), (pieces) =>
      expectSteady(pieces.join('')),
    ),
    { numRuns: runs(400) },
  );
});

test('D5 a title is not shown before its table, at the top and in a list', () => {
  const titled = '<!-- title: "Plans" -->\n| a | b |\n| - | - |\n| 1 | 2 |\n';
  for (const markdown of [titled, `- ${titled.replaceAll('\n', '\n  ')}`])
    for (const { doc, text } of states(markdown))
      expect(JSON.stringify(doc), text).not.toContain('htmlBlock');
});

test('D5 a comment that is no title is shown', () => {
  const parser = createMessageParser(options);
  expect(parser.append('<!-- to do\n').doc.content).toMatchObject([{ type: 'htmlBlock' }]);
  expect(read('<!-- title: "Plans" -->').doc.content).toMatchObject([{ type: 'htmlBlock' }]);
});

test('D8 finished blocks keep their nodes, whatever comes after them', () => {
  const parser = createMessageParser(options);
  const [first] = parser.append('```js\nx\n```\n\nText.\n\n').doc.content;
  const last = parser.append('- a\n\n```js\ny\n```\n\n| a |\n| - |\n').doc.content;
  expect(last[0]).toBe(first);
  expect(parser.end().doc.content[0]).toBe(first);
});

test('D6 URLs in code without a label are code', () => {
  const { embeds } = read('```\nhttps://x.example\nhttps://youtu.be/a\n```\n\n    https://x.example');
  expect(embeds.map(({ type }) => type)).toEqual(['code', 'code']);
});

test.each([
  ['https://www.youtube.com/watch?v=a', 'video'],
  ['https://youtu.be/a?t=1', 'video'],
  ['https://youtube.com/shorts/a', 'video'],
  ['https://youtube.com/about', 'web'],
  ['https://x.example/a.PNG', 'image'],
  ['https://x.example/a.webp?s=2#x', 'image'],
  ['https://x.example/a.png.html', 'web'],
  ['http://x.example', 'web'],
])('D6 a URL alone on its line, three times in a row, is each time the same: %s', (url, type) => {
  expect(read(`${url}\n\n${url}\n${url}`).embeds).toMatchObject([
    { type, url },
    { type, url },
    { type, url },
  ]);
});

test.each([
  'See https://x.example',
  'https://x.example!',
  '[x](https://x.example)',
  '`https://x.example`',
  'mailto:a@b.co',
  '- https://x.example',
])('D6 elsewhere a URL stays a link or text: %s', (markdown) => {
  expect(read(markdown).embeds).toEqual([]);
});

test('D1 who wrote a message makes no difference', () => {
  const markdown = 'Look:\n\n```js\nx\n```\n\nhttps://x.example';
  for (const role of ['user', 'assistant'] as const)
    expect(parseMessage(markdown, { ...options, role })).toEqual(read(markdown));
});

test('D367 a box of a list that is not all tasks stays as text', () => {
  const item = (text: string) => ({ type: 'listItem', content: [{ content: [{ text }] }] });
  expect(read('- [ ] a\n- b\n\n1. [x] c').doc.content).toMatchObject([
    { type: 'bulletList', content: [item('[ ] a'), item('b')] },
    { type: 'orderedList', content: [item('[x] c')] },
  ]);
  expect(read('- [ ] **a**\n- b').doc.content).toMatchObject([
    {
      content: [{ content: [{ content: [{ text: '[ ] ' }, { text: 'a', marks: [{ type: 'bold' }] }] }] }, {}],
    },
  ]);
});

test('D366 a group keeps its name while it grows, and what failed stays in it', () => {
  const call = (id: string, more: object): string =>
    `\`\`\`json\n${JSON.stringify({ tool: 't', id, input: {}, ...more })}\n\`\`\`\n`;
  const parser = createMessageParser(options);
  const keys = [call('a', { output: 'x' }), call('b', { is_error: true }), call('c', {})].map((text) =>
    groupEmbeds(parser.append(text).doc).map(({ key, embeds }) => [key, embeds.length]),
  );
  expect(keys).toEqual([[['m:0', 1]], [['m:0', 2]], [['m:0', 3]]]);
});

test.each([
  ['a URL, by a space', 'https://x.example', ' ', 'web'],
  ['a URL, by the end of its line', 'https://x.example', '\n', 'web'],
  ['code, by its closing fence', '```js\nx\n``', '`', 'code'],
  ['a table, by an empty line', '| a |\n| - |\n', '\n', 'sheet'],
])('D11 in a draft a preview comes when its block is closed: %s', (_, open, close, type) => {
  const draft = (markdown: string) => parseMessage(markdown, { mode: 'write', messageId: 'm' }).embeds;
  expect(draft(open)).toEqual([]);
  expect(draft(open + close)).toMatchObject([{ type }]);
});
