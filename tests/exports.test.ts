import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as react from '../packages/react/src/index.ts';
import { type Export, readEntries } from '../scripts/api-doc.mjs';
import { projectFiles, root } from './support/project-files.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
/** The names that others build on, by the entry that has them: they stay what they are. */
const FIXED = new Map<string, readonly string[]>(Object.entries(JSON.parse(read('tests/fixed-names.json'))));
const entries = readEntries();
const PACKAGES = ['@millrace/engine', '@millrace/react', '@millrace/server'];

const namesOf = (entry: string): readonly string[] => entries.get(entry)?.map(({ name }) => name) ?? [];
const words = (text: string): readonly string[] => text.match(/[A-Za-z_]\w*/g) ?? [];

test('C27 every entry has its fixed names, types too', () => {
  for (const [entry, names] of FIXED) {
    expect([entry, names.filter((name) => !namesOf(entry).includes(name))]).toEqual([entry, []]);
  }
  expect(Object.values(react).every((value) => value !== undefined)).toBe(true);
  expect(Object.keys(react)).not.toContain('TimelineDataUI');
});

/** The names that code outside of a package imports from its entries. */
function importedNames(name: string): string[] {
  const own = `packages/${name.replace('@millrace/', '')}/src`;
  const files = ['packages', 'tests', 'bench', 'fixtures', 'scripts'].flatMap(projectFiles);
  const from = new RegExp(`\\{([^}]*)\\} from '(?:${name}(?:/[\\w-]+)?|[./]*${own}/[\\w-]+\\.ts)'`, 'g');
  const inline = new RegExp(`import\\('${name}(?:/[\\w-]+)?'\\)\\.(\\w+)`, 'g');
  return files
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.startsWith(`${own}/`))
    .flatMap((file) => [...read(file).matchAll(from), ...read(file).matchAll(inline)])
    .flatMap(([, list = '']) => words(list));
}

/** The code of the documents that people write: between backticks, and in blocks. */
function codeOfDocuments(): readonly string[] {
  const documents = ['README.md', 'ARCHITECTURE.md', ...['docs', 'packages'].flatMap(projectFiles)];
  return documents
    .filter((file) => file.endsWith('.md') && !/^docs\/(api|adr)\//.test(file))
    .flatMap((file) =>
      Array.from(read(file).matchAll(/^```tsx?\n[\s\S]*?^```|`[^`\n]+`/gm), ([code]) => code),
    );
}

/** The exports that nothing leads to: neither a name of `known` nor, if they are types, the signature of one that is reached. */
function unreached(exports: ReadonlyMap<string, Export>, known: Iterable<string>): readonly string[] {
  const reached = new Set(known);
  for (const name of reached)
    for (const word of words(exports.get(name)?.signature ?? ''))
      if (exports.get(word)?.isType) reached.add(word);
  return [...exports.keys()].filter((name) => !reached.has(name));
}

test.each(PACKAGES)(
  'H66 every export of %s is fixed, used elsewhere, documented, or a type of one that is',
  (name) => {
    const own = [...entries].filter(([entry]) => entry === name || entry.startsWith(`${name}/`));
    const exports = new Map(own.flatMap(([, list]) => list.map((each) => [each.name, each] as const)));
    expect(exports.size).toBeGreaterThan(50);
    const fixed = own.flatMap(([entry]) => FIXED.get(entry) ?? []);
    const inherited = [...exports.values()]
      .filter(({ signature }) => signature === '')
      .map((each) => each.name);
    expect(
      unreached(exports, [
        ...fixed,
        ...inherited,
        ...importedNames(name),
        ...codeOfDocuments().flatMap(words),
      ]),
    ).toEqual([]);
  },
);

test('H66 an export that nothing leads to is found', () => {
  const of = (name: string, isType: boolean, signature: string): [string, Export] => [
    name,
    { name, isType, signature, from: '', doc: '' },
  ];
  const exports = new Map([
    of('open', false, 'function open(options: Options): void;'),
    of('Options', true, 'interface Options { limits: Limits }'),
    of('Limits', true, 'interface Limits {}'),
    of('Alone', true, 'interface Alone {}'),
    of('close', false, 'function close(): void;'),
  ]);
  expect(unreached(exports, ['open'])).toEqual(['Alone', 'close']);
});

test('H65 no package sets the language of zod for the whole process', () => {
  const files = projectFiles('packages').filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file));
  expect(files.filter((file) => /\bz\.config\(/.test(read(file)))).toEqual([]);
});

test('H68 every name of the engine stands in a subpath', () => {
  const parts = new Set(
    [...entries].flatMap(([entry, list]) =>
      entry.startsWith('@millrace/engine/') ? list.map(({ name }) => name) : [],
    ),
  );
  expect(namesOf('@millrace/engine').filter((name) => !parts.has(name))).toEqual([]);
});

test('H68 the root of the engine has the fixed names and those that documents take from it, and no others', () => {
  const blocks = codeOfDocuments().filter(
    (code) => code.startsWith('```') && code.includes("'@millrace/engine'"),
  );
  const named = new Set([...(FIXED.get('@millrace/engine') ?? []), ...blocks.flatMap(words)]);
  expect(namesOf('@millrace/engine').filter((name) => !named.has(name))).toEqual([]);
});
