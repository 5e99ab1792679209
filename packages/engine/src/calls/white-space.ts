/** Tells whether `String.prototype.trim` takes this character away. */
export function isWhiteSpace(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}

/** The index at which the white space that begins at `from` ends. */
export function skipWhiteSpace(text: string, from: number, to: number): number {
  let i = from;
  while (i < to && isWhiteSpace(text.charCodeAt(i))) i++;
  return i;
}
