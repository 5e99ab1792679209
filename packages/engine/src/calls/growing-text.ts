// A tail longer than this becomes one flat segment. Else V8 keeps a node for each chunk, and who reads the text while it
// grows makes it copy all of it each time.
const SEGMENT = 4096;
const SHORT = 256;

/** A text that only grows at its end. Neither appending nor reading what is new touches what was there before. */
export class GrowingText {
  length = 0;
  private segments: string[] | null = null;
  private frozen = '';
  private tail = '';
  private recent = '';
  private recentFrom = 0;
  private marked = 0;

  /** The whole text, not copied. Who looks inside pays for its length. */
  get whole(): string {
    return this.frozen + this.tail;
  }

  append(piece: string): void {
    if (this.length === this.marked) {
      this.recentFrom = this.length;
      this.recent = piece;
    } else {
      this.recent += piece;
    }
    this.length += piece.length;
    this.tail += piece;
    if (this.tail.length > SEGMENT) this.freeze();
  }

  /** Who has read up to here gets what comes next from `since` without any copy. */
  mark(): void {
    this.marked = this.length;
  }

  /** The text from an offset on. Costs at most the answer and one segment. */
  since(offset: number): string {
    if (offset === this.recentFrom) return this.recent;
    if (offset >= this.length) return '';
    let from = this.frozen.length;
    if (offset >= from) return this.tail.slice(offset - from);
    let text = this.tail;
    const segments = this.segments ?? [];
    for (let i = segments.length - 1; i >= 0 && from > offset; i--) {
      const segment = segments[i] ?? '';
      from -= segment.length;
      text = (from < offset ? segment.slice(offset - from) : segment) + text;
    }
    return text;
  }

  /** Leaves a short tail, so that `since` has little to copy. */
  protected shorten(): void {
    if (this.tail.length > SHORT) this.freeze();
  }

  private freeze(): void {
    const segment = flat(this.tail);
    this.segments ??= [];
    this.segments.push(segment);
    this.frozen += segment;
    this.tail = '';
  }
}

/** The same text in one piece: V8 flattens a string when one of its characters is asked for. */
function flat(text: string): string {
  return Number.isNaN(text.charCodeAt(0)) ? '' : text;
}
