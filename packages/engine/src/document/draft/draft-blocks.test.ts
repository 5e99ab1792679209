import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draftEdit, draftSource } from '../../../../../fixtures/draft-texts.ts';
import { runs } from '../../../../../fixtures/long.ts';
import { wholeDraft } from '../../../../../fixtures/whole-draft.ts';
import { parseMessage } from '../message/message-parser.ts';
import type { DraftBlock } from './draft-block.ts';
import { type DraftBlocks, draftBlocks, moreDraftBlocks, updateDraftBlocks } from './draft-blocks.ts';
import { draftEmbed } from './draft-embed.ts';
import { type DraftText, draftText } from './draft-text.ts';

/** How often a law is tried; more for a long run. */
const RUNS = runs(400);

const ranges = (blocks: readonly DraftBlock[]) =>
  blocks.map(({ from, to, kind, closed }) => ({ from, to, kind, closed }));
const shown = (source: string) =>
  draftBlocks(source).blocks.map(({ from, to, kind, closed }) => [
    source.slice(from, to),
    closed ? kind : `(${kind})`,
  ]);
const embedsOf = ({ blocks }: DraftBlocks) =>
  blocks.filter(({ closed }) => closed).map((block, index) => draftEmbed(block, { messageId: 'm', index }));

function edited(source: string, from: number, to: number, put: string): string {
  return source.slice(0, from) + put + source.slice(to);
}

test.each(['http:test', 'https:/a', 'HTTP:x'])('X61 %s alone on a line of a draft is text', (text) => {
  expect(draftBlocks(`${text}\n\n`).blocks).toEqual([]);
});

test.each([
  ['# a\n\ntext', [['# a', '(heading)']]],
  ['a\n===\nb', [['a\n===', '(heading)']]],
  ['```js\na\n```\nb', [['```js\na\n```', 'code']]],
  ['```js\na\n\n\n', [['```js\na', '(code)']]],
  ['```js\r\na\r\n```\r\nb', [['```js\r\na\r\n```', 'code']]],
  ['| a |\n| - |', [['| a |\n| - |', '(table)']]],
  ['| a |\n| - |\n\nb', [['| a |\n| - |', 'sheet']]],
  ['<!-- title: "T" -->\n\n| a |\n| - |\n\n', [['<!-- title: "T" -->\n\n| a |\n| - |', 'sheet']]],
  ['<!-- title: "T" -->\n| a |\n| - |\n', [['| a |\n| - |', '(table)']]],
  [
    'see\nhttps://x.org \nhttps://y.org/a.png\nb',
    [
      ['https://x.org ', 'web'],
      ['https://y.org/a.png', 'image'],
    ],
  ],
  ['https://x.org', [['https://x.org', '(url)']]],
  ['- ```\n  a\n  ```\n', []],
  ['$$\nx\n$$\n', [['$$\nx\n$$', '(math)']]],
  [
    '```document_html\n<!-- title: "T" -->\n<p>a\n```',
    [['```document_html\n<!-- title: "T" -->\n<p>a\n```', 'doc']],
  ],
])('D400 the ranges of whole lines without the last break: %j', (source, expected) => {
  expect(shown(source)).toEqual(expected);
});

test('D401 the closed blocks of any text have the embeds of a draft that is parsed whole, and its nodes', () => {
  fc.assert(
    fc.property(draftSource, (source) => {
      const whole = wholeDraft(source, 'm');
      expect(embedsOf(draftBlocks(source))).toEqual(whole.embeds);
      const { doc, embeds } = parseMessage(source, { mode: 'write', messageId: 'm' });
      expect(doc.content).toEqual(whole.nodes);
      expect(embeds).toEqual(whole.embeds.map(({ attrs }) => attrs));
    }),
    { numRuns: RUNS },
  );
});

