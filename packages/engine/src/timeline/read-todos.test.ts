import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTodos } from './read-todos.ts';

test('A256 a list of steps is read line by line, and a line that is none is told by its number', () => {
  expect(readTodos('[x] Read\r\n\n- [-] Write \n* [ ] Test\nnot a step')).toEqual([
    { line: 1, todo: { state: 'done', text: 'Read' } },
    { line: 3, todo: { state: 'doing', text: 'Write' } },
    { line: 4, todo: { state: 'open', text: 'Test' } },
    { line: 5, todo: undefined },
  ]);
});

test('A256 any text is read: each line that is not empty stands once, in order', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('[', ']', 'x', '-', ' ', 'a', '\n', '\r') }), (list) => {
      const lines = list.split(/\r?\n/);
      const filled = lines.flatMap((line, i) => (line.trim() === '' ? [] : [i + 1]));
      expect(readTodos(list).map(({ line }) => line)).toEqual(filled);
    }),
  );
});
