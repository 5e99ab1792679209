import type { Input } from '@lezer/common';

const LONGEST_PIECE = 16;

/** A text that a parser reads, piece by piece. It counts what is read, and ends early when more would be read than may be. */
export class CountedInput implements Input {
  /** Characters that were given out. A parser looks back a little as it goes; a character counts once. */
  taken = 0;
  /** True when the parser wanted more than it may have: its result must not be used. */
  isShort = false;
  readonly lineChunks = false;

  private highest = 0;
  private readonly text: string;
  private readonly most: number;

  constructor(text: string, most: number) {
    this.text = text;
    this.most = most;
  }

  get length(): number {
    return this.text.length;
  }

  chunk(from: number): string {
    const lineEnd = this.text.indexOf('\n', from) + 1;
    return this.read(from, Math.min(lineEnd || this.text.length, from + LONGEST_PIECE));
  }

  read(from: number, to: number): string {
    const fresh = Math.max(to - Math.max(from, this.highest), 0);
    if (this.taken + fresh > this.most) {
      this.isShort = true;
      return '';
    }
    this.taken += fresh;
    this.highest = Math.max(this.highest, to);
    return this.text.slice(from, to);
  }
}