test('D401 the kind of a closed block is the type of its embed, and no block ends in a line break or meets another', () => {
  fc.assert(
    fc.property(draftSource, (source) => {
      let at = 0;
      for (const block of draftBlocks(source).blocks) {
        expect(block.from).toBeGreaterThanOrEqual(at);
        expect(block.from === 0 || source[block.from - 1] === '\n').toBe(true);
        expect(source.slice(block.from, block.to)).toMatch(/[^\r\n]$/);
        expect(source.slice(block.to)).toMatch(/^(\r?\n|$)/);
        if (block.closed) expect(draftEmbed(block, { messageId: 'm', index: 0 }).attrs.type).toBe(block.kind);
        at = block.to + 1;
      }
    }),
    { numRuns: RUNS },
  );
});

test('D402 after any edits the blocks are those of the text', () => {
  fc.assert(
    fc.property(draftSource, fc.array(draftEdit, { minLength: 1, maxLength: 8 }), (first, edits) => {
      let source = first;
      let blocks = draftBlocks(source);
      for (const { at, gone, put } of edits) {
        const from = Math.round((at / 1000) * source.length);
        const to = Math.min(from + gone, source.length);
        source = edited(source, from, to, put);
        blocks = updateDraftBlocks(blocks, draftText(source), { from, to, inserted: put.length });
        const fresh = draftBlocks(source);
        expect(ranges(blocks.blocks)).toEqual(ranges(fresh.blocks));
        expect(embedsOf(blocks)).toEqual(embedsOf(fresh));
      }
    }),
    { numRuns: RUNS },
  );
});

test('D485 a draft that is read bit by bit, with edits in between, has the blocks of its text as far as it is read', () => {
  fc.assert(
    fc.property(
      draftSource,
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.tuple(draftEdit, fc.nat(3)), { minLength: 1, maxLength: 8 }),
      (first, most, edits) => {
        let source = first;
        let text = draftText(source);
        let blocks = draftBlocks(text, most);
        for (const [{ at, gone, put }, times] of edits) {
          const from = Math.round((at / 1000) * source.length);
          const to = Math.min(from + gone, source.length);
          source = edited(source, from, to, put);
          text = draftText(source);
          blocks = updateDraftBlocks(blocks, text, { from, to, inserted: put.length });
          for (let i = 0; i < times; i++) blocks = moreDraftBlocks(blocks, text);
          const readTo = blocks.unread?.start ?? source.length;
          const fresh = ranges(draftBlocks(source).blocks);
          expect(ranges(blocks.blocks)).toEqual(fresh.filter((block) => block.from < readTo));
        }
        for (let i = 0; blocks.unread !== undefined && i <= source.length; i++)
          blocks = moreDraftBlocks(blocks, text);
        expect(blocks.unread).toBeUndefined();
        expect(embedsOf(blocks)).toEqual(embedsOf(draftBlocks(source)));
      },
    ),
    { numRuns: RUNS },
  );
});

test('D485 what an update reads for a text that was read in part, and stops at, has an owner: another text reads anew', () => {
  const source = `${'some words\n'.repeat(20)}\n\`\`\`\na\n\`\`\`\n`;
  const text = draftText(source);
  const half = draftBlocks(text, 50);
  // Two texts come from one, as when an editor tries a change out.
  const [x, y] = ['# a\n\n', '\n\n# b'].map((put) => draftText(edited(source, 99, 99, put)));
  if (x === undefined || y === undefined) throw new Error('There are two texts.');
  const change = { from: 99, to: 99, inserted: 5 };
  let [one, two] = [updateDraftBlocks(half, x, change), updateDraftBlocks(half, y, change)];
  for (let i = 0; i < 20; i++) [one, two] = [moreDraftBlocks(one, x), moreDraftBlocks(two, y)];
  expect(ranges(one.blocks)).toEqual(ranges(draftBlocks(x).blocks));
  expect(ranges(two.blocks)).toEqual(ranges(draftBlocks(y).blocks));
});

