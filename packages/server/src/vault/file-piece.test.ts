import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileKey, openPiece, type PiecePlace, sealPiece } from './file-piece.ts';

interface Pieces {
  seal(key: Uint8Array, place: PiecePlace, plain: Uint8Array): Uint8Array;
  open(key: Uint8Array, place: PiecePlace, sealed: Uint8Array): Uint8Array | undefined;
}

const REAL: Pieces = {
  seal: (key, place, plain) => sealPiece(fileKey(key), place, plain),
  open: (key, place, sealed) => openPiece(fileKey(key), place, sealed).plain,
};

/** The same, in which something about the place is not bound. */
const forgetting = (forget: (place: PiecePlace) => PiecePlace): Pieces => ({
  seal: (key, place, plain) => REAL.seal(key, forget(place), plain),
  open: (key, place, sealed) => REAL.open(key, forget(place), sealed),
});

const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size });
const place = fc.record({
  file: fc.constantFrom('a', 'b', '"', 'a",1'),
  index: fc.nat(3),
  count: fc.integer({ min: 1, max: 4 }),
});
/** Another place, which mostly differs from one in a single point. */
const others = fc.oneof(
  place.map((other) => () => other),
  place.map(({ file }) => (one: PiecePlace) => ({ ...one, file })),
  place.map(({ index }) => (one: PiecePlace) => ({ ...one, index })),
  place.map(({ count }) => (one: PiecePlace) => ({ ...one, count })),
);
const piece = fc.record({ key: bytes(32), place, plain: fc.uint8Array({ maxLength: 64 }) });

/** A piece opens at its own place under its own key, and nowhere else; one that was changed opens nowhere. */
function checkLaw({ seal, open }: Pieces): void {
  fc.assert(
    fc.property(piece, others, fc.nat(), fc.integer({ min: 1, max: 255 }), (one, otherOf, at, flip) => {
      const other = otherOf(one.place);
      const sealed = seal(one.key, one.place, one.plain);
      expect(open(one.key, one.place, sealed)).toEqual(one.plain);
      if (JSON.stringify(other) !== JSON.stringify(one.place))
        expect(open(one.key, other, sealed)).toBeUndefined();
      const changed = sealed.slice();
      changed[at % changed.length] = (changed[at % changed.length] ?? 0) ^ flip;
      expect(open(one.key, one.place, changed)).toBeUndefined();
      const otherKey = one.key.map((byte, i) => (i === at % 32 ? byte ^ flip : byte));
      expect(open(otherKey, one.place, sealed)).toBeUndefined();
      expect(open(one.key, one.place, sealed.subarray(0, at % sealed.length))).toBeUndefined();
    }),
  );
}

test('B1 a piece of a file opens at its place in its file alone, and not when a bit of it was changed', () => {
  checkLaw(REAL);
});

test.each<[string, Pieces]>([
  ['the file', forgetting((own) => ({ ...own, file: '' }))],
  ['the number', forgetting((own) => ({ ...own, index: 0 }))],
  ['the count', forgetting((own) => ({ ...own, count: 1 }))],
  [
    'the key',
    {
      seal: (_, at, plain) => REAL.seal(new Uint8Array(32), at, plain),
      open: (_, at, sealed) => REAL.open(new Uint8Array(32), at, sealed),
    },
  ],
  [
    'all of it',
    { seal: (_, __, plain) => Uint8Array.of(0, ...plain), open: (_, __, sealed) => sealed.slice(1) },
  ],
])('B1 a seal that does not bind %s is found', (_, planted) => {
  expect(() => checkLaw(planted)).toThrow();
});
