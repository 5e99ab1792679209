/** Bits for what a chunk has in it. Every one has `text`; `wide` are characters of more than one byte. */
export const MARK = { less: 1, tick: 2, lineBreak: 4, wide: 8, text: 16, any: 31 } as const;

const MARKS = new Uint8Array(128);
MARKS[0x3c] = MARK.less;
MARKS[0x60] = MARK.tick;
MARKS[0x0a] = MARK.lineBreak;
const WIDE = /[^\0-\x7f]/;

/**
 * One look at each character of a chunk. Most chunks have nothing that matters, and need no second one.
 * A long text has it all, and its bytes are what is looked for.
 */
export function marksOf(text: string): number {
  if (text.length > 64) return WIDE.test(text) ? MARK.any : MARK.any - MARK.wide;
  let marks: number = MARK.text;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    marks |= code < 128 ? (MARKS[code] ?? 0) : MARK.wide;
  }
  return marks;
}
