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

test('D90 nodes that belong together are in one segment, and no other cut moves', () => {
  const areDigits = (before = '', node = '') => /\d/.test(before) && /\d/.test(node);
  const list = fc.array(fc.constantFrom('1', '2', 'a'), { maxLength: 6 * SEGMENT });
  fc.assert(
    fc.property(list, list, (nodes, more) => {
      const first = cutSegments(nodes, [], areDigits);
      const second = cutSegments([...nodes, ...more], first, areDigits);
      expect(second).toEqual(cutSegments([...nodes, ...more], [], areDigits));
      expect(second.flat()).toEqual([...nodes, ...more]);
      let from = 0;
      for (const [i, segment] of second.entries()) {
        from += segment.length;
        expect(areDigits(segment.at(-1), second[i + 1]?.[0])).toBe(false);
        const isMoved = areDigits(
          [...nodes, ...more][(i + 1) * SEGMENT - 1],
          [...nodes, ...more][(i + 1) * SEGMENT],
        );
        if (!isMoved && i < second.length - 1) expect(from).toBe((i + 1) * SEGMENT);
      }
    }),
  );
});
