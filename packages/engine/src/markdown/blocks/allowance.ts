/** So many characters of finished text may be read again in any case, and so many more for each that comes. */
const AT_FIRST = 1_000_000;
const FOR_EACH = 16;

/**
 * How much of what is finished may be read again while more text comes, so that all of it costs no more than the text is
 * long, whoever wrote it.
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