test.each([
  ['words', 'some words of it\n'],
  ['short parts', 'a\n\n'],
  ['fences', '```\na\n```\n\n'],
])('D485 no step reads more than was asked for of a long draft: %s', (_name, line) => {
  const source = line.repeat(20_000);
  const text = counted(source);
  let blocks = draftBlocks(text, 10_000);
  let steps = 1;
  for (; blocks.unread !== undefined; steps++) {
    // A text is read in pieces, and the last is not used up.
    expect(text.read).toBeLessThanOrEqual(20_000);
    text.read = 0;
    blocks = moreDraftBlocks(blocks, text);
  }
  expect(steps).toBeGreaterThanOrEqual(source.length / 10_000);
  expect(ranges(blocks.blocks)).toEqual(ranges(draftBlocks(source).blocks));
});

/** A text that counts the characters that were read of it. */
function counted(source: string): DraftText & { read: number } {
  return {
    length: source.length,
    read: 0,
    sliceString(from, to = source.length) {
      this.read += to - from;
      return source.slice(from, to);
    },
  };
}

const PIECES = [
  '```js\nlet a = 1;\nlet b = 2;\n```\n\n',
  '| a | b |\n| - | - |\n| 1 | 2 |\n\n',
  'https://example.org/a \n\n',
  '<!-- title: "T" -->\n| a |\n| - |\n\n',
];

/** A draft of so many lines with 400 closed blocks, spread over it between prose and lists. */
function longDraft(lines: number): string {
  const fill = 'Some prose on a line.\n- an item\n\n';
  const times = Math.max(Math.round((lines - 1500) / 3 / 400), 1);
  return Array.from({ length: 400 }, (_, i) => `${PIECES[i % 4]}${fill.repeat(times)}`).join('');
}

test.each([
  ['a letter in prose', 'x'],
  ['a line break', '\n'],
  ['a heading', '\n# a\n'],
  ['a whole fence', '\n```\na\n```\n'],
  ['a backtick', '`'],
])('D403 a key reads as little of 20,000 lines as of 2,000: %s', (_name, put) => {
  const reads = [2000, 20_000].map((lines) => {
    const source = longDraft(lines);
    const blocks = draftBlocks(source);
    expect(blocks.blocks.filter(({ closed }) => closed)).toHaveLength(400);
    let most = 0;
    for (let tenth = 0; tenth < 10; tenth++) {
      const from = source.indexOf('prose', (source.length * tenth) / 10);
      const text = counted(edited(source, from, from, put));
      updateDraftBlocks(blocks, text, { from, to: from, inserted: put.length });
      most = Math.max(most, text.read);
    }
    return most;
  });
  expect(Math.max(...reads)).toBeLessThanOrEqual(1024);
});

test.each([
  ['a letter', 'x'],
  ['a line', '\nlet c;\n'],
  ['backticks in a line', '```'],
])('D403 a key in a fence of 20,000 lines reads the lines around it: %s', (_name, put) => {
  const source = `# a\n\n\`\`\`js\n${'let a = 1;\n'.repeat(20_000)}\`\`\`\n\n| a |\n| - |\n\n`;
  const from = source.indexOf('let', source.length / 2) + 2;
  const blocks = draftBlocks(source);
  const now = edited(source, from, from, put);
  const text = counted(now);
  const after = updateDraftBlocks(blocks, text, { from, to: from, inserted: put.length });
  expect(text.read).toBeLessThanOrEqual(2048);
  expect(ranges(after.blocks)).toEqual(ranges(draftBlocks(now).blocks));
  expect(embedsOf(after)).toEqual(embedsOf(draftBlocks(now)));
});

