import { expect, test } from 'vitest';
import { createMarkdownParser, type MarkdownParser } from './markdown-parser.ts';
import type { MarkdownBlock, MarkdownTree } from './tree.ts';

const BLOCKS = [
  '# A *heading*\n\n',
  'A paragraph with **bold**, `code`, [link](/u) and <b>html</b>\nin two lines.\n\n',
  '- one\n- two\n  - three\n\n',
  'After.\n\n',
  '> quote\n> more\n\n',
  '```js\nlet x = 1;\n```\n\n',
  '| a | b |\n|---|---|\n| 1 | *2* |\n\n',
  '<div>\nhtml\n</div>\n\n',
  '$$\nx\n$$\n\n',
  'Title\n=====\n\n',
  '[^1]: a footnote\n\n',
  '***\n\n',
];

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen);
}

/** Appends character by character and looks at the tree after each. */
function feed(parser: MarkdownParser, text: string, look: (tree: MarkdownTree) => void): void {
  for (const character of text) {
    parser.append(character);
    look(parser.tree);
  }
}

test.each([true, false])('D336 a finished block is frozen and stays the same object (ahead: %s)', (ahead) => {
  const parser = createMarkdownParser({ ahead });
  const finished: MarkdownBlock[] = [];
  for (const text of [...BLOCKS, ...BLOCKS]) {
    feed(parser, text, ({ children }) => {
      finished.forEach((block, i) => {
        expect(children[i]).toBe(block);
      });
    });
    // The last block may still go on; those before it cannot.
    const { children } = parser.tree;
    for (const block of children.slice(finished.length, -1)) {
      expect(isDeeplyFrozen(block)).toBe(true);
      finished.push(block);
    }
  }
  expect(finished.length).toBeGreaterThan(20);
  const { children } = parser.end();
  finished.forEach((block, i) => {
    expect(children[i]).toBe(block);
  });
});

test('D336 the items of an open list and the rows of an open table stay the same', () => {
  const parser = createMarkdownParser();
  parser.append('- one\n- two\n- th');
  const list = parser.tree.children[0];
  const items = list?.type === 'list' ? [...list.children] : [];
  parser.append('ree\n- four');
  const next = parser.tree.children[0];
  expect(next).not.toBe(list);
  expect(next?.type === 'list' ? next.children.slice(0, 2) : []).toEqual(items.slice(0, 2));
  expect(next?.type === 'list' && next.children[0] === items[0] && next.children[1] === items[1]).toBe(true);
  expect(items.slice(0, 2).every(isDeeplyFrozen)).toBe(true);
});

test('D336 only a leaf that mentions a label is read again when it is defined, with what holds it', () => {
  const parser = createMarkdownParser();
  parser.append('Plain.\n\nSee [foo].\n\n> - in [foo] and [bar]\n\nLast.\n\n');
  const before = [...parser.tree.children];
  parser.append('[foo]: /f\n\n');
  const { children } = parser.tree;
  expect(before.map((block, i) => block === children[i])).toEqual([true, false, false, true]);
  expect(JSON.stringify(children[1])).toContain('"url":"/f"');
  expect(JSON.stringify(children[2])).toContain('"url":"/f"');
  expect(JSON.stringify(before[1])).not.toContain('/f');
  parser.append('[bar]: /b\n\n[foo]: /second\n\n');
  expect(parser.tree.children[1]).toBe(children[1]);
  expect(JSON.stringify(parser.tree.children[2])).toContain('"url":"/b"');
  expect(isDeeplyFrozen(parser.end())).toBe(true);
});

test('D336 a mention in a table and one of a footnote are read again', () => {
  const parser = createMarkdownParser({ ahead: false });
  parser.append('| [foo] | b |\n|---|---|\n| c[^1] | [foo] |\n\nx\n\n[foo]: /f\n\n[^1]: n\n\ny');
  const text = JSON.stringify(parser.end());
  expect(text.match(/"url":"\/f"/g)?.length).toBe(3);
  expect(text).toContain('"footnoteReference"');
});

test('D336 a definition that is still growing counts only for the tree that is shown', () => {
  const parser = createMarkdownParser({ ahead: false });
  parser.append('See [foo].\n\n');
  const [mention] = parser.tree.children;
  parser.append('[foo]: /f');
  expect(JSON.stringify(parser.tree.children[0])).toContain('"url":"/f"');
  parser.append(' not a title');
  expect(parser.tree.children[0]).toBe(mention);
});
