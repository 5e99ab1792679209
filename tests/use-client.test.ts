import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFiles, root } from './support/project-files.ts';

test("T315 what takes a value from React says 'use client', and nothing else does", () => {
  const sources = projectFiles('packages/react/src').filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\./.test(file),
  );
  expect(sources.length).toBeGreaterThan(100);
  const wrong = sources.filter((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    const takes = Array.from(
      source.matchAll(/^import (?!type )(\{[^}]*\}|\w+)(?:, \{[^}]*\})? from 'react(?:-dom[^']*)?';/gm),
    ).some(([, names = '']) =>
      names
        .replace(/[{}\s]/g, ' ')
        .split(',')
        .some((name) => /^\s*(?!type )\w/.test(name)),
    );
    return takes !== source.startsWith("'use client';\n");
  });
  expect(wrong).toEqual([]);
});
