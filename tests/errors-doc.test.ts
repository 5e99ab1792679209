import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFiles, root } from './support/project-files.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** No error codes: issues of zod, which never leave the process, and a mark of documents. */
const INTERNAL = new Set(['custom', 'code']);

/** Code that names an error code: a refusal, a union of codes, or an object that has one. */
const NAMED = [
  /\bproblem\(\s*\d{3},\s*'([a-z_]+)'/g,
  /(?<!readonly )\bcode: '([a-z_]+)'/g,
  /\b(?:type \w+(?:Error|Refused)Code =|readonly code:)((?:\s|\/\*\*.*\*\/|\|\s*'[a-z_]+'|'[a-z_]+')+)/g,
];

function codesIn(text: string): readonly string[] {
  return NAMED.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ([, found = '']) =>
      found.includes("'") ? Array.from(found.matchAll(/'([a-z_]+)'/g), ([, code = '']) => code) : [found],
    ),
  )
    .flat()
    .filter((code) => /^[a-z_]+$/.test(code) && !INTERNAL.has(code));
}

const inSources = new Set(
  ['packages/engine/src', 'packages/server/src', 'packages/app/src']
    .flatMap(projectFiles)
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|-contract\.ts$/.test(file))
    .flatMap((file) => codesIn(read(file))),
);
const listed = Array.from(read('docs/errors.md').matchAll(/^\| `([a-z_]+)` \|/gm), ([, code = '']) => code);

test('H260 docs/errors.md lists each error code of the sources, once', () => {
  expect(inSources.size).toBeGreaterThan(60);
  expect([...inSources].filter((code) => !listed.includes(code)).sort()).toEqual([]);
  expect(listed.filter((code, i) => listed.indexOf(code) !== i)).toEqual([]);
});

test('H260 docs/errors.md lists no code that the sources do not have', () => {
  expect(listed.filter((code) => !inSources.has(code)).sort()).toEqual([]);
});

test('H260 docs/errors.md gives each refusal the status that it has', () => {
  const rows = new Map(
    Array.from(
      read('docs/errors.md').matchAll(/^\| `([a-z_]+)` \| ([^|]+) \|/gm),
      ([, code = '', cell = '']) => [code, cell.split(', ')],
    ),
  );
  const wrong = projectFiles('packages/server/src/http')
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .flatMap((file) => Array.from(read(file).matchAll(/\bproblem\(\s*(\d{3}),\s*'([a-z_]+)'/g)))
    .filter(([, status = '', code = '']) => rows.get(code)?.includes(status) !== true)
    .map(([, status, code]) => `${code} ${status}`);
  expect(wrong).toEqual([]);
});

test('H260 the codes of a refusal, of a union and of an object are found', () => {
  expect(codesIn("throw problem(\n 400,\n 'bad_day', x)")).toEqual(['bad_day']);
  expect(codesIn("type StoreErrorCode =\n  | 'a_b'\n  /** Why. */\n  | 'c';")).toEqual(['a_b', 'c']);
  expect(codesIn("{ readonly code: 'x' | 'y'; }")).toEqual(['x', 'y']);
});
