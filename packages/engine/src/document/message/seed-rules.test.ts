import { expect, test } from 'vitest';
import { contentHash } from '../../content/content.ts';
import type { EmbedNodeAttrs } from '../embed.ts';
import { type MessageOptions, type ParsedMessage, parseMessage } from './message-parser.ts';

const read = (markdown: string): ParsedMessage => parseMessage(markdown, { mode: 'read', messageId: 'm' });
const write = (markdown: string): ParsedMessage => parseMessage(markdown, { mode: 'write', messageId: 'm' });
const only = (markdown: string): EmbedNodeAttrs => {
  const [first, ...rest] = read(markdown).embeds;
  if (first === undefined || rest.length > 0) throw new Error(`There are ${rest.length + 1} embeds.`);
  return first;
};
const content = (markdown: string) => read(markdown).contents.get(only(markdown).contentRef);
const fence = (info: string, text = 'x', marker = '```'): string => `${marker}${info}\n${text}\n${marker}`;

// Code blocks.

test('D3 what stands between three backticks and three backticks becomes code', () => {
  expect(only('```\nplain\n```')).toMatchObject({ type: 'code', status: 'finished' });
  expect(content('```\nplain\n```')).toBe('plain');
});

test.each([
  ['a longer fence holds shorter ones', fence('md', '```js\nx\n```', '````'), '```js\nx\n```'],
  ['tildes are a fence', fence('js', 'x', '~~~'), 'x'],
  ['tildes hold backticks', fence('md', '```\nx\n```', '~~~'), '```\nx\n```'],
  ['backticks hold tildes', fence('md', '~~~\nx\n~~~'), '~~~\nx\n~~~'],
  ['a closing fence may be longer', '```js\nx\n`````', 'x'],
  ['a closing fence has no info', '```js\nx\n``` js\ny\n```', 'x\n``` js\ny'],
  ['in a list', '- a\n  ```js\n  x\n\n    y\n  ```', 'x\n\n  y'],
  ['in a quote', '> ```js\n> x\n>\n> y\n> ```', 'x\n\ny'],
  ['in a quote in a list', '1. a\n\n   > ~~~js\n   > x\n   > ~~~', 'x'],
  ['blank lines of a list', '- ```js\n  x\n    \n  y\n  ```', 'x\n  \ny'],
])('D3 fences by the rules of CommonMark: %s', (_, markdown, text) => {
  expect(content(markdown)).toBe(text);
});

test.each([
  ['python', 'import os\n\ndef run(path):\n    for name in os.listdir(path):\n        print(name)\n'],
  ['json', '{ "name": "mill", "wheels": [1, 2] }'],
  ['bash', '#!/bin/sh\necho hi'],
])('D361 the language of code that names none is detected: %s', (language, code) => {
  expect(only(fence('', code))).toMatchObject({ language, title: 'Code' });
});

test('D361 the language that is given is kept, also when the code looks like another', () => {
  expect(only(fence('text', '{ "name": "mill" }'))).toMatchObject({ language: 'text' });
});

// Paths.

test.each([
  ['ts:src/a.ts', 'ts', 'src/a.ts'],
  ['c++:src/main.cpp', 'c++', 'src/main.cpp'],
  ['objective-c:App.m', 'objective-c', 'App.m'],
  ['x_y:a', 'x_y', 'a'],
  ['c#:src/App.cs', 'c#', 'src/App.cs'],
  ['md:docs/read me.md', 'md', 'docs/read me.md'],
  ['ts:./a/b.test.ts', 'ts', './a/b.test.ts'],
  ['ts:a..b/c...ts', 'ts', 'a..b/c...ts'],
  ['ts: src/a.ts ', 'ts', 'src/a.ts'],
  ['json:data.json', 'json', 'data.json'],
])('D3 a fence gives language and path: %s', (info, language, filename) => {
  for (const marker of ['```', '````', '~~~']) {
    const embed = only(fence(info, 'a\nb\nc', marker));
    expect(embed).toMatchObject({ type: 'code', language, filename, lineCount: 3 });
    expect(embed).not.toHaveProperty('title');
  }
});

