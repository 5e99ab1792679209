import { ByteBudget } from './byte-budget.ts';
import { GrowingText } from './growing-text.ts';
import { isWhiteSpace, skipWhiteSpace } from './white-space.ts';

/**
 * `trim` loses white space at both ends. `lines` loses one line break at each end. `command` is `trim` with `&amp;` as
 * `&`. `exact` stays as it is.
 */
export type ValueShape = 'trim' | 'lines' | 'command' | 'exact';

/**
 * A value while it arrives. It only grows, and is in the end what the whole text gives: what may still be cut from its
 * end is held back.
 */
export class Value extends GrowingText {
  /** Whether it is larger than it may be. It has no more then than what fits. */
  over = false;
  private readonly shape: ValueShape;
  private readonly maxBytes: number;
  /** So many characters have no more bytes than that, however they are written, with half a pair at the end. */
  private readonly safeLength: number;
  private budget: ByteBudget | null = null;
  private held = '';
  private entity = '';
  private begun = false;

  constructor(shape: ValueShape, maxBytes: number) {
    super();
    this.shape = shape;
    this.maxBytes = maxBytes;
    this.safeLength = Math.min(Math.floor((maxBytes - 1) / 3), 2 ** 30);
  }

  /** Whether `more` may take in so many characters. */
  takes(length: number): boolean {
    return this.length > 0 && this.length + this.held.length + length <= this.safeLength;
  }

  /** Takes in text that does not end the value. The same as `push`, and quicker. */
  more(piece: string): void {
    const last = piece.charCodeAt(piece.length - 1);
    if (!(last > 0x20 && last < 0x80)) this.push(piece);
    else if (this.held.length === 0) this.append(piece);
    else {
      this.append(this.held + piece);
      this.held = '';
    }
  }

  /** Makes what follows cheap to ask for. Returns the length of all that was pushed since the first character. */
  seal(): number {
    this.shorten();
    return this.length + this.held.length;
  }

  /** What was pushed from an offset on. */
  pushedSince(offset: number): string {
    return offset > this.length ? this.held.slice(offset - this.length) : this.since(offset) + this.held;
  }

  push(piece: string): void {
    if (this.shape === 'trim') this.pushTrimmed(piece);
    else if (this.shape === 'lines') this.pushLines(piece);
    else if (this.shape === 'command') this.pushCommand(piece);
    else this.add(piece);
  }

  /** The value is at its end: what was held back is shown, or falls away. */
  close(): void {
    if (this.entity !== '') this.pushTrimmed(this.entity);
    // A carriage return alone is no line break.
    if (this.shape === 'lines' && this.held === '\r') this.add(this.held);
    this.entity = '';
    this.held = '';
  }

  private pushTrimmed(piece: string): void {
    let end = piece.length;
    while (end > 0 && isWhiteSpace(piece.charCodeAt(end - 1))) end--;
    const empty = this.length === 0;
    if (end === 0) {
      if (!empty) this.held += piece;
      return;
    }
    if (this.held.length > 0) this.add(this.held);
    const start = empty ? skipWhiteSpace(piece, 0, end) : 0;
    this.add(start === 0 && end === piece.length ? piece : piece.slice(start, end));
    this.held = end === piece.length ? '' : piece.slice(end);
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
    if (cut < text.length) this.add(cut > 0 ? text.slice(0, -cut) : text);
  }

  private pushCommand(piece: string): void {
    const text = this.entity + piece;
    const end = text.length - lengthOfHalfEntity(text);
    this.entity = text.slice(end);
    this.pushTrimmed(text.slice(0, end).replaceAll('&amp;', '&'));
  }

  private add(piece: string): void {
    if (this.length + piece.length <= this.safeLength) this.append(piece);
    else this.addWithin(piece);
  }

  private addWithin(piece: string): void {
    if (this.over) return;
    if (this.budget === null) {
      this.budget = new ByteBudget(this.maxBytes);
      this.budget.fit(this.whole);
    }
    const fits = this.budget.fit(piece);
    this.over = fits < piece.length;
    if (fits > 0) this.append(this.over ? piece.slice(0, fits) : piece);
  }
}

/** A carriage return counts: its line feed may come with the next piece. */
function lengthOfLastBreak(text: string): number {
  const last = text.charCodeAt(text.length - 1);
  if (last === 0x0d) return 1;
  if (last !== 0x0a) return 0;
  return text.charCodeAt(text.length - 2) === 0x0d ? 2 : 1;
}

function lengthOfHalfEntity(text: string): number {
  const at = text.lastIndexOf('&');
  return at >= 0 && '&amp'.startsWith(text.slice(at)) ? text.length - at : 0;
}
