import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './support/project-files.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const { measuredTable, tablesOf, withTable } = (await import(
  // A script without types, as `npm run docs` runs it.
  join(root, 'scripts/measured-table.mjs')
)) as {
  measuredTable(page: string): string;
  tablesOf(page: string): Map<string, string[][][]>;
  withTable(readme: string, table: string): string;
};

test('H74 the numbers of the README are those of docs/measured.md', () => {
  const readme = read('README.md');
  const printed = withTable(readme, measuredTable(read('docs/measured.md')));
  expect(readme, 'It is out of date. Run: npm run docs').toBe(printed);
});

test('H74 a number that changes there changes in the README, and one that is gone is missed', () => {
  const page = read('docs/measured.md');
  const [ours = ''] =
    tablesOf(page)
      .get('SSE server')?.[0]
      ?.find(([name]) => name === 'Millrace')
      ?.slice(1) ?? [];
  expect(ours).toMatch(/^[\d,]+$/);
  const changed = measuredTable(page.replaceAll(ours, '1'));
  expect(changed).toMatch(/SSE server.* \| 1 \|/);
  expect(() => measuredTable(page.replaceAll('incremark', 'another'))).toThrow(
    'docs/measured.md has no number for "incremark", "ratio" under "Markdown that arrives". Add it there',
  );
});

test('H74 every section with numbers names its command, and there is such a benchmark', () => {
  const benches = [...read('bench/main.ts').matchAll(/^ {2}(\w+): bench/gm)].map(([, name]) => name);
  benches.push('load');
  const named = [...read('docs/measured.md').matchAll(/^## .*$/gm)].flatMap(([head]) => {
    const names = [...head.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    if (head !== '## Where we are not ahead') expect(names, head).not.toEqual([]);
    return names;
  });
  for (const name of named) expect(benches).toContain(name);
});
