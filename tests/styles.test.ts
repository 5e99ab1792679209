import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFiles, root } from './support/project-files.ts';

const library = projectFiles('packages/react/src').filter((file) => /\.(css|tsx?)$/.test(file));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
/** The variables that a file uses and those that it gives a value. */
const used = (text: string): string[] =>
  Array.from(text.matchAll(/var\((--[\w-]*)/g), ([, name = '']) => name);
const given = (text: string): string[] =>
  Array.from(text.matchAll(/(?<![\w-])(--[a-z][\w-]*)(?=['"]?[:,])/g), ([, name = '']) => name);

test('C34 the variables of the library have a name of their own: pages have an --accent too', () => {
  const foreign = library.flatMap((file) =>
    [...used(read(file)), ...given(read(file))]
      .filter((name) => !name.startsWith('--mr-'))
      .map((name) => `${file}: ${name}`),
  );
  expect(foreign).toEqual([]);
});

test('C34 every variable that the library or the page uses has a value', () => {
  const known = new Set(library.flatMap((file) => given(read(file))));
  const page = projectFiles('packages/app/web').filter((file) => /\.(css|tsx?)$/.test(file));
  for (const file of page) for (const name of given(read(file))) known.add(name);
  const missing = [...library, ...page].flatMap((file) =>
    used(read(file))
      // A name that is put together would be found nowhere, so none is.
      .filter((name) => !known.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(known.size).toBeGreaterThan(30);
  expect(missing).toEqual([]);
});

test('C34 a token has its value among the tokens: elsewhere it would be another thing of the same name', () => {
  const tokens = new Set(given(read('packages/react/src/tokens.css')));
  const others = library.filter((file) => file.endsWith('.css') && !file.endsWith('/tokens.css'));
  const twice = others.flatMap((file) =>
    given(read(file))
      .filter((name) => tokens.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(tokens.size).toBeGreaterThan(20);
  expect(twice).toEqual([]);
});

test('H61 a theme changes colours and nothing else: CSS asks for it only by light-dark', () => {
  const sheets = [...library, ...projectFiles('packages/app/web')].filter((file) => file.endsWith('.css'));
  const rules = sheets.flatMap((file) =>
    // A rule, or a condition with all that it begins with, that names a theme.
    Array.from(
      read(file)
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .matchAll(/[^{}]*(?:data-theme|prefers-color-scheme)[^{}]*\{([^{}]*)/g),
      ([, body = '']) => `${file}: ${body.replace(/\s+/g, ' ').trim()}`,
    ),
  );
  expect(rules.filter((rule) => !/: color-scheme: (light|dark);$/.test(rule))).toEqual([]);
  expect(rules.length).toBeGreaterThan(1);
});

test('U511 no field of the page is of a type in which browsers draw a clear button of their own', () => {
  const files = [...library, ...projectFiles('packages/app/web')].filter((file) => file.endsWith('.tsx'));
  expect(files.filter((file) => /<input/.test(read(file))).length).toBeGreaterThan(5);
  expect(files.filter((file) => /type(=|: )['"{]+search/.test(read(file)))).toEqual([]);
});