/** Lines of words, addresses and what interrupts a paragraph, without an empty one. */
const proseLine = fc.constantFrom(
  ...['some words', 'more of them', 'const a = f(1);', '} else {', '  return x;', '    deep down', 'x'],
  ...['https://x.org/a', 'see https://x.org', 'note: this', 'geo:1,2', '| - |', '| - | - |', 'a | b', '---'],
  ...[
    '===',
    '# a',
    '- b',
    '> c',
    '1. d',
    '2. e',
    '$$',
    '\\\\[',
    '```',
    '<!-- title: "T" -->',
    '[a]: /b',
    '"t"',
    '<div>',
  ],
);
const proseEdit = fc.record({
  at: fc.nat(1000),
  gone: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(30)),
  put: fc.oneof(
    fc.constantFrom(
      '',
      'x',
      ' ',
      '\n',
      'two words',
      '\nmore words\n',
      '|',
      '-',
      '\n    ',
      '\n\n',
      ':',
      'é',
      '\r',
    ),
    proseLine,
  ),
});

test('D481 after changes of words in a paragraph the blocks are those of the text', () => {
  fc.assert(
    fc.property(
      fc.array(proseLine, { minLength: 3, maxLength: 12 }),
      fc.constantFrom('', '\n', '\n\nend of it', '\n```\na\n```\n'),
      fc.array(proseEdit, { minLength: 1, maxLength: 8 }),
      (lines, end, edits) => {
        let source = `some words\n${lines.join('\n')}${end}`;
        let blocks = draftBlocks(source);
        for (const { at, gone, put } of edits) {
          const from = Math.round((at / 1000) * source.length);
          const to = Math.min(from + gone, source.length);
          source = edited(source, from, to, put);
          blocks = updateDraftBlocks(blocks, draftText(source), { from, to, inserted: put.length });
          const fresh = draftBlocks(source);
          expect(ranges(blocks.blocks)).toEqual(ranges(fresh.blocks));
          expect(embedsOf(blocks)).toEqual(embedsOf(fresh));
        }
      },
    ),
    { numRuns: RUNS * 5 },
  );
});

test.each([
  ['a letter', 'x'],
  ['a space', ' '],
  ['a line', ' more\nand more '],
])('D481 a key in a paragraph of 20,000 lines reads the lines around it: %s', (_name, put) => {
  const source = 'const a = compute(1);\nhttps://x.org/a\n'.repeat(10_000);
  const blocks = draftBlocks(source);
  expect(blocks.blocks).toHaveLength(10_000);
  const words = `${source}words and more words\nat the end of it`;
  for (const [text, from] of [
    [words, words.length - 3],
    [words, words.length],
    [`${'some words of it\n'.repeat(20_000)}\nend`, 170_003],
  ] as const) {
    const now = counted(edited(text, from, from, put));
    const after = updateDraftBlocks(draftBlocks(text), now, { from, to: from, inserted: put.length });
    expect(now.read).toBeLessThanOrEqual(2048);
    expect(ranges(after.blocks)).toEqual(ranges(draftBlocks(edited(text, from, from, put)).blocks));
  }
});

test.each([
  ['a letter', 'x'],
  ['a line', '\nmore\n'],
  ['a backtick', '`'],
  ['a fence', '\n```\na\n```\n'],
])('D403 a key in the line above a fence of 20,000 lines does not read the fence: %s', (_name, put) => {
  const source = `See\nthis\n\`\`\`js\n${'let a = 1;\n'.repeat(20_000)}\`\`\`\n\n| a |\n| - |\n\n`;
  const from = source.indexOf('this') + 2;
  const blocks = draftBlocks(source);
  const now = edited(source, from, from, put);
  const text = counted(now);
  const after = updateDraftBlocks(blocks, text, { from, to: from, inserted: put.length });
  expect(text.read).toBeLessThanOrEqual(2048);
  expect(after.blocks.at(-2)?.source).toBe(blocks.blocks.at(-2)?.source);
  expect(ranges(after.blocks)).toEqual(ranges(draftBlocks(now).blocks));
  expect(embedsOf(after)).toEqual(embedsOf(draftBlocks(now)));
});

