import { ByteBudget } from './byte-budget.ts';
import { isWhiteSpace, skipWhiteSpace } from './white-space.ts';

/**
 * `trim` loses white space at both ends. `lines` loses one line break at each end. `command` is `trim` with `&amp;` as
 * `&`. `exact` stays as it is.
 */
export type ValueShape = 'trim' | 'lines' | 'command' | 'exact';

/** More bytes than any string has. A small integer: V8 would give each value an object of its own for infinity. */
export const UNLIMITED = 2 ** 31 - 1;

// A tail longer than this becomes one flat segment. Else V8 keeps a node for each chunk, and who reads the text while it
// grows makes it copy all of it each time.
const SEGMENT = 4096;
const SHORT = 256;

/**
 * A value while it arrives. It only grows, and is in the end what the whole text gives: what may still be cut from its
 * end is held back. Neither appending nor reading what is new touches what was there before.
 */
export class Value {
  length = 0;
  /** True when it is larger than it may be. It has no more then than what fits. */
  over = false;
  private readonly shape: ValueShape;
  private readonly maxBytes: number;
  private frozen = '';
  private tail = '';
  private held = '';
  private recent = '';
  private recentFrom = 0;
  private marked = 0;
  private begun = false;
  private entity = '';
  private segments: string[] | null = null;
  private budget: ByteBudget | null = null;

  constructor(shape: ValueShape, maxBytes: number) {
    this.shape = shape;
    this.maxBytes = maxBytes;
  }

  /** The whole text, not copied. Who looks inside pays for its length. */
  get whole(): string {
    return this.frozen + this.tail;
  }

  /** Tells whether it has begun and takes in so many characters more, whatever they are. */
  takes(length: number): boolean {
    return this.length > 0 && this.isSafe(this.length + this.held.length + length);
  }

  /** Takes in text that does not end the value. The same as `push`, and quicker. */
  more(piece: string): void {
    const last = piece.charCodeAt(piece.length - 1);
    if (!(last > 0x20 && last < 0x80)) this.push(piece);
    else if (this.held.length === 0) this.grow(piece);
    else {
      this.grow(this.held + piece);
      this.held = '';
    }
  }

  push(piece: string): void {
    if (this.shape === 'trim') this.pushTrimmed(piece);
    else if (this.shape === 'lines') this.pushLines(piece);
    else if (this.shape === 'command') this.pushCommand(piece);
    else this.append(piece);
  }

  /** The value is at its end: what was held back is shown, or falls away. Its pieces become one. */
  close(): void {
    if (this.entity !== '') this.pushTrimmed(this.entity);
    // A carriage return alone is no line break.
    if (this.shape === 'lines' && this.held === '\r') this.append(this.held);
    this.entity = '';
    this.held = '';
    this.tail = flat(this.tail);
  }

  /** Marks this point: a reader who has read up to here gets the rest from `since` without a copy. */
  mark(): void {
    this.marked = this.length;
  }

  /** Tells whether nothing has come since `mark`. */
  get isMarked(): boolean {
    return this.length === this.marked;
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

  /** Makes what follows cheap to ask for. Returns the length of all that was pushed since the first character. */
  seal(): number {
    if (this.tail.length > SHORT) this.freeze();
    return this.length + this.held.length;
  }

  /** The text that was pushed from an offset on. */
  pushedSince(offset: number): string {
    return offset > this.length ? this.held.slice(offset - this.length) : this.since(offset) + this.held;
  }

  private pushTrimmed(piece: string): void {
    let end = piece.length;
    while (end > 0 && isWhiteSpace(piece.charCodeAt(end - 1))) end--;
    if (end === 0) {
      if (this.length > 0) this.held += piece;
      return;
    }
    const start = this.length === 0 ? skipWhiteSpace(piece, 0, end) : 0;
    const text = start === 0 && end === piece.length ? piece : piece.slice(start, end);
    const { held } = this;
    this.held = end === piece.length ? '' : piece.slice(end);
    this.append(held.length === 0 ? text : held + text);
  }

  private pushLines(piece: string): void {
    let text = piece;
    if (this.held.length > 0) {
      text = this.held + piece;
      this.held = '';
    }
    if (!this.begun) {
      if (text === '' || text === '\r') {
        this.held = text;
        return;
      }
      this.begun = true;
      text = text.slice(text.startsWith('\n') ? 1 : text.startsWith('\r\n') ? 2 : 0);
    }
    const cut = lengthOfLastBreak(text);
    if (cut > 0) this.held = text.slice(-cut);
    if (cut < text.length) this.append(cut > 0 ? text.slice(0, -cut) : text);
  }

  private pushCommand(piece: string): void {
    const text = this.entity === '' ? piece : this.entity + piece;
    this.entity = '';
    if (text.indexOf('&') < 0) {
      this.pushTrimmed(text);
      return;
    }
    const last = text.lastIndexOf('&');
    const end = '&amp'.startsWith(text.slice(last)) ? last : text.length;
    this.entity = text.slice(end);
    this.pushTrimmed(text.slice(0, end).replaceAll('&amp;', '&'));
  }

  /** So many characters have no more bytes than the value may, whatever they are, with half a pair at the end. */
  private isSafe(length: number): boolean {
    return 3 * length < this.maxBytes;
  }

  private append(piece: string): void {
    this.grow(this.isSafe(this.length + piece.length) ? piece : this.fitting(piece));
  }

  private grow(piece: string): void {
    const { length } = this;
    if (length === this.marked) {
      this.recentFrom = length;
      this.recent = piece;
    } else {
      this.recent += piece;
    }
    this.length = length + piece.length;
    this.tail += piece;
    if (this.tail.length > SEGMENT) this.freeze();
  }

  /** As much of a piece as the value may still take. */
  private fitting(piece: string): string {
    if (this.over) return '';
    if (this.budget === null) {
      this.budget = new ByteBudget(this.maxBytes);
      this.budget.fit(this.whole);
    }
    const fits = this.budget.fit(piece);
    this.over = fits < piece.length;
    return piece.slice(0, fits);
  }

  private freeze(): void {
    const segment = flat(this.tail);
    this.segments ??= [];
    this.segments.push(segment);
    this.frozen += segment;
    this.tail = '';
  }
}

/** A carriage return counts: its line feed may come with the next piece. */
function lengthOfLastBreak(text: string): number {
  const last = text.charCodeAt(text.length - 1);
  if (last === 0x0d) return 1;
  if (last !== 0x0a) return 0;
  return text.charCodeAt(text.length - 2) === 0x0d ? 2 : 1;
}

/** The same text in one piece: V8 flattens a string when one of its characters is asked for. */
function flat(text: string): string {
  return Number.isNaN(text.charCodeAt(0)) ? '' : text;
}