test.each([
  ['a URL', 'js:https://evil.example/x.js'],
  ['a scheme without slashes', 'js:javascript:alert(1)'],
  ['a scheme and nothing else', 'js:://x'],
  ['a file URL', 'js:file:///etc/passwd'],
  ['a data URL', 'js:data:text/plain,x'],
  ['absolute', 'js:/etc/passwd'],
  ['a drive', 'js:C:\\Windows'],
  ['a network path', 'js:\\\\host\\x'],
  ['a home', 'js:~/x'],
  ['up', 'js:../x'],
  ['up in the middle', 'js:a/../../x'],
  ['up at the end', 'js:a/..'],
  ['up with the other slash', 'js:a\\\\..\\\\..\\\\x'],
  ['nothing', 'js: '],
])('D3 a path that leads elsewhere is dropped: %s', (_, info) => {
  const embed = only(fence(info));
  expect(embed).toMatchObject({ type: 'code', language: 'js', title: 'Code' });
  expect(embed).not.toHaveProperty('filename');
});

test('D3 a path has no backtick', () => {
  const embed = only('~~~js:a`b.js\nx\n~~~');
  expect(embed).toMatchObject({ language: 'js', title: 'Code' });
  expect(embed).not.toHaveProperty('filename');
});

test.each([
  ['```js\n```', 0],
  ['```js\n\n```', 0],
  ['```js\na\n```', 1],
  ['```js\na\n\n```', 2],
  ['```js\r\na\r\nb\r\n```', 2],
])('D3 lines are counted: %j', (markdown, lineCount) => {
  expect(only(markdown).lineCount).toBe(lineCount);
});

// Documents.

const doc = (first: string, rest = '<p>Hi</p>'): string => fence('document_html', `${first}\n${rest}`);

test('D4 a typed fence with a title in its first line is a document, with title and words', () => {
  const markdown = doc('<!-- title: "Plan" -->', '<h1>The plan</h1><p>is <b>go</b>od.</p>');
  expect(only(markdown)).toMatchObject({ type: 'doc', status: 'finished', title: 'Plan', wordCount: 4 });
  expect(only(markdown)).not.toHaveProperty('language');
});

test('D4 the title is no part of the content', () => {
  expect(content(doc('<!-- title: "Plan" -->'))).toBe('<p>Hi</p>');
});

test.each(['<!-- title: "  Plan  " -->', '<!--title:"Plan"-->', '  <!-- title:   "Plan" -->  '])(
  'D4 white space around a title is trimmed: %s',
  (first) => {
    expect(only(doc(first))).toMatchObject({ type: 'doc', title: 'Plan' });
  },
);

test.each([
  ['no title', '<p>Hi</p>'],
  ['a title without quotes', '<!-- title: Plan -->'],
  ['a title in single quotes', "<!-- title: 'Plan' -->"],
  ['an empty title', '<!-- title: "" -->'],
  ['a title of white space', '<!-- title: "  " -->'],
  ['more metadata behind it', '<!-- title: "Plan", author: "Ada" -->'],
  ['more metadata before it', '<!-- author: "Ada" title: "Plan" -->'],
  ['other metadata', '<!-- author: "Ada" -->'],
  ['more behind the comment', '<!-- title: "Plan" --><p>Hi</p>'],
  ['an empty line above it', '\n<!-- title: "Plan" -->'],
  ['a title in the second line', '<p>Hi</p>\n<!-- title: "Plan" -->'],
])('D4 it stays code and says why: %s', (_, first) => {
  const embed = only(doc(first));
  expect(embed).toMatchObject({ type: 'code', title: 'Code', problem: expect.stringMatching(/title/i) });
  expect(content(doc(first))).toBe(`${first}\n<p>Hi</p>`);
});

test.each(['html', 'document', 'document_md', 'sheet_csv', 'Document_HTML'])(
  'D4 only document_html is a document: %s',
  (info) => {
    const embed = only(fence(info, '<!-- title: "Plan" -->\nx'));
    expect(embed).toMatchObject({ type: 'code', language: info, title: 'Code' });
    expect(embed).not.toHaveProperty('problem');
  },
);