test('D402 a line that opens no fence any more belongs to the text above it', () => {
  const lines = (opening: string): string => `| a |\n${opening}\n| - |\nhttps://x.org\n\`\`\`\nb`;
  const changes = [
    ['```', '```a`'],
    ['```', 'x```'],
    ['```', '    ```'],
    ['```', '| - |'],
    ['```js', '``js'],
    ['``js', '```js'],
  ] as const;
  for (const [before, now] of changes) {
    const [source, after] = [lines(before), lines(now)];
    const from = source.indexOf(before);
    const change = { from, to: from + before.length, inserted: now.length };
    const updated = updateDraftBlocks(draftBlocks(source), draftText(after), change);
    expect(ranges(updated.blocks), now).toEqual(ranges(draftBlocks(after).blocks));
  }
});

test('D404 a preview in the paragraph that is written keeps its source', () => {
  const source = 'See\nhttps://x.org/a \nand\nhttps://x.org/b \nend';
  const before = draftBlocks(source);
  const from = source.indexOf('and') + 1;
  const text = draftText(edited(source, from, from, 'xyz'));
  const after = updateDraftBlocks(before, text, { from, to: from, inserted: 3 });
  expect(after.blocks).toHaveLength(2);
  for (const [i, { source: kept }] of after.blocks.entries()) expect(kept).toBe(before.blocks[i]?.source);
});

test('D402 a change in a fence whose kind hangs on its text changes the kind', () => {
  const focus = '```json\n{"app": "x",\n"focus": "y",\n"change": "z"\n}\n```\n';
  const source = focus.replace('"focus"', '"focu"');
  const from = source.indexOf('"focu"') + 5;
  const before = draftBlocks(source);
  const change = { from, to: from, inserted: 1 };
  expect(before.blocks.map(({ kind }) => kind)).toEqual(['code']);
  expect(updateDraftBlocks(before, draftText(focus), change).blocks.map(({ kind }) => kind)).toEqual([
    'focus',
  ]);
});

test('D404 a block that no change touched keeps its object, or its source when it moves, and its embed', () => {
  const source = longDraft(2000);
  const before = draftBlocks(source);
  const place = { messageId: 'm', index: 7 };
  const contents = before.blocks.map((block) => draftEmbed(block, place).content);
  const from = source.indexOf('https://', source.length / 2);
  const text = counted(edited(source, from, from, 'see '));
  const { blocks } = updateDraftBlocks(before, text, { from, to: from, inserted: 4 });
  text.read = 0;
  const gone = before.blocks.findIndex((block) => block.from === from);
  const kept = before.blocks.filter((_, i) => i !== gone);
  expect(blocks).toHaveLength(kept.length);
  for (const [i, block] of blocks.entries()) {
    if (i < gone) expect(block).toBe(kept[i]);
    expect(block.source).toBe(kept[i]?.source);
    expect(draftEmbed(block, place).content).toBe(contents[i < gone ? i : i + 1]);
  }
  expect(text.read).toBe(0);
});

test('D405 draftEmbed reads a block once, gives another place another id only, and refuses what is not closed', () => {
  const text = counted('```js\nlet a;\n```\n\n# a');
  const [code, heading] = draftBlocks(text).blocks;
  if (code === undefined || heading === undefined) throw new Error('There are two blocks.');
  text.read = 0;
  const first = draftEmbed(code, { messageId: 'm', index: 0 });
  const { read } = text;
  expect(read).toBe(16);
  expect(draftEmbed(code, { messageId: 'm', index: 0 })).toBe(first);
  const second = draftEmbed(code, { messageId: 'm', index: 1 });
  expect(second).toEqual({ ...first, attrs: { ...first.attrs, id: 'm:1' } });
  expect(text.read).toBe(read);
  expect(() => draftEmbed(heading, { messageId: 'm', index: 0 })).toThrow('closed');
});
