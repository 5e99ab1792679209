import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rankFiles } from './rank-files.ts';

/** Names of few letters, so that queries fit many of them in many ways. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'B', '-', '.', ' ', 'ß', '😀'), maxLength: 8 });
const path = fc.array(word, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
const paths = fc.uniqueArray(path, { maxLength: 40 });
const nameOf = (file: string): string => file.slice(file.lastIndexOf('/') + 1).toLowerCase();

/** Tells whether the letters of a query stand in a text, one behind the other. */
function isScattered(text: string, query: string): boolean {
  let rest = text.toLowerCase();
  for (const letter of query.toLowerCase()) {
    const at = rest.indexOf(letter);
    if (at < 0) return false;
    rest = rest.slice(at + letter.length);
  }
  return true;
}

test('L183 the paths that have all letters of the query in its order are returned, and no others', () => {
  fc.assert(
    fc.property(paths, word, (files, query) => {
      const found = rankFiles(files, query, { most: files.length });
      expect([...found].sort()).toEqual(files.filter((file) => isScattered(file, query)).sort());
      expect(rankFiles(files, query, { most: 3 })).toEqual(found.slice(0, 3));
    }),
  );
});

test('L184 a file name with the whole query is before a path whose letters are scattered', () => {
  fc.assert(
    fc.property(paths, word, (files, query) => {
      const found = rankFiles(files, query, { most: files.length });
      const wanted = query.toLowerCase();
      const has = found.map((file) => nameOf(file).includes(wanted));
      const scattered = found.map((file) => !file.toLowerCase().includes(wanted));
      const first = scattered.indexOf(true);
      if (first >= 0) expect(has.lastIndexOf(true)).toBeLessThan(first);
    }),
  );
});

test('L184 the order is total: it is the same whatever the order of the input is', () => {
  fc.assert(
    fc.property(
      paths.chain((files) =>
        fc.tuple(
          fc.constant(files),
          fc.shuffledSubarray(files, { minLength: files.length, maxLength: files.length }),
        ),
      ),
      word,
      ([files, shuffled], query) => {
        expect(rankFiles(shuffled, query)).toEqual(rankFiles(files, query));
      },
    ),
  );
});

test.each([
  ['', ['b.ts', 'a.ts', 'src/a.ts'], ['a.ts', 'b.ts', 'src/a.ts']],
  [
    'app',
    ['my-app.ts', 'src/app', 'apple.ts', 'wrapped.ts'],
    ['src/app', 'apple.ts', 'my-app.ts', 'wrapped.ts'],
  ],
  [
    'src/ap',
    ['lib/src/ape.ts', 'src/app.ts', 'source/apple.ts', 'src.ts'],
    ['src/app.ts', 'lib/src/ape.ts', 'source/apple.ts'],
  ],
  ['SRV', ['serve/x.ts', 'a/server.ts', 'a/srv.ts', 'rs/v.ts'], ['a/srv.ts', 'a/server.ts', 'serve/x.ts']],
  ['ac', ['abbc', 'abc', 'a/c'], ['abc', 'abbc', 'a/c']],
  ['x', ['abc'], []],
])('L184 %j ranks %j', (query, files, ranked) => {
  expect(rankFiles(files, query)).toEqual(ranked);
});

test('L183 at most 20 are returned, and what is not taken leaves its place to others', () => {
  const many = Array.from({ length: 1000 }, (_, i) => `file-${i}.ts`);
  expect(rankFiles(many, 'file')).toHaveLength(20);
  const asked: string[] = [];
  const takes = (file: string): boolean => {
    asked.push(file);
    return !file.includes('7');
  };
  const found = rankFiles(many, 'file', { most: 30, takes });
  expect(found).toEqual(
    rankFiles(
      many.filter((file) => !file.includes('7')),
      'file',
      { most: 30 },
    ),
  );
  expect(asked.length).toBeLessThan(many.length / 2);
  expect(rankFiles(many, 'file', { most: 0 })).toEqual([]);
});