test.each(['html', 'document_html', 'ts'])('D4 of a path and a title the path is used: %s', (language) => {
  const markdown = fence(`${language}:docs/plan.html`, '<!-- title: "Plan" -->\n<p>Hi</p>');
  const embed = only(markdown);
  expect(embed).toMatchObject({ type: 'code', language, filename: 'docs/plan.html', lineCount: 2 });
  expect(embed).not.toHaveProperty('title');
  expect(embed).not.toHaveProperty('problem');
  expect(content(markdown)).toBe('<!-- title: "Plan" -->\n<p>Hi</p>');
});

test('D4 a path that leads elsewhere is none, so the title is used', () => {
  expect(only(fence('document_html:../x', '<!-- title: "Plan" -->\nx'))).toMatchObject({
    type: 'doc',
    title: 'Plan',
  });
});

// Tables.

const TABLE = '| a | b |\n| - | - |\n| 1 | 2 |';

test.each([
  ['alone', TABLE],
  ['between empty lines', `Text.\n\n${TABLE}\n\nText.`],
  ['right below text', `Text.\n${TABLE}`],
  ['ended by another block', `${TABLE}\n# Title`],
  ['without outer pipes', 'a | b\n--- | ---\n1 | 2'],
  ['in a list', `- x\n\n  ${TABLE.replaceAll('\n', '\n  ')}`],
  ['in a quote', `> ${TABLE.replaceAll('\n', '\n> ')}`],
])('D5 a table needs no fence: %s', (_, markdown) => {
  expect(only(markdown)).toMatchObject({ type: 'sheet', title: 'Table', rows: 2, cols: 2, cellCount: 4 });
  expect(content(markdown)).toEqual({
    grid: [
      ['a', 'b'],
      ['1', '2'],
    ],
  });
});

test.each([
  ['right above', `<!-- title: "Plans" -->\n${TABLE}`, 'Plans'],
  ['with an empty line between', `<!-- title: "Plans" -->\n\n${TABLE}`, 'Plans'],
  ['trimmed', `<!--title:" Plans "-->\n${TABLE}`, 'Plans'],
  ['in a list', `- <!-- title: "Plans" -->\n  ${TABLE.replaceAll('\n', '\n  ')}`, 'Plans'],
  ['without quotes', `<!-- title: Plans -->\n${TABLE}`, 'Table'],
  ['with other metadata', `<!-- title: "Plans", by: "Ada" -->\n${TABLE}`, 'Table'],
  ['with text between', `<!-- title: "Plans" -->\nText.\n\n${TABLE}`, 'Table'],
  ['below it', `${TABLE}\n\n<!-- title: "Plans" -->`, 'Table'],
])('D5 the title of a table is in the comment above it: %s', (_, markdown, title) => {
  expect(only(markdown)).toMatchObject({ type: 'sheet', title });
});

test('D5 a title is of one table only, and is no node of its own', () => {
  const { doc, embeds } = read(`<!-- title: "Plans" -->\n${TABLE}\n\n${TABLE}`);
  expect(embeds.map(({ title }) => title)).toEqual(['Plans', 'Table']);
  expect(doc.content.map(({ type }) => type)).toEqual(['embed', 'embed']);
});

test('D5 a draft shows a sheet when the empty line behind the table has come, with its title', () => {
  const titled = `<!-- title: "Plans" -->\n${TABLE}\n`;
  expect(write(titled).embeds).toEqual([]);
  expect(write(`${titled}\n`).embeds).toMatchObject([{ type: 'sheet', title: 'Plans' }]);
});

// Tool calls.

const REQUESTS = [
  { id: '93a8da', query: 'egg price' },
  { id: '7ch231', query: 'who profits' },
];
const skill = (...outputs: unknown[]) => ({
  app: 'Web',
  skill: 'Search',
  requests: REQUESTS.map((request, i) => (i < outputs.length ? { ...request, output: outputs[i] } : request)),
});
const page = { id: 'p', title: 'Eggs', url: 'https://x.example', description: '', snippets: [] };

