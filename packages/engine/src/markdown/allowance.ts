/** So many characters may be read again in any case, and so many more for each that comes. */
const AT_FIRST = 250_000;
const FOR_EACH = 16;

/**
 * How much of what was read may be read again while more text comes: when a label is defined late, and when the end of what
 * there is closes something far before it. So all of it costs no more than the text is long, no matter who wrote it. Few texts
 * come near to it; at the end every text is read as it should be.
 */
export class Allowance {
  private left = AT_FIRST;

  get isLeft(): boolean {
    return this.left > 0;
  }

  grow(length: number): void {
    this.left += FOR_EACH * length;
  }

  spend(length: number): void {
    this.left -= length;
  }
}
