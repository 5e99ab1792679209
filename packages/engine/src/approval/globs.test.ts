import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../../fixtures/long.ts';
import { escapeGlob, nameGlob, namesMeet, pathGlob, pathMatches, plainName, shellGlob } from './globs.ts';

const name = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), maxLength: 6 });
const plain = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 6 });
const regexOf = (glob: string): RegExp =>
  new RegExp(`^${glob.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);

test('A450 a glob means the names that its regular expression means', () => {
  fc.assert(
    fc.property(name, plain, (glob, text) => {
      expect(namesMeet(plainName(text), nameGlob(glob))).toBe(regexOf(glob).test(text));
    }),
    { numRuns: runs(500) },
  );
});

test('A450 two globs meet where one name fits both, whichever is first', () => {
  fc.assert(
    fc.property(name, name, plain, (one, other, text) => {
      const meet = namesMeet(nameGlob(one), nameGlob(other));
      expect(namesMeet(nameGlob(other), nameGlob(one))).toBe(meet);
      if (regexOf(one).test(text) && regexOf(other).test(text)) expect(meet).toBe(true);
    }),
    { numRuns: runs(500) },
  );
  expect(namesMeet(nameGlob('a*b'), nameGlob('b*a'))).toBe(false);
  expect(namesMeet(nameGlob('a*'), nameGlob('*b'))).toBe(true);
});

test('A450 an escaped text means itself only; ** any number of names', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      fc.pre(!one.includes('/') && !other.includes('/'));
      expect(namesMeet(plainName(other), nameGlob(escapeGlob(one)))).toBe(one === other);
    }),
  );
  const names = fc.array(fc.constantFrom('a', 'b', 'ab'), { maxLength: 5 });
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'b', '*b', '**'), { maxLength: 4 }), names, (glob, path) => {
      const parts = glob.map((each) => (each === '**' ? '(?:[^/]+/)*' : `${each.replace('*', '[^/]*')}/`));
      const expected = new RegExp(`^${parts.join('')}$`).test(path.map((each) => `${each}/`).join(''));
      expect(pathMatches(pathGlob(glob.join('/')), path)).toBe(expected);
    }),
    { numRuns: runs(500) },
  );
});

test('A457 a glob of a shell means no less than the shell takes it for', () => {
  for (const glob of ['.g?t', '.[g]it', '.[a-z]it', '.g[]i]t', '.[g][i]t', '.g*', '????'])
    expect([glob, namesMeet(shellGlob(glob), plainName('.git'))]).toEqual([glob, true]);
  expect(namesMeet(shellGlob('.x?t'), plainName('.git'))).toBe(false);
});
