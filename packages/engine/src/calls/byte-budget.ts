// So many texts are kept uncounted: more than most messages need, few enough to keep.
const MAX_UNCOUNTED = 8192;
const WIDE = /[^\0-\x7f]/;

/** Counts UTF-8 bytes up to a limit. The same for every way of cutting the text; linear. */
export class ByteBudget {
  private readonly limit: number;
  private bytes = 0;
  /** So many more characters fit, whatever they are. */
  private room = 0;
  private readonly uncounted: string[] = [];
  private afterHigh = false;

  constructor(limit: number) {
    this.limit = limit;
    this.setRoom();
  }

  /** Sets room for so many characters aside, if they fit whatever they are. `use` says later what they were. */
  reserve(length: number): boolean {
    if (length > this.room) return false;
    this.room -= length;
    return true;
  }

  /** The text for which room was set aside. It is counted when it matters, and for most messages it never does. */
  use(text: string): void {
    this.uncounted.push(text);
    if (this.uncounted.length > MAX_UNCOUNTED) this.count();
  }

  /** Takes in text and says how many of its characters fit. A surrogate pair is never cut. */
  fit(text: string): number {
    if (this.reserve(text.length)) {
      this.use(text);
      return text.length;
    }
    this.count();
    for (let i = 0; i < text.length; i++) {
      const width = this.width(text.charCodeAt(i));
      // If the first half of a pair fits, the second will.
      if (this.bytes + (this.afterHigh ? 4 : width) > this.limit) return i;
      this.bytes += width;
    }
    this.setRoom();
    return text.length;
  }

  private count(): void {
    for (const text of this.uncounted) this.countOne(text);
    this.uncounted.length = 0;
    this.setRoom();
  }

  private countOne(text: string): void {
    if (!isAscii(text)) {
      for (let i = 0; i < text.length; i++) this.bytes += this.width(text.charCodeAt(i));
    } else if (text.length > 0) {
      this.bytes += text.length;
      this.afterHigh = false;
    }
  }

  private setRoom(): void {
    // A UTF-16 unit has at most three bytes; the one is for a pair of which the second half is to come.
    this.room = Math.max(0, Math.min(Math.floor((this.limit - this.bytes - 1) / 3), 2 ** 30));
  }

  /** Three bytes for the first half of a pair and one for the second make its four. A lone half has three. */
  private width(code: number): number {
    const completesPair = this.afterHigh && code >= 0xdc00 && code <= 0xdfff;
    this.afterHigh = code >= 0xd800 && code <= 0xdbff;
    if (code < 0x80) return 1;
    if (code < 0x800) return 2;
    return completesPair ? 1 : 3;
  }
}

/** A pattern is quicker than a look at each character, but not for the few of a chunk. */
function isAscii(text: string): boolean {
  if (text.length > 32) return !WIDE.test(text);
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}
