import type { ByteBudget } from './byte-budget.ts';
import { GrowingText } from './growing-text.ts';
import { isWhiteSpace, skipWhiteSpace } from './white-space.ts';

/**
 * `trim` loses white space at both ends. `lines` loses one line break at each end. `command` is `trim` with `&amp;` as
 * `&`. `exact` stays as it is.
 */
export type ValueShape = 'trim' | 'lines' | 'command' | 'exact';

/**
 * A value while it arrives. What it shows only grows, and is at its end what the whole text gives: all that may still be
 * cut from the end is held back.
 */
export class Value {
  readonly shown = new GrowingText();
  /** Whether the budget was passed. Nothing is shown beyond it. */
  over = false;
  private readonly shape: ValueShape;
  private readonly budget: ByteBudget | null;
  private held = '';
  private entity = '';
  private begun = false;

  constructor(shape: ValueShape, budget: ByteBudget | null) {
    this.shape = shape;
    this.budget = budget;
  }

  push(piece: string): void {
    switch (this.shape) {
      case 'trim':
        return this.pushTrimmed(piece);
      case 'lines':
        return this.pushLines(piece);
      case 'command':
        return this.pushCommand(piece);
      case 'exact':
        return this.append(piece);
    }
  }

  /** The value is at its end: what was held back is shown, or falls away. */
  close(): void {
    if (this.entity !== '') this.pushTrimmed(this.entity);
    this.entity = '';
    // A carriage return alone is no line break.
    if (this.shape === 'lines' && this.held === '\r') this.append(this.held);
    this.held = '';
  }

  private pushTrimmed(piece: string): void {
    let end = piece.length;
    while (end > 0 && isWhiteSpace(piece.charCodeAt(end - 1))) end--;
    const empty = this.shown.length === 0;
    if (end === 0) {
      if (!empty) this.held += piece;
      return;
    }
    if (this.held !== '') this.append(this.held);
    const start = empty ? skipWhiteSpace(piece, 0, end) : 0;
    this.append(start === 0 && end === piece.length ? piece : piece.slice(start, end));
    this.held = end === piece.length ? '' : piece.slice(end);
  }

  private pushLines(piece: string): void {
    let text = this.held === '' ? piece : this.held + piece;
    this.held = '';
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
    const text = this.entity + piece;
    const end = text.length - lengthOfHalfEntity(text);
    this.entity = text.slice(end);
    this.pushTrimmed(text.slice(0, end).replaceAll('&amp;', '&'));
  }

  private append(piece: string): void {
    if (this.over) return;
    const fits = this.budget === null ? piece.length : this.budget.fit(piece);
    this.over = fits < piece.length;
    if (fits > 0) this.shown.append(this.over ? piece.slice(0, fits) : piece);
  }
}

/** A carriage return counts: its line feed may come with the next chunk. */
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
