import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hiddenSubjects } from './support/hidden-subjects.ts';
import { projectFiles, root } from './support/project-files.ts';

test.each([
  ['/** What waits. */', ['What waits.']],
  ['/**\n * Whether it\n * waits.\n */', ['Whether it']],
  ['a(); // Who waits.', ['Who waits.']],
  ['{/* Where it is. */}', ['Where it is.']],
  ['a(); // It waits.\n// Whoever reads it.', ['Whoever reads it.']],
  ['// It waits.\n  // What is read.', []],
  ['/** The calls that wait. What is read. */', []],
  ["'What waits'; // Whatsoever", []],
])('H85 the beginning of %j is found, or there is none', (source, found) => {
  expect(hiddenSubjects(source)).toEqual(found);
});

test('H85 every comment in the packages names its subject first', () => {
  const sources = projectFiles('packages').filter((file) => /\.(css|m?js|tsx?)$/.test(file));
  const hidden = sources.flatMap((file) =>
    hiddenSubjects(readFileSync(join(root, file), 'utf8')).map((comment) => `${file}: ${comment}`),
  );
  expect(sources.length).toBeGreaterThan(100);
  expect(hidden).toEqual([]);
});
