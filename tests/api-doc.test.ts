import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { apiPages, readEntries } from '../scripts/api-doc.mjs';
import { isUpToDate } from '../scripts/library-size.mjs';
import { root } from './support/project-files.ts';

const entries = readEntries();
const folder = join(root, 'docs/api');

test('H69 docs/api tells every export as its comment does', () => {
  const pages = apiPages(entries);
  expect(readdirSync(folder).sort()).toEqual([...pages.keys()].sort());
  for (const [name, text] of pages) {
    const hint = `docs/api/${name} is out of date. Run: npm run docs`;
    expect(readFileSync(join(folder, name), 'utf8'), hint).toBe(text);
  }
});

test('H69 every export has a sentence that names its subject', () => {
  const bad = [...entries].flatMap(([entry, list]) =>
    list
      .filter(
        ({ doc, signature }) =>
          signature !== '' && !/^(?!(?:What|Who|Whether|Where)\b)[`A-Z].*[.:]/s.test(doc),
      )
      .map(({ name, doc }) => `${entry} ${name}: ${doc}`),
  );
  expect(bad).toEqual([]);
});

test('H70 a number that is near is up to date, and one that is not is not', () => {
  const page = (size: string): string => `| \`a\` | ${size} |\n| \`b\` | 2.0 |\n`;
  expect(isUpToDate(page('100.0'), page('104.0'))).toBe(true);
  expect(isUpToDate(page('1.0'), page('1.2'))).toBe(true);
  expect(isUpToDate(page('100.0'), page('110.0'))).toBe(false);
  expect(isUpToDate(page('1.0'), page('1.0').replace('`b`', '`c`'))).toBe(false);
  expect(isUpToDate(page('1.0'), `${page('1.0')}| \`c\` | 3.0 |\n`)).toBe(false);
});
