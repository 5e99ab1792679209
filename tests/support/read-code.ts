import jsQR from 'jsqr';

/** The text of a QR code in a picture, as other code than the one that draws it reads it. Undefined where there is none. */
export function readCode(pixels: Uint8ClampedArray, width: number, height: number): string | undefined {
  return jsQR.default(pixels, width, height)?.data;
}
