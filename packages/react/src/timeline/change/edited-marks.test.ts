import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DiffRow } from '../../approval/diff/read-diff.ts';
import { editedArguments, editedMarks } from './edited-marks.ts';

const added = (...lines: string[]): DiffRow[] => lines.map((text) => ({ type: 'added', text }));
/** The ringed pieces, in order. */
function ringed(asked: readonly DiffRow[], ran: readonly DiffRow[]): readonly string[] {
  return [...editedMarks(asked, ran).rings].map(([place, [from, to]]) => {
    const row = ran[place];
    return row?.type === 'added' ? row.text.slice(from, to) : expect.fail('It is no new line.');
  });
}

test('A516 the value that a person changed is ringed, with its name and what it was', () => {
  const asked = added('rateLimit({', '  limit: 100,', '  windowMs: 60_000,', '})');
  const ran = added('rateLimit({', '  limit: 60,', '  windowMs: 60_000,', '})');
  expect(ringed(asked, ran)).toEqual(['60']);
  expect(editedMarks(asked, ran).values).toEqual([{ label: 'limit', from: '100', to: '60' }]);
  expect(ringed(added("key = 'a b'"), added("key = 'a c'"))).toEqual(['c']);
  expect(ringed(added('x'), added('x', 'y  '))).toEqual(['y']);
  expect(ringed(added('x', 'y'), added('x'))).toEqual([]);
  expect(editedMarks(added('x', 'y'), added('x')).values).toEqual([{ label: undefined, from: 'y', to: '' }]);
  expect(editedArguments({ path: 'a', content: 'x\n'.repeat(9) }, { path: 'b', content: 'y' })).toEqual([
    { label: 'path', from: 'a', to: 'b' },
  ]);
});

test('A516 what was asked for is never ringed, and every other new line has a ring or only lacks something', () => {
  const lines = fc.array(fc.constantFrom('a', 'b: 1', 'b: 2', 'c  d', ''), { maxLength: 8 });
  fc.assert(
    fc.property(lines, lines, (asked, ran) => {
      const { rings } = editedMarks(added(...asked), added(...ran));
      expect(ringed(added(...asked), added(...asked))).toEqual([]);
      for (const [place, [from, to]] of rings) {
        expect(from).toBeLessThan(to);
        expect(to).toBeLessThanOrEqual(ran[place]?.length ?? 0);
      }
      if (asked.length === 0) expect(rings.size).toBe(ran.filter((line) => line.trim() !== '').length);
    }),
  );
});
