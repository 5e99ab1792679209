import { expect, test } from 'vitest';
import { findCommands } from './find-commands.ts';

const wordsOf = (text: string): string[][] =>
  findCommands(text).map(({ words }) => words.map((word) => word.text));

test.each<[string, string[][]]>([
  ['a && b | c; d & e || f', [['a'], ['b'], ['c'], ['d'], ['e'], ['f']]],
  ['a\nb\n\n  c  ', [['a'], ['b'], ['c']]],
  ['a |& b', [['a'], ['b']]],
  ['(a; b) && c', [['a'], ['b'], ['c']]],
  ['a &&\n b', [['a'], ['b']]],
  [`echo "x;y" 'p|q' a\\;b`, [['echo', 'x;y', 'p|q', 'a;b']]],
  [`echo 'a'"b"\\c''`, [['echo', 'abc']]],
  ['echo "" \'\'', [['echo', '', '']]],
  ['echo "a\\"b\\\\c\\d\\$e"', [['echo', 'a"b\\c\\d$e']]],
  ['ls a#b', [['ls', 'a#b']]],
  ['r\\\nm x', [['rm', 'x']]],
  ['"ls" > out 2>&1 < in', [['ls']]],
  ['echo cost$ "5$"', [['echo', 'cost$', '5$']]],
])('A52 what a line could run is found: %s', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test('A52 redirections tell what they read and write; other numbers and the like are no files', () => {
  const [command] = findCommands('a > x 2>>y >|w 3<>v < u 2>&1 >&-');
  expect(command?.words.map(({ text }) => text)).toEqual(['a']);
  expect(command?.writes.map(({ text }) => text)).toEqual(['x', 'y', 'w', 'v']);
  expect(command?.reads.map(({ text }) => text)).toEqual(['u']);
  expect(findCommands('(a) > x').at(-1)?.writes).toHaveLength(1);
});
