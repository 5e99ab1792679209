// Text is kept up to here and counted at once: one pass of a pattern costs less than a look at each character.
const BATCH = 4096;
const NOT_ASCII = /[^\0-\x7f]/;

/** Counts UTF-8 bytes up to a limit. The same for every way of cutting the text; linear. */
export class ByteBudget {
  private readonly limit: number;
  private counted = 0;
  private uncounted = '';
  private afterHigh = false;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Takes text in and says how many of its characters fit. A surrogate pair is never cut. */
  fit(text: string): number {
    // A UTF-16 unit has at most three bytes; the one more is for a pair whose second half is still to come.
    if (this.counted + (this.uncounted.length + text.length) * 3 + 1 > this.limit)
      return this.fitExactly(text);
    this.uncounted += text;
    if (this.uncounted.length > BATCH) this.count();
    return text.length;
  }

  private count(): void {
    const text = this.uncounted;
    this.uncounted = '';
    if (NOT_ASCII.test(text)) {
      for (let i = 0; i < text.length; i++) this.counted += this.width(text.charCodeAt(i));
    } else if (text !== '') {
      this.counted += text.length;
      this.afterHigh = false;
    }
  }

  private fitExactly(text: string): number {
    this.count();
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      const width = this.width(code);
      if (this.counted + (this.afterHigh ? 4 : width) > this.limit) return i;
      this.counted += width;
    }
    return text.length;
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
