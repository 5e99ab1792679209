import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isLong, runs } from '../fixtures/long.ts';
import { longSuites } from '../scripts/test-long.mjs';
import { projectFiles, root } from './support/project-files.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

test('H315 each test file that asks for the long form is a suite of test:long', () => {
  const asking = ['packages', 'tests']
    .flatMap(projectFiles)
    .filter((file) => /\.test\.tsx?$/.test(file) && /\bisLong\b|\bruns\(\d/.test(read(file)));
  const suites = longSuites();
  expect(asking.length).toBeGreaterThan(50);
  expect(asking.filter((file) => !suites.includes(file))).toEqual([]);
});

test('H315 the long form is asked for in one place', () => {
  const name = ['MILLRACE', 'LONG'].join('_');
  const asking = ['packages', 'tests', 'fixtures']
    .flatMap(projectFiles)
    .filter((file) => /\.tsx?$/.test(file) && read(file).includes(`env['${name}']`));
  expect(asking).toEqual(['fixtures/long.ts']);
});

test('H315 a property is tried a quarter as often as in the long form, and at least once', () => {
  const share = isLong ? 1 : 4;
  for (const all of [1, 2, 40, 1000]) expect(runs(all)).toBe(Math.ceil(all / share));
});
