import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatOf } from './format.ts';
import { germanWords } from './german/german.ts';
import { problemOf } from './problem-of.ts';
import { replaceWords } from './replace-words.ts';
import { englishWords } from './strings.ts';

test('U137 numbers, plurals, dates and lists are those of the language', () => {
  expect(englishWords.sheetSize(5001, 1)).toBe('5,001 rows · 1 column');
  expect(germanWords.sheetSize(5001, 1)).toBe('5.001 Zeilen · 1 Spalte');
  expect(englishWords.took(1540)).toBe('1.5 s');
  expect(germanWords.took(1540)).toBe('1,5 s');
  expect([englishWords.percent(0.82), germanWords.percent(0.82)]).toEqual(['82%', '82\u00a0%']);
  expect(germanWords.ago(0, 3 * 60_000)).toBe('vor 3 Minuten');
  expect(englishWords.fieldsToFix(['To', 'Subject', 'Text'])).toBe(
    '3 fields need fixing: To, Subject, and Text.',
  );
  expect(germanWords.fieldsToFix(['An'])).toBe('1 Feld muss korrigiert werden: An.');
  expect(formatOf('de').megabytes(1536 * 1024 * 1024)).toBe('1.536 MB');
  expect(formatOf('de').date(Date.UTC(2026, 10, 15, 12))).toBe('15.11.2026');
});

test('U137 counts of lines, rows, words, matches and cells are grouped', () => {
  const said = [englishWords, germanWords].map((words) => [
    ...[words.lines, words.moreLines, words.words, words.moreWords, words.matches, words.manyMatches].map(
      (say) => say(5001),
    ),
    ...[words.writingLine, words.writingRow, words.writingWords, words.selectedCells].map((say) => say(5001)),
    ...[words.sheetSize, words.moreCells, words.placeOf, words.version].map((say) => say(5001, 5001)),
    words.sheetVersionName(5001, '', ''),
  ]);
  for (const [i, mark] of [',', '.'].entries())
    for (const text of said[i] ?? []) {
      expect(text).toContain(`5${mark}001`);
      expect(text).not.toContain('5001');
    }
  expect([englishWords.matches(0), englishWords.matches(1), germanWords.matches(0)]).toEqual([
    'No matches',
    '1 match',
    'Keine Treffer',
  ]);
});

test('U137 the form of a word is the one that the rules of the language choose', () => {
  const forms = { zero: 'z', one: 'o', two: 't', few: 'f', many: 'm', other: '*' };
  fc.assert(
    fc.property(fc.constantFrom('en', 'de', 'ar', 'pl', 'ja'), fc.nat({ max: 100_000 }), (locale, count) => {
      const rule = new Intl.PluralRules(locale).select(count);
      expect(formatOf(locale).plural(count, forms)).toBe(forms[rule]);
      expect(formatOf(locale).plural(count, { other: '*' })).toBe('*');
    }),
  );
});

test('U135 replaced words are the only ones that change, and the catalogue itself stays', () => {
  const catalogue = {
    a: 'A',
    group: { b: 'B', c: 'C' },
    say: (who: string) => `Hi ${who}`,
    facts: ['x', 'y'],
  };
  const before = structuredClone({ ...catalogue, say: 0 });
  const some = fc.record(
    {
      a: fc.string(),
      group: fc.record({ b: fc.string(), c: fc.string() }, { requiredKeys: [] }),
      facts: fc.array(fc.string()),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(some, (words) => {
      const { group = {}, ...others } = words;
      expect(replaceWords(catalogue, words)).toEqual({
        ...catalogue,
        ...others,
        group: { ...catalogue.group, ...group },
      });
      expect({ ...catalogue, say: 0 }).toEqual(before);
    }),
  );
});

test('U143 a failure with a code that the catalogue knows is told in its words, any other in its own', () => {
  const unreachable = Object.assign(new Error('No.'), { code: 'unreachable' });
  expect(problemOf(germanWords, unreachable)).toBe(germanWords.problems['unreachable']);
  expect(problemOf(germanWords, Object.assign(new Error('Own.'), { code: 'toString' }))).toBe('Own.');
  expect(problemOf(germanWords, new Error('Own.'))).toBe('Own.');
  expect(problemOf(germanWords, 'plain')).toBe('plain');
  // A problem of a run is plain data.
  expect(problemOf(germanWords, { code: 'overloaded', message: 'Own.' })).toBe('Own.');
});

test('U144 the titles of tools are told in German, and what they name stays as it is', () => {
  const { inTense } = germanWords;
  expect(inTense('Read a.ts', 'doing')).toBe('Liest a.ts');
  expect(inTense('Read', 'did')).toBe('Gelesen');
  expect(inTense('Search src for limits', 'did')).toBe('Durchsucht src nach limits');
  expect(inTense('Search the web for “mills”', 'doing')).toBe('Sucht im Web nach “mills”');
  expect(inTense('Report a bug: it breaks', 'plain')).toBe('Fehler melden: it breaks');
  for (const title of ['Readable', 'Notiz', '', 'Post to #growth', 'Send the report'])
    expect(inTense(title, 'did')).toBe(title);
});
