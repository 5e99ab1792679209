import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSnippets } from '../../../../../fixtures/snippets.mjs';
import { detectLanguage } from './detect-language.ts';
import { LANGUAGES } from './languages.ts';

const snippets = readSnippets();
const languages = [...new Set(snippets.map(({ language }) => language))];
const share = (of: typeof snippets): number =>
  of.filter(({ language, code }) => (detectLanguage(code) ?? 'none') === language).length / of.length;

test('D361 the language of nine in ten snippets is found', () => {
  expect(snippets.length).toBeGreaterThan(300);
  expect(share(snippets)).toBeGreaterThanOrEqual(0.93);
});

test.each(languages)('D361 the language of most snippets is found: %s', (language) => {
  const own = snippets.filter((each) => each.language === language);
  expect(own.length).toBeGreaterThanOrEqual(4);
  expect(share(own)).toBeGreaterThanOrEqual(0.75);
});

test('D361 every language that can be found has snippets, and none is found that has not', () => {
  expect([...Object.keys(LANGUAGES), 'json', 'none'].sort()).toEqual([...languages].sort());
});

test('D361 every mark has a weight, and tokens with one space between them', () => {
  for (const { marks } of Object.values(LANGUAGES)) {
    for (const line of marks.split('\n').filter((each) => each !== '')) {
      expect(line).toMatch(/^-?\d+(\.\d+)?( {2}\S+( \S+)*)+$/);
    }
  }
});

test('D361 prose is no code', () => {
  const prose = snippets.filter(({ language }) => language === 'none');
  expect(prose.length).toBeGreaterThan(10);
  expect(prose.map(({ code }) => detectLanguage(code))).toEqual(prose.map(() => undefined));
  expect(
    detectLanguage(readFileSync(new URL('../../../../../LICENSE', import.meta.url), 'utf8')),
  ).toBeUndefined();
  for (const text of ['', ' ', '\n\n', '{', '[1, 2]', 'x = 1', 'true', '"a"', '🌊', '\u0000']) {
    expect(detectLanguage(text)).toBeUndefined();
  }
});

test('D361 sentences of any words are no code', () => {
  const words =
    'the rain in spain stays mainly on a plain while others wait for it, or not: nobody is sure.'.split(' ');
  const sentence = fc
    .array(fc.constantFrom(...words), { minLength: 1, maxLength: 15 })
    .map((each) => each.join(' '));
  fc.assert(
    fc.property(fc.array(sentence, { maxLength: 8 }), (sentences) => {
      expect(detectLanguage(sentences.join('.\n'))).toBeUndefined();
    }),
  );
});

test.each([
  ['#!/usr/bin/env python3\nx', 'python'],
  ['#!/bin/sh\nx', 'bash'],
  ['#!/usr/bin/env node\nx', 'javascript'],
  ['#!/usr/bin/perl -w\r\nx', 'perl'],
  ['#!/opt/unknown\nx', undefined],
])('D361 the first line of %j names its language', (code, language) => {
  expect(detectLanguage(code)).toBe(language);
});

test('D361 JSON is told from its beginning, however long it is and wherever it is cut', () => {
  const items = Array.from({ length: 2_000 }, (_, i) => ({ id: i, text: `item "${i}"`, tags: ['a', null] }));
  expect(detectLanguage(JSON.stringify(items))).toBe('json');
  expect(detectLanguage(JSON.stringify(items, null, 2))).toBe('json');
  expect(detectLanguage('{"a": 1}')).toBe('json');
  expect(detectLanguage('{"a": b}')).not.toBe('json');
});

test('D361 a tab makes commands the recipe of a target', () => {
  expect(detectLanguage('deploy:\n\tgit push\n\tgit status\n')).toBe('makefile');
  expect(detectLanguage('git push\ngit status\n')).toBe('bash');
});

test('D362 any text is taken', () => {
  const part = fc.constantFrom(
    ...'"\'`/*#-%;<>={}()[]\n\r\t \\.a0Zé🌊'.split(''),
    '"""',
    '```',
    '<!--',
    'def',
    'SELECT',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      expect([...languages, undefined]).toContain(detectLanguage(parts.join('')));
    }),
  );
});

// Texts that could make a reader look twice, or far.
const HOSTILE: readonly string[] = [
  ...['"', "'", '`', '/*', '<!--', '"""', "'''", '```', "<'", "<'a", "&'aa", '\\"', '""" ', '\n```', '\n/*'],
  ...[
    'a',
    '0',
    '0.',
    '(',
    '( ',
    '{',
    '{}',
    ': a',
    'a.',
    'a . a ',
    'a ',
    '\n',
    '\na:',
    '\n- a: b',
    '\t',
    '#',
    '# ',
    '-- ',
    '%',
    ';',
  ],
  ...[
    'if(a)b("c",d);',
    '\ndef a(b):\n',
    '<div class="a">',
    'SELECT A FROM B ',
    '\n\ta',
    '$a->b[c]',
    '] ( a ) => { ',
    '\r\n; ',
    'W C S N ',
  ],
];

test.each(HOSTILE)('D362 the work for many of %j grows as the text does, up to a limit', (unit) => {
  const work = (size: number): number => {
    const text = unit.repeat(Math.ceil(size / unit.length));
    return countWork(() => detectLanguage(text));
  };
  detectLanguage(unit);
  const small = work(4_000);
  expect(small).toBeLessThan(60 * 4_000);
  expect(work(15_900)).toBeLessThanOrEqual(4.2 * small + 2_000);
  // Beyond the limit only the cutting of the beginning and the end is added.
  expect(work(1_000_000)).toBeLessThanOrEqual(4.3 * small + 20_000);
});

/** Runs something and counts the characters and marks it looked at, by every way in which detection looks at them. */
function countWork(run: () => void): number {
  let work = 0;
  const undo: (() => void)[] = [];
  const patch = <T extends object>(target: T, name: keyof T & string, cost: Cost): void => {
    // Only names of methods are patched.
    const original = target[name] as (...args: unknown[]) => unknown;
    const counting = function (this: unknown, ...args: unknown[]): unknown {
      const result = original.apply(this, args);
      work += cost(result, String(this).length, Number(args[1] ?? 0));
      return result;
    };
    Object.assign(target, { [name]: counting });
    undo.push(() => Object.assign(target, { [name]: original }));
  };
  patch(String.prototype, 'charAt', () => 1);
  patch(String.prototype, 'charCodeAt', () => 1);
  patch(String.prototype, 'startsWith', () => 1);
  patch(String.prototype, 'slice', (result) => String(result).length);
  patch(String.prototype, 'indexOf', (at, length, from) => (Number(at) < 0 ? length : Number(at)) - from);
  patch(Map.prototype, 'get', () => 1);
  patch(Set.prototype, 'has', () => 1);
  try {
    run();
  } finally {
    for (const each of undo) each();
  }
  return work;
}
type Cost = (result: unknown, length: number, second: number) => number;
