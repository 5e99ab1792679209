import type { Bytes } from './bytes.ts';

/** The lengths of padded texts are multiples of it. */
export const PAD_BLOCK = 256;
const END = 0x80;

/** The bytes, one byte 0x80, and zeros up to the next multiple of 256: at least one byte is added. Pure. */
export function pad(plain: Uint8Array): Bytes {
  const padded = new Uint8Array(PAD_BLOCK * (Math.floor(plain.length / PAD_BLOCK) + 1));
  padded.set(plain);
  padded[plain.length] = END;
  return padded;
}

/** The bytes that `pad` was given; undefined for bytes that it can't return. Pure. */
export function unpad(padded: Uint8Array): Bytes | undefined {
  if (padded.length === 0 || padded.length % PAD_BLOCK !== 0) return undefined;
  let end = padded.length - 1;
  while (end > padded.length - PAD_BLOCK && padded[end] === 0) end -= 1;
  return padded[end] === END ? padded.slice(0, end) : undefined;
}
