/** Counts UTF-8 bytes up to a limit. The same for every way of cutting the text. */
export class ByteBudget {
  private readonly limit: number;
  private bytes = 0;
  private afterHigh = false;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Takes in a text of ASCII alone, if it fits as a whole. */
  fitAscii(length: number): boolean {
    if (this.bytes + length > this.limit) return false;
    this.bytes += length;
    this.afterHigh = false;
    return true;
  }

  /** Takes in text and says how many of its characters fit. A surrogate pair is never cut. */
  fit(text: string): number {
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
