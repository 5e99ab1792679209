// A tail longer than this becomes one flat segment. Else V8 keeps a node for each chunk, and reading the text while it
// grows copies all of it each time.
const SEGMENT = 4096;

/** A text that only grows at its end. Neither appending nor reading what is new touches what was there before. */
export class GrowingText {
  private readonly segments: string[] = [];
  private frozen = '';
  private tail = '';
  private recent = '';
  private recentFrom = 0;
  private marked = false;

  get length(): number {
    return this.frozen.length + this.tail.length;
  }

  /** The whole text, not copied. Who looks inside pays for its length. */
  get value(): string {
    return this.frozen + this.tail;
  }

  append(piece: string): void {
    if (this.marked) {
      this.marked = false;
      this.recentFrom = this.length;
      this.recent = piece;
    } else {
      this.recent += piece;
    }
    this.tail += piece;
    if (this.tail.length > SEGMENT) this.freeze();
  }

  /** Who has read up to here gets what comes next from `since` without any copy. */
  mark(): void {
    this.marked = true;
  }

  /** The text from an offset on. Costs at most the answer and one segment. */
  since(offset: number): string {
    if (offset === this.recentFrom) return this.recent;
    if (offset >= this.frozen.length) return this.tail.slice(offset - this.frozen.length);
    let from = this.frozen.length;
    let i = this.segments.length;
    let text = this.tail;
    while (i > 0 && from > offset) {
      const segment = this.segments[--i] ?? '';
      from -= segment.length;
      text = (from < offset ? segment.slice(offset - from) : segment) + text;
    }
    return text;
  }

  private freeze(): void {
    const segment = flat(this.tail);
    this.segments.push(segment);
    this.frozen += segment;
    this.tail = '';
  }
}

/** The same text in one piece: V8 flattens a string whose characters are asked for. */
function flat(text: string): string {
  return Number.isNaN(text.charCodeAt(0)) ? '' : text;
}
