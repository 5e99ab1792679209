import { BACKTICK, CR, GREATER, SPACE, TAB, TILDE } from './chars.ts';

/** An opened code fence, as far as its closing line depends on it. */
export interface Fence {
  readonly char: number;
  readonly length: number;
  readonly column: number;
  readonly quotes: number;
}

// The beginnings of a line that may stand before a fence: indentation and quotes, or a list marker on its way.
type LineBegin = 'indent' | 'bullet' | 'number' | 'delimiter' | 'body';

/** Reads a line of text for the code in it: the fence it may open, and the backticks that still wait for their match. */
export class CodeLine {
  /** Lengths of runs that may open a code span. When the first finds its match, all after it stood inside. */
  readonly runs: number[] = [];
  private begin: LineBegin = 'indent';
  private column = 0;
  private quotes = 0;
  private run = 0;
  private runChar = BACKTICK;
  private runBegins = false;
  private fence: Fence | null = null;

  /** Tells whether only a backtick, a tag or the end of the line still matters. */
  get settled(): boolean {
    return this.begin === 'body' && this.run === 0;
  }

  /** Tells whether a tag at this place may turn out to stand in code. */
  get undecided(): boolean {
    return this.runs.length > 0 || this.fence !== null;
  }

  /** Tells whether this line, if it ended here, opens a fence. */
  get fenced(): boolean {
    return this.fence !== null;
  }

  /** Takes in a character that is no line break. */
  feed(code: number): void {
    if (this.run > 0 && code === this.runChar) {
      this.run++;
      return;
    }
    this.endRun();
    const atIndent = this.begin === 'indent';
    if (code === BACKTICK || (code === TILDE && atIndent)) {
      this.run = 1;
      this.runChar = code;
      this.runBegins = atIndent;
      this.begin = 'body';
    } else if (this.begin !== 'body') {
      this.begin = afterBegin(this.begin, code);
      this.column += code === TAB ? 4 : 1;
      if (code === GREATER) this.quotes++;
    }
  }

  /** The line is over, and the next one begins. Returns the fence that it opened. */
  end(): Fence | null {
    this.endRun();
    const { fence } = this;
    this.reset();
    return fence;
  }

  /** The next character begins a line. */
  reset(): void {
    this.begin = 'indent';
    this.column = 0;
    this.quotes = 0;
    this.run = 0;
    if (this.runs.length > 0) this.runs.length = 0;
    this.fence = null;
  }

  /** The rest of the line is text like any other, whatever stood before. */
  restart(): void {
    this.reset();
    this.begin = 'body';
  }

  /** A run of backticks or tildes, if there is one, goes on no longer. */
  endRun(): void {
    const length = this.run;
    if (length === 0) return;
    this.run = 0;
    const opensFence = this.runBegins && length >= 3;
    if (opensFence) this.fence = { char: this.runChar, length, column: this.column, quotes: this.quotes };
    if (this.runChar === TILDE) return;
    // The line that opens a fence of backticks has no others.
    if (!opensFence && this.fence?.char === BACKTICK) this.fence = null;
    if (this.runs[0] === length) this.runs.length = 0;
    else this.runs.push(length);
  }
}

function afterBegin(begin: LineBegin, code: number): LineBegin {
  const isSpace = code === SPACE || code === TAB;
  const isDigit = code >= 0x30 && code <= 0x39;
  switch (begin) {
    case 'indent':
      if (isSpace || code === GREATER || code === CR) return 'indent';
      if (isDigit) return 'number';
      return code === 0x2a || code === 0x2b || code === 0x2d ? 'bullet' : 'body';
    case 'number':
      if (isDigit) return 'number';
      return code === 0x2e || code === 0x29 ? 'delimiter' : 'body';
    case 'bullet':
    case 'delimiter':
      return isSpace ? 'indent' : 'body';
    case 'body':
      return 'body';
  }
}

/** Reads a line inside a fence for the one thing that matters there: whether it closes it. */
export class FenceLine {
  private readonly fence: Fence;
  private place: 'indent' | 'run' | 'rest' | 'code' = 'indent';
  private column = 0;
  private quotes = 0;
  private run = 0;

  constructor(fence: Fence) {
    this.fence = fence;
  }

  /** Tells whether this line can no longer close the fence. */
  get settled(): boolean {
    return this.place === 'code';
  }

  feed(code: number): void {
    if (this.place === 'code') return;
    const isSpace = code === SPACE || code === TAB || code === CR;
    if (code === this.fence.char && (this.place === 'indent' || this.place === 'run')) {
      this.place = 'run';
      this.run++;
    } else if (this.place === 'indent' && (isSpace || code === GREATER)) {
      this.column += code === TAB ? 4 : 1;
      if (code === GREATER) this.quotes++;
    } else {
      this.place = isSpace && this.run > 0 ? 'rest' : 'code';
    }
  }

  /** The line is over, and the next one begins. Returns whether the fence is closed. */
  end(): boolean {
    const { length, column, quotes } = this.fence;
    const closes =
      this.place !== 'code' &&
      this.run >= length &&
      this.quotes === quotes &&
      // More indentation than that makes it code.
      this.column <= column + 3;
    this.place = 'indent';
    this.column = 0;
    this.quotes = 0;
    this.run = 0;
    return closes;
  }
}
