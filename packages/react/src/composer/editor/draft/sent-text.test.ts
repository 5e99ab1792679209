import { Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import { sentText } from './sent-text.ts';

test.each([
  ['', ''],
  ['a', 'a'],
  ['```js\na', '```js\na\n```'],
  ['```js\na\n', '```js\na\n```'],
  ['```js\na\n\n  \n', '```js\na\n\n  \n```'],
  ['````\n```\n', '````\n```\n````'],
  ['  ~~~x\na', '  ~~~x\na\n~~~'],
  ['```js\na\n```', '```js\na\n```'],
  ['```js\na\n```\nb', '```js\na\n```\nb'],
  ['    code', '    code'],
  ['`a', '`a'],
])(
  'D455 a fence that is still open is closed when it is sent, and nothing else changes: %j',
  (text, sent) => {
    expect(sentText(text, Text.of(text.split('\n')))).toBe(sent);
  },
);
