const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SMALL_U = 0x75;

/** The character that each letter behind a backslash stands for. */
const ESCAPES: ReadonlyMap<number, string> = new Map([
  [QUOTE, '"'],
  [BACKSLASH, '\\'],
  [0x2f, '/'],
  [0x62, '\b'],
  [0x66, '\f'],
  [0x6e, '\n'],
  [0x72, '\r'],
  [0x74, '\t'],
]);

/** JSON strings while they arrive, one after the other. */
export class GrowingString {
  /** All that is decided. It is only ever added to: to look inside would make V8 copy it each time. */
  text = '';
  place: 'string' | 'escape' | 'hex' | 'over' = 'over';
  /** A high surrogate that may become half of a pair. */
  private held = '';
  /** The digits of an escape, behind a 1: with four it is past 0x10000. */
  private hex = 1;

  /** Begins behind the opening quote. */
  begin(): void {
    this.text = '';
    this.place = 'string';
  }

  /** Takes in text up to the closing quote, or to what no string can have there. Returns where it stopped. */
  take(chunk: string, from: number): number {
    let i = from;
    while (i < chunk.length && this.place !== 'over') {
      const next = this.place === 'string' ? this.takePlain(chunk, i) : this.takeEscaped(chunk, i);
      if (next === i) break;
      i = next;
    }
    return i;
  }

  private takePlain(chunk: string, from: number): number {
    let i = from;
    let code = 0;
    for (; i < chunk.length; i++) {
      code = chunk.charCodeAt(i);
      if (code === QUOTE || code === BACKSLASH || code < SPACE) break;
    }
    if (i > from) this.grow(chunk.slice(from, i));
    if (i === chunk.length || code < SPACE) return i;
    if (code === QUOTE) this.end();
    else this.place = 'escape';
    return i + 1;
  }

  private takeEscaped(chunk: string, at: number): number {
    const code = chunk.charCodeAt(at);
    if (this.place === 'hex') return this.takeHex(code) ? at + 1 : at;
    if (code === SMALL_U) {
      this.place = 'hex';
      this.hex = 1;
      return at + 1;
    }
    const char = ESCAPES.get(code);
    if (char === undefined) return at;
    this.grow(char);
    this.place = 'string';
    return at + 1;
  }

  private takeHex(code: number): boolean {
    const digit = hexDigit(code);
    if (digit === undefined) return false;
    this.hex = this.hex * 16 + digit;
    if (this.hex < 0x10000) return true;
    this.grow(String.fromCharCode(this.hex - 0x10000));
    this.place = 'string';
    return true;
  }

  private grow(piece: string): void {
    let more = piece;
    if (this.held !== '') {
      more = this.held + piece;
      this.held = '';
    }
    if (isHighSurrogate(more.charCodeAt(more.length - 1))) {
      this.held = more.slice(-1);
      more = more.slice(0, -1);
    }
    this.text += more;
  }

  private end(): void {
    this.text += this.held;
    this.held = '';
    this.place = 'over';
  }
}

function hexDigit(code: number): number | undefined {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : undefined;
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
