const WIDE = /[^\0-\x7f]/;

/** Counts UTF-8 bytes up to a limit. The same for every way of cutting the text; linear. */
export class ByteBudget {
  private readonly limit: number;
  private bytes = 0;
  /** Characters that are surely within the limit, to be counted only if that is no longer sure. */
  private loose = 0;
  private afterHigh = false;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Whether so many more characters surely fit, whatever they are. Then `settle` will be told what they were. */
  admits(length: number): boolean {
    // A UTF-16 unit has at most three bytes; the one more is for a pair of which the second half is to come.
    if (this.bytes + (this.loose + length) * 3 + 1 > this.limit) return false;
    this.loose += length;
    return true;
  }

  /** Counts the text that was admitted. */
  settle(text: string): void {
    this.loose = 0;
    this.fit(text);
  }

  /** Takes in text and says how many of its characters fit. A surrogate pair is never cut. */
  fit(text: string): number {
    if (this.bytes + text.length <= this.limit && !WIDE.test(text)) {
      this.bytes += text.length;
      this.afterHigh &&= text === '';
      return text.length;
    }
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      const width = this.width(code);
      // Where the first half of a pair fits, the second will.
      if (this.bytes + (this.afterHigh ? 4 : width) > this.limit) return i;
      this.bytes += width;
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
