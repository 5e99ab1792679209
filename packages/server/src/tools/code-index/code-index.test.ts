import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CodeIndex } from './code-index.ts';
import { cutChunks } from './cut-chunks.ts';
import { wordsOf } from './words.ts';

test.each([
  ['readFile', 'read_file', 'READ-FILE', 'read file'],
  ['HTTPServer2', 'http_server_2', 'Http server 2'],
  ['parsing', 'parsed', 'parse', 'parser'],
  ['entries', 'entry'],
  ['running', 'run'],
])('A111 a name is found in each of its spellings: %s', (...spellings) => {
  const parts = (text: string): string[] =>
    wordsOf(text).filter((word) => !/^(readfil|httpserver2)$/.test(word));
  for (const each of spellings) expect(parts(each)).toEqual(parts(spellings[0] ?? ''));
});

test('A111 a name is also one word, and what is too long is none', () => {
  expect(wordsOf('readFile')).toContain(wordsOf('readfile')[0]);
  expect(wordsOf('a'.repeat(65))).toEqual([]);
  expect(wordsOf('Straße größer 漢字')).toHaveLength(3);
});

test('A111 the words of two texts are the words of both', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(wordsOf(`${a} ${b}`)).toEqual([...wordsOf(a), ...wordsOf(b)]);
    }),
  );
});

test('A111 pieces of a file follow each other, and only blank lines are in none', () => {
  const line = fc.constantFrom('', 'function a() {', '  return 1;', '}', 'x');
  fc.assert(
    fc.property(fc.array(line, { maxLength: 200 }), (lines) => {
      const seen = new Set<number>();
      let last = 0;
      for (const { from, to, text } of cutChunks(lines.join('\n'))) {
        expect(from).toBeGreaterThan(last);
        expect(to - from).toBeLessThan(40);
        expect(text).toBe(lines.slice(from - 1, to).join('\n'));
        for (let at = from; at <= to; at++) seen.add(at);
        last = to;
      }
      expect(lines.filter((each, i) => each !== '' && !seen.has(i + 1))).toEqual([]);
    }),
  );
});

const text = fc.array(fc.constantFrom('mill', 'wheel', 'water', 'grain', 'function grind', '\n', '\n\n'), {
  maxLength: 30,
});
const change = fc.record({
  path: fc.constantFrom('a.ts', 'b.ts', 'src/mill.ts'),
  text: fc.option(text.map((words) => words.join(' '))),
});

test('A475 whatever changed before, what is found is what a new index finds', () => {
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 12 }),
      fc.constantFrom('mill wheel', 'grind', 'water grain'),
      (changes, query) => {
        const files = new Map<string, string>();
        const index = new CodeIndex();
        for (const each of changes) {
          if (each.text === null) {
            files.delete(each.path);
            index.remove(each.path);
          } else {
            files.set(each.path, each.text);
            index.put(each.path, each.text);
          }
        }
        const fresh = new CodeIndex();
        for (const [path, content] of files) fresh.put(path, content);
        const found = (all: CodeIndex) =>
          all.search({ query, limit: 10 }).map((each) => ({ ...each, score: each.score.toFixed(6) }));
        expect(found(index)).toEqual(found(fresh));
      },
    ),
  );
});

test('A111 where a name is defined comes before where it is used, and tests come last unless they are asked for', () => {
  const index = new CodeIndex();
  index.put('use.ts', 'grindGrain(); grindGrain();');
  index.put('define.ts', 'export function grindGrain() {}');
  index.put('define.test.ts', 'export function grindGrain() {}');
  const paths = (query: string): string[] => index.search({ query, limit: 10 }).map(({ path }) => path);
  expect(paths('grind grain')[0]).toBe('define.ts');
  expect(paths('grind grain test')[0]).toBe('define.test.ts');
});
