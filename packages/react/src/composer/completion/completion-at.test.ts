import fc from 'fast-check';
import { expect, test } from 'vitest';
import { completionAt } from './completion-at.ts';

/** The completion at the mark `|` of a text, as trigger and query. */
function at(marked: string): string | undefined {
  const caret = marked.indexOf('|');
  const place = completionAt(marked.replace('|', ''), caret);
  return place && place.trigger + place.query;
}

test.each([
  ['@|', '@'],
  ['@src/ap|', '@src/ap'],
  ['@src|/app.ts', '@src'],
  ['Look at @src/app|', '@src/app'],
  ['first\n@a|', '@a'],
  ['\t@a|', '@a'],
  ['see (@a|', '@a'],
  ['[@a|]', '@a'],
  ['「@a|', '@a'],
  ['@"a|', '@a'],
  ['@app/(group)/@modal|', '@app/(group)/@modal'],
  ['@a@b|', '@a@b'],
  ['me@example.com|', undefined],
  ['x@|', undefined],
  ['/@a|', undefined],
  ['"@a|', undefined],
  ['@a |', undefined],
  ['@a b|', undefined],
  ['|@a', undefined],
  ['plain|', undefined],
  ['|', undefined],
])('U520 of %j the file %j is completed', (marked, found) => {
  expect(at(marked)).toBe(found);
});

test.each([
  ['/|', '/'],
  ['/rev|', '/rev'],
  [' \n /rev|', '/rev'],
  ['/rev|iew a', '/rev'],
  ['/öffne-2_x|', '/öffne-2_x'],
  ['/usr/|', undefined],
  ['/usr/bin|', undefined],
  ['//|', undefined],
  ['a /rev|', undefined],
  ['a\n/rev|', undefined],
  ['and/or|', undefined],
  ['/review a|', undefined],
  ['/review @a|', '@a'],
])('U521 of %j the name %j is completed', (marked, found) => {
  expect(at(marked)).toBe(found);
});

const text = fc.string({ unit: fc.constantFrom('@', '/', ' ', '\n', '(', 'a', '"', '-', '😀', '\u200b') });

test('U520 the range is the trigger with its query, it ends at the caret, and the query has no white space', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: -2, max: 12 }), (draft, caret) => {
      const place = completionAt(draft, caret);
      if (place === undefined) return;
      const { trigger, query, from, to } = place;
      expect(to).toBe(caret);
      expect(draft.slice(from, to).replace(/^@"/, '@')).toBe(trigger + query);
      expect(query).not.toMatch(/\s/);
      const before = draft.slice(0, from);
      expect(before).toMatch(trigger === '/' ? /^\s*$/ : /(^|[\s(])$/);
    }),
  );
});

test('U520 a word that is longer than any query is not read to its beginning', () => {
  expect(at(`@${'a'.repeat(500)}|`)).toBe(`@${'a'.repeat(500)}`);
  expect(at(`@${'a'.repeat(501)}|`)).toBeUndefined();
});
