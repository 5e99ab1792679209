import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WorkBudget } from '../lines/work-budget.ts';
import { alignEnd } from './align-end.ts';
import { mergeEdit } from './merge-edit.ts';

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;
const GAP = '// ... existing code ...';
const file = lines(
  'import a;',
  '',
  'function a() {',
  '  x();',
  '}',
  '',
  'function b() {',
  '  y();',
  '}',
  '',
  'export { a };',
);
const merge = (text: string, ...edit: readonly string[]): string => {
  const merged = mergeEdit(text, edit.join('\n'));
  return 'text' in merged ? merged.text : `problem: ${merged.problem}`;
};

test('A89 a piece takes the place of the lines between its first and its last one', () => {
  expect(merge(file, GAP, 'function a() {', '  z();', '  x();', '}', GAP)).toBe(
    file.replace('  x();\n', '  z();\n  x();\n'),
  );
  // Lines that stand elsewhere too do not stretch it over more than it must.
  expect(merge(file, GAP, 'function a() {', '  z();', '  y();', '}', GAP)).toBe(
    file.replace('  x();\n', '  z();\n  y();\n'),
  );
  expect(merge(file, GAP, 'function a() {', '}', GAP)).toBe(file.replace('  x();\n', ''));
});

test('A89 several pieces go in order, also at the begin and at the end', () => {
  const edit = [
    'import z;',
    'import a;',
    GAP,
    '  y();',
    '  more();',
    '}',
    '',
    GAP,
    'export { a };',
    'export { b };',
  ];
  expect(merge(file, ...edit)).toBe(
    file
      .replace('import a;', 'import z;\nimport a;')
      .replace('  y();\n', '  y();\n  more();\n')
      .replace('export { a };', 'export { a };\nexport { b };'),
  );
});

test.each([
  '# ... existing code ...',
  '  /* ... existing code ... */',
  '<!-- … existing code … -->',
  '{/* ... existing code ... */}',
  '-- ... Existing code ...',
  '... existing code ...',
])('A89 %s is a marker', (marker) => {
  expect(merge(lines('a', 'b', 'c', 'd'), marker, 'b', 'x', 'c', marker)).toBe(
    lines('a', 'b', 'x', 'c', 'd'),
  );
});

test.each([
  [
    [GAP, 'nowhere();', '}', GAP],
    /begins with the line "nowhere\(\);", which is not in the file\. Each piece/,
  ],
  [[GAP, 'function b() {', '  new();', GAP], /ends with the line " {2}new\(\);"/],
  [[GAP, '}', '', 'function c() {}', '', GAP], /could begin at lines 5, 9/],
  [[GAP, 'function b() {', '  y();', '}', GAP, 'function a() {', '}', GAP], /after the previous piece/],
  [['x', GAP], /first line of the file, "import a;"/],
  [[GAP, 'function b() {', '}'], /last line of the file, "export \{ a \};"/],
  [['all', 'new'], /write_to_file/],
  [[GAP, '', GAP], /no code/],
])('A89 an edit without a clear place changes nothing: %j', (edit, problem) => {
  const merged = mergeEdit(file, edit.join('\n'));
  expect('problem' in merged ? merged.problem : '').toMatch(problem);
});

test('A89 an end that could be in two places is in none', () => {
  const text = lines('f {', '  if (x) {', '  }', '  if (y) {', '  }', '}');
  expect(merge(text, 'f {', '  if (p) {', '  }', '  if (q) {', '  }', GAP)).toMatch(
    /could end at lines 3, 5/,
  );
  expect(mergeEdit('', 'a\nb')).toEqual({ text: 'a\nb\n', pieces: 1 });
  expect(mergeEdit('', `a\n${GAP}`)).toEqual({ problem: 'The file is empty.' });
});

test('A89 mixed line endings are kept', () => {
  expect(merge('a\r\nb\r\nc\n', GAP, 'a', 'x', 'b', GAP)).toBe('a\r\nx\r\nb\r\nc\n');
});

test('A89 an edit of lines that stand once gives the edited file', () => {
  const hunk = fc.record({ kept: fc.nat(3), old: fc.nat(4), fresh: fc.nat(4) });
  fc.assert(
    fc.property(fc.array(hunk, { minLength: 1, maxLength: 5 }), (hunks) => {
      let number = 0;
      const some = (many: number): string[] => Array.from({ length: many }, () => `line ${number++}`);
      const [before, after, edit]: [string[], string[], string[]] = [[], [], [GAP]];
      for (const { kept, old, fresh } of hunks) {
        const [gap, head, gone, added, foot] = [some(kept), some(1), some(old), some(fresh), some(1)];
        before.push(...gap, ...head, ...gone, ...foot);
        after.push(...gap, ...head, ...added, ...foot);
        edit.push(...head, ...added, ...foot, GAP);
      }
      expect(merge(lines(...before), ...edit)).toBe(lines(...after));
    }),
  );
});

test('A89 to stop early finds the same ends as to look at all of them', () => {
  const some = fc.array(fc.constantFrom('a', 'b', '}'), { minLength: 1, maxLength: 12 });
  /** How many lines are new or gone from one to the other. */
  const distance = (a: readonly string[], b: readonly string[]): number => {
    const [x, ...rest] = a;
    const [y, ...other] = b;
    if (x === undefined || y === undefined) return a.length + b.length;
    return x === y ? distance(rest, other) : 1 + Math.min(distance(rest, b), distance(a, other));
  };
  fc.assert(
    fc.property(
      some,
      fc.array(fc.constantFrom('a', 'b', '}'), { minLength: 1, maxLength: 5 }),
      (text, piece) => {
        const ends = text.flatMap((line, i) => (line === piece.at(-1) ? [i + 1] : []));
        const costs = ends.map((end) => distance(text.slice(0, end - 1), piece.slice(0, -1)));
        const least = Math.min(...costs);
        const [file, wanted] = [text, piece].map((all) => all.map((line) => line.charCodeAt(0)));
        const work = new WorkBudget(10_000);
        expect(alignEnd(file ?? [], wanted ?? [], { from: 0, first: 1 }, work)).toEqual(
          ends.filter((_, i) => costs[i] === least),
        );
      },
    ),
  );
});
