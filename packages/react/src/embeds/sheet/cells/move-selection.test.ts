import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type GridKey, type Ground, moveSelection } from '../move-selection.ts';
import { printAddress } from './address.ts';
import { areaOf, areaSize, clipArea, isInside, readArea, type Selection, selectCell } from './selection.ts';

const MAP = ['xx.x..', 'xx....', '...x..', 'x..x..', '......', '......'];
const ground: Ground = {
  ...{ rows: 6, columns: 6, dataRows: 4, dataColumns: 4, page: 3 },
  isEmpty: ({ row, column }) => MAP[row]?.[column] !== 'x',
};
const go = (from: Selection, keys: string): Selection => {
  const [key = '', ...mods] = keys.split('+').reverse();
  const pressed = { key, isFar: mods.includes('Ctrl'), isExtending: mods.includes('Shift') };
  return moveSelection(from, pressed, ground) ?? from;
};
const at = (row: number, column: number): Selection => selectCell({ row, column });

test.each([
  ['A1', 'Ctrl+ArrowRight', 'B1'],
  ['B1', 'Ctrl+ArrowRight', 'D1'],
  ['D1', 'Ctrl+ArrowRight', 'F1'],
  ['F1', 'Ctrl+ArrowLeft', 'D1'],
  ['A1', 'Ctrl+ArrowDown', 'A2'],
  ['A2', 'Ctrl+ArrowDown', 'A4'],
  ['A4', 'Ctrl+ArrowDown', 'A6'],
  ['C3', 'Ctrl+ArrowUp', 'C1'],
  ['C3', 'End', 'D3'],
  ['C3', 'Home', 'A3'],
  ['C3', 'Ctrl+End', 'D4'],
  ['C3', 'Ctrl+Home', 'A1'],
  ['C3', 'PageDown', 'C6'],
  ['C3', 'PageUp', 'C1'],
])('D81 from %s %s goes to %s', (from, keys, to) => {
  const start = at(Number(from[1]) - 1, (from.charCodeAt(0) ?? 0) - 65);
  const { anchor, head } = go(start, keys);
  expect(printAddress(head)).toBe(to);
  expect(anchor).toEqual(head);
});

const KEYS = [
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'a',
  'x',
];
const key: fc.Arbitrary<GridKey> = fc.record({
  key: fc.constantFrom(...KEYS),
  isFar: fc.boolean(),
  isExtending: fc.boolean(),
});

test('D81 every move stays in the sheet, and Shift moves one end alone', () => {
  fc.assert(
    fc.property(fc.array(key, { maxLength: 40 }), (keys) => {
      let now = at(2, 2);
      for (const pressed of keys) {
        const next = moveSelection(now, pressed, ground) ?? now;
        const isAll = pressed.key === 'a' && pressed.isFar;
        if (pressed.isExtending && !isAll) expect(next.anchor).toEqual(now.anchor);
        const area = areaOf(next);
        expect(isInside(area, next.anchor) && isInside(area, next.head)).toBe(true);
        expect(clipArea(area, ground.rows, ground.columns)).toEqual(area);
        expect(area.top >= 0 && area.left >= 0).toBe(true);
        now = next;
      }
    }),
  );
});

test('D81 a selection holds as many cells as it says, whichever end is where', () => {
  const place = fc.record({ row: fc.nat(20), column: fc.nat(20) });
  fc.assert(
    fc.property(place, place, fc.nat(25), fc.nat(25), (anchor, head, rows, columns) => {
      const area = clipArea(areaOf({ anchor, head }), rows, columns);
      const cells = readArea(area, printAddress).flat();
      expect(areaOf({ anchor: head, head: anchor })).toEqual(areaOf({ anchor, head }));
      expect(new Set(cells).size).toBe(areaSize(area));
      expect(areaSize(areaOf({ anchor, head }))).toBe(
        (Math.abs(anchor.row - head.row) + 1) * (Math.abs(anchor.column - head.column) + 1),
      );
    }),
  );
});
