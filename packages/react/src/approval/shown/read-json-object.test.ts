import { expect, test } from 'vitest';
import { readJsonObject } from './read-json-object.ts';

test('U4 an object is read as JSON has it', () => {
  expect(readJsonObject(' {"a": [1, "\\u200b"]}\n')).toEqual({ type: 'object', value: { a: [1, '\u200b'] } });
});

test.each([
  ['{\n  "a": 1,\n  "b": x\n}', 3, 8],
  ['{"a": 1,}', 1, 9],
  ["{'a': 1}", 1, 2],
  ['{} {}', 1, 4],
])('U4 of %j it says where it is wrong', (text, line, column) => {
  expect(readJsonObject(text)).toMatchObject({ type: 'problem', line, column });
});

test.each(['', ' ', '{', '{"a":', '{"a": "b'])('U4 %j ends too early', (text) => {
  expect(readJsonObject(text)).toEqual({ type: 'unfinished' });
});

test.each(['[]', 'null', '"text"', '[{"a": 1}]', 'true', '7'])('U4 %s is JSON and no object', (text) => {
  expect(readJsonObject(text)).toEqual({ type: 'no_object' });
});
