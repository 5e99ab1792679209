import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFiles, root } from './support/project-files.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The rules of SPEC.md: list items that begin with a number in bold. */
const rules = Array.from(read('SPEC.md').matchAll(/^- \*\*([A-Z]\d+)\*\* /gm), ([, rule = '']) => rule);

/** The rules that tests cite: the first word of their names. */
const cited = new Set(
  ['packages', 'tests']
    .flatMap(projectFiles)
    .filter((file) => /\.(test|spec)\.tsx?$|-contract\.ts$/.test(file))
    .flatMap((file) =>
      Array.from(
        read(file).matchAll(
          /(?:\b(?:\w+T|t)est(?:\.\w+\(\w*\))*|(?:[\])]|as const)\))\(\s*['"`]([A-Z]\d+) /g,
        ),
        ([, rule = '']) => rule,
      ),
    ),
);

test('H11 each rule of SPEC.md stands there once and is proven by a test that cites it', () => {
  expect(rules.length).toBeGreaterThan(20);
  expect(rules.filter((rule, i) => rules.indexOf(rule) !== i)).toEqual([]);
  expect(rules.filter((rule) => !cited.has(rule))).toEqual([]);
});

test('H11 each rule that a test cites stands in SPEC.md', () => {
  expect([...cited].filter((rule) => !rules.includes(rule))).toEqual([]);
});

test('H11 no rule is longer than 300 characters: a longer one is several rules', () => {
  const texts = Array.from(
    read('SPEC.md').matchAll(/^- \*\*([A-Z]\d+)\*\* (.*(?:\n {2}.*)*)/gm),
    ([, rule = '', text = '']) => ({ rule, length: text.length }),
  );
  expect(texts).toHaveLength(rules.length);
  expect(texts.filter(({ length }) => length > 300)).toEqual([]);
});
