/**
 * The same text, as a separate string. Browsers cut a piece out of a string without copying it, so that each piece of a
 * text that grows would keep all of the text alive that there was when it was cut. Pure.
 */
export function detachText(piece: string): string {
  return ` ${piece}`.slice(1);
}
