import { CODE } from '../characters.ts';

/** A longer line is no marker as a whole: it is no break, underline, fence, row of dashes or lone tag. */
const MARKER_LIMIT = 4000;

/**
 * One line of the text and how far it has been read, in columns as tabs count them. A look behind its end is noted: a line
 * that is not complete and whose end was looked at may mean something else when more of it comes.
 */
export class Line {
  /** The index of the next character. */
  index = 0;
  /** True when something looked behind the last character. */
  reachedEnd = false;
  private column = 0;
  /** How many columns of a tab at `index` are left when a part of it has been read. */
  private tabLeft = 0;
  private nextIndex = 0;
  private nextColumn = 0;

  readonly text: string;
  /** The index in the whole text at which it begins. */
  readonly offset: number;
  readonly number: number;

  constructor(text: string, offset: number, number: number) {
    this.text = text;
    this.offset = offset;
    this.number = number;

    this.findNext();
  }

  /** The code of a character; -1 behind the end. */
  code(index: number): number {
    if (index < this.text.length) return this.text.charCodeAt(index);
    this.reachedEnd = true;
    return -1;
  }

  /** The index of the next character that is no space. */
  get next(): number {
    return this.nextIndex;
  }

  get nextCode(): number {
    return this.code(this.nextIndex);
  }

  /** How many columns of space stand before it. */
  get indent(): number {
    return this.nextColumn - this.column;
  }

  get isBlank(): boolean {
    return this.nextCode < 0;
  }

  get isIndentedCode(): boolean {
    return this.indent >= 4;
  }

  get isTooLong(): boolean {
    return this.text.length > MARKER_LIMIT;
  }

  /** The index of the next character in the whole text. */
  get position(): number {
    return this.offset + this.nextIndex;
  }

  get end(): number {
    return this.offset + this.text.length;
  }

  /** Passes over space and this many characters. */
  skip(characters: number): void {
    this.index = this.nextIndex + characters;
    this.column = this.nextColumn + characters;
    this.tabLeft = 0;
    this.findNext();
  }

  /** Passes over this many columns of space, which may be a part of a tab. True. */
  skipColumns(columns: number): true {
    let left = columns;
    while (left > 0) {
      const code = this.code(this.index);
      if (code !== CODE.space && code !== CODE.tab) break;
      const width = code === CODE.space ? 1 : 4 - (this.column % 4);
      const step = Math.min(width, left);
      this.column += step;
      left -= step;
      this.tabLeft = width - step;
      if (this.tabLeft === 0) this.index++;
    }
    if (this.nextIndex < this.index) this.findNext();
    return true;
  }

  /** The rest of it, with the rest of a tab as spaces. */
  rest(): string {
    if (this.tabLeft === 0) return this.text.slice(this.index);
    return ' '.repeat(this.tabLeft) + this.text.slice(this.index + 1);
  }

  private findNext(): void {
    this.nextIndex = this.index;
    this.nextColumn = this.column;
    // More space than that counts as text.
    const limit = this.index + MARKER_LIMIT;
    while (this.nextIndex < limit) {
      const code = this.code(this.nextIndex);
      if (code === CODE.tab) this.nextColumn += 4 - (this.nextColumn % 4);
      else if (code === CODE.space) this.nextColumn++;
      else return;
      this.nextIndex++;
    }
  }
}
