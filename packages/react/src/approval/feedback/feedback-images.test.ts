import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitWithin, hasRoom, isImageType } from './feedback-images.ts';

const side = fc.integer({ min: 1, max: 20_000 });

test('U42 an image keeps its proportions, and no side is over the most', () => {
  fc.assert(
    fc.property(side, side, (width, height) => {
      const fitted = fitWithin({ width, height }, 1280);
      expect(Math.max(fitted.width, fitted.height)).toBe(Math.min(1280, Math.max(width, height)));
      expect(Math.min(fitted.width, fitted.height)).toBeGreaterThanOrEqual(1);
      // One pixel is what rounding may take.
      const exact = (fitted.width * height) / width;
      expect(Math.abs(fitted.height - exact)).toBeLessThanOrEqual(1 + height / width);
    }),
  );
});

test('U42 images have room up to 700 KB of base64, and only kinds that models know', () => {
  const image = (length: number) => ({ media_type: 'image/png', data: 'A'.repeat(length) }) as const;
  expect(hasRoom([], image(699_999))).toBe(true);
  expect(hasRoom([], image(700_000))).toBe(false);
  expect(hasRoom([image(400_000)], image(300_000))).toBe(false);
  expect(['image/webp', 'image/svg+xml', 'text/html', ''].map(isImageType)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
