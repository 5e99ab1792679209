import { TreeFragment } from '@lezer/common';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../../fixtures/long.ts';
import { firstChange } from './first-change.ts';
import { readTokens } from './highlight-code.ts';
import { loadParser } from './load-parser.ts';

const WORDS = [
  'a',
  '(',
  ')',
  ' => ',
  '{\n',
  '}\n',
  '"',
  '`',
  '/*',
  '*/',
  ';\n',
  'const ',
  'function ',
  ' = ',
  '// c\n',
  '<b>',
];

test('D110 before the first change of a tree every word has the kind that it had', async () => {
  const parser = (await loadParser('tsx')) ?? expect.fail();
  const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 60 }).map((words) => words.join(''));
  fc.assert(
    fc.property(text, text, (start, more) => {
      const before = parser.parse(start);
      const after = parser.parse(start + more, TreeFragment.addTree(before, [], true));
      const change = firstChange(before, after);
      const upTo = (code: string, tree: typeof before) => kindsOf(readTokens(code, tree, 0)).slice(0, change);
      expect(upTo(start + more, after)).toEqual(upTo(start, before));
    }),
    { numRuns: runs(500), examples: [['";\n"', '}\n"']] },
  );
});

/** The kind of each character. Space has none: it goes with the words around it. */
function kindsOf(lines: ReturnType<typeof readTokens>): readonly (string | undefined)[] {
  return lines.flatMap((line) => [
    ...line.flatMap(({ text, kind }) => [...text].map((sign) => (sign === ' ' ? undefined : kind))),
    undefined,
  ]);
}