test.each([
  ['no output yet', skill(), 'skill', 'processing'],
  ['one output of two', skill([page]), 'skill', 'processing'],
  ['all outputs', skill([page], []), 'skill', 'finished'],
  ['a focus', { app: 'Jobs', focus: 'Career advice', change: 'activated' }, 'focus', 'finished'],
  ['a focus that ends', { app: 'Jobs', focus: 'Career advice', change: 'deactivated' }, 'focus', 'finished'],
  [
    'memories',
    { requested: [{ app: 'Code', settings_and_memories: ['Current projects'] }] },
    'memories',
    'finished',
  ],
  ['other JSON', { app: 'Web', skill: 'Search' }, 'code', 'finished'],
  ['a list', [1, 2], 'code', 'finished'],
])('D7 JSON in a fence: %s', (_, value, type, status) => {
  const json = JSON.stringify(value, null, 2);
  expect(only(fence('json', json))).toMatchObject({ type, status });
  expect(content(fence('json', json))).toBe(json);
});

test.each([
  ['without result', {}, 'processing'],
  ['with its result', { output: 'x' }, 'finished'],
  ['that failed', { output: 'x', is_error: true }, 'error'],
])('D7 a stored call %s is a tool where the proof of the text holds, else code', (_, result, status) => {
  const json = JSON.stringify({ tool: 'read', id: 'c', input: {}, ...result }, null, 2);
  const parsed = (options: Omit<MessageOptions, 'messageId'>) =>
    parseMessage(`${fence('json', json)}\n\n`, { messageId: 'm', ...options }).embeds;
  expect(parsed({ mode: 'read', proven: true })).toMatchObject([{ type: 'tool', status, title: 'read' }]);
  for (const options of [
    { mode: 'read' },
    { mode: 'read', proven: false },
    { mode: 'write', proven: true },
  ] as const)
    expect(parsed(options)).toMatchObject([{ type: 'code', language: 'json', status: 'finished' }]);
});

test('D7 in a list it is no raw JSON either', () => {
  const json = JSON.stringify(skill([page], []), null, 2).replaceAll('\n', '\n  ');
  expect(only(`- I looked it up:\n  \`\`\`json\n  ${json}\n  \`\`\``)).toMatchObject({ type: 'skill' });
});

test.each([
  ['YAML', 'yml', 'app: Web\nskill: Search\nrequests: []'],
  ['JSON with a path', 'json:data.json', JSON.stringify(skill())],
  ['half of it', 'json', '{"app":"Web","skill":"Search","requests":['],
])('D7 code stays code: %s', (_, info, text) => {
  expect(only(fence(info, text))).toMatchObject({ type: 'code', status: 'finished' });
});

// The shape of an embed.

test('D8 an embed holds no text of its content', () => {
  const secret = 'abracadabra';
  const { doc, embeds } = read(
    [fence('js', secret), doc4(secret), `| ${secret} |\n| - |`, fence('json', `{"a":"${secret}"}`)].join(
      '\n\n',
    ),
  );
  expect(embeds).toHaveLength(4);
  expect(JSON.stringify(doc)).not.toContain(secret);
});
const doc4 = (text: string): string => fence('document_html', `<!-- title: "T" -->\n${text}`);

test('D8 the address of a content is the hash of all of it, so equal contents share it', () => {
  const X = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881';
  expect(only(fence('js'))).toMatchObject({ contentHash: X, contentRef: `cid:sha256:${X}` });
  expect(only(fence('ts:other.ts'))).toMatchObject({ contentRef: `cid:sha256:${X}` });
  const grid = [
    ['a', 'b'],
    ['1', '2'],
  ];
  expect(only(TABLE).contentHash).toBe(contentHash(JSON.stringify(grid)));
});

test('D8 ids are the message and the index, also when contents begin alike', () => {
  const long = 'a'.repeat(400);
  const { embeds } = read(
    [fence('js', `${long}1`), fence('js', `${long}2`), fence('js', `${long}1`)].join('\n'),
  );
  expect(embeds.map(({ id }) => id)).toEqual(['m:0', 'm:1', 'm:2']);
  expect(embeds[0]?.contentRef).not.toBe(embeds[1]?.contentRef);
  expect(embeds[0]?.contentRef).toBe(embeds[2]?.contentRef);
});
