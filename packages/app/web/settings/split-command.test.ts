import { expect, test } from 'vitest';
import { splitCommand } from './split-command.ts';

test.each([
  ['npx -y server /tmp', ['npx', '-y', 'server', '/tmp']],
  ['  node   a.js ', ['node', 'a.js']],
  [`run "two words" 'and "these"' a\\ b`, ['run', 'two words', 'and "these"', 'a b']],
  ['x "a\\"b" --name="My files"', ['x', 'a"b', '--name=My files']],
  [`x '' ""`, ['x', '', '']],
  ['x "open', ['x', '"open']],
  ['', []],
])('X31 the command line %s has its words', (line, words) => {
  expect(splitCommand(line)).toEqual(words);
});
