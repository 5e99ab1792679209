import { expect, test } from 'vitest';
import { lineChanges } from './line-changes.ts';

const block = (search: string, replace: string) =>
  `<<<<<<< SEARCH\n:start_line:3\n-------\n${search}=======\n${replace}>>>>>>> REPLACE\n`;

test.each([
  [[block('b\n', 'a\nb\n')], 1, 0],
  [[block('a\nb\nc\n', 'a\nx\ny\nc\n')], 2, 1],
  [[block('a\n', '')], 0, 1],
  [[block('a\n', 'b\n'), block('c\nd\n', 'c\n')], 1, 2],
  [['no block'], 0, 0],
])('T16 the row of a change counts its lines: %j adds %i, removes %i', (blocks, added, removed) => {
  expect(lineChanges('apply_diff', { path: 'a.ts', diff: blocks.join('\n') })).toEqual({ added, removed });
});

test('T16 lines that are put in are counted, and nothing is told of other calls', () => {
  expect(lineChanges('insert_content', { content: 'a\nb\n' })).toEqual({ added: 2, removed: 0 });
  expect(lineChanges('write_to_file', { content: 'a' })).toBeUndefined();
  expect(lineChanges('apply_diff', { args: '<file>' })).toBeUndefined();
});
