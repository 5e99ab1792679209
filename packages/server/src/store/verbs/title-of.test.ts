import { expect, test } from 'vitest';
import { titleOf } from './title-of.ts';

test.each([
  ['# Plan\n\nHere it is', 'Plan'],
  ['> - 1. quoted', 'quoted'],
  ['- a list', 'a list'],
  ['-5 degrees', '-5 degrees'],
  ['#', '#'],
  ['```ts\nconst a = 1;\n```', 'const a = 1;'],
  ['```\n```', '```'],
  ['#hashtag', '#hashtag'],
  ['  words\r\nmore', 'words'],
])('L396 the title of %j is %j', (message, title) => {
  expect(titleOf(message)).toBe(title);
});

test('L396 a long line of marks costs what its length does', () => {
  expect(titleOf('> '.repeat(50_000))).not.toBe('');
});
