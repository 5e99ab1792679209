import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutSegments, SEGMENT } from './cut-segments.ts';

test('D90 segments hold all nodes in order, and those without a change stay the same array', () => {
  const nodes = (count: number, changed: number) =>
    Array.from({ length: count }, (_, i) => (i === changed ? `${i}!` : `${i}`));
  fc.assert(
    fc.property(fc.nat(200), fc.nat(200), fc.nat(200), (count, more, changed) => {
      const first = cutSegments(nodes(count, -1), []);
      const second = cutSegments(nodes(count + more, changed), first);
      expect(second.flat()).toEqual(nodes(count + more, changed));
      for (const [i, segment] of second.entries()) {
        const from = i * SEGMENT;
        const isSame = from + SEGMENT <= count && (changed < from || changed >= from + SEGMENT);
        if (isSame) expect(segment).toBe(first[i]);
      }
    }),
  );
});

test('D90 a list that is live is copied', () => {
  const nodes = ['a'];
  const before = cutSegments(nodes, []);
  nodes.push('b');
  expect(before).toEqual([['a']]);
  expect(cutSegments(nodes, before)).toEqual([['a', 'b']]);
});
