const ZERO = 0x30;
const NINE = 0x39;
const PLUS = 0x2b;
const MINUS = 0x2d;
const POINT = 0x2e;
const SMALL_E = 0x65;
const LARGE_E = 0x45;

// Integers of so many digits, and powers of ten up to this one, are exact: their product and quotient round once.
const EXACT_DIGITS = 15;
const EXACT_POWERS = Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
// No double needs more digits to be told from its neighbours; of what follows it matters only whether it is zero.
const MOST_DIGITS = 800;
// More than any text has characters.
const MOST_EXPONENT = 1e12;

type NumberState = 'start' | 'minus' | 'zero' | 'integer' | 'point' | 'fraction' | 'e' | 'sign' | 'exponent';

/** A JSON number while it arrives, character by character. Its size and the cost of its value have a bound. */
export class GrowingNumber {
  private place: NumberState = 'start';
  private negative = false;
  /** The first digits without leading zeros, as a number. */
  private head = 0;
  /** The digits, once they are too many for `head`. */
  private digits = '';
  private count = 0;
  /** True when a digit that was not kept is more than zero. */
  private more = false;
  /** The power of ten that the point, and digits not kept, stand for. */
  private scale = 0;
  private exponent = 0;
  private exponentNegative = false;

  /** Tells whether the text so far is a number. */
  get whole(): boolean {
    const { place } = this;
    return place === 'zero' || place === 'integer' || place === 'fraction' || place === 'exponent';
  }

  /** Tells whether there is a value to show. */
  get begun(): boolean {
    return this.place !== 'start' && this.place !== 'minus';
  }

  /** The value that `JSON.parse` gives for the longest part so far that is a number. */
  get value(): number {
    const power = this.scale + (this.exponentNegative ? -this.exponent : this.exponent);
    const exact = EXACT_POWERS[Math.abs(power)];
    let size: number;
    if (this.count > EXACT_DIGITS) size = Number(`${this.digits}${this.more ? 1 : 0}e${power - 1}`);
    else if (exact === undefined) size = Number(`${this.head}e${power}`);
    else size = power < 0 ? this.head / exact : this.head * exact;
    return this.negative ? -size : size;
  }

  /** Takes in a character. False if the number cannot go on with it. */
  take(code: number): boolean {
    const next = code >= ZERO && code <= NINE ? this.takeDigit(code - ZERO) : this.takeMark(code);
    if (next === undefined) return false;
    this.place = next;
    return true;
  }

  private takeDigit(digit: number): NumberState | undefined {
    switch (this.place) {
      case 'start':
      case 'minus':
        this.keep(digit);
        return digit === 0 ? 'zero' : 'integer';
      case 'integer':
        this.keep(digit);
        return 'integer';
      case 'point':
      case 'fraction':
        this.scale--;
        this.keep(digit);
        return 'fraction';
      case 'e':
      case 'sign':
      case 'exponent':
        this.exponent = Math.min(this.exponent * 10 + digit, MOST_EXPONENT);
        return 'exponent';
      case 'zero':
        return undefined;
    }
  }

  private takeMark(code: number): NumberState | undefined {
    const { place } = this;
    if (code === MINUS && place === 'start') {
      this.negative = true;
      return 'minus';
    }
    if (code === POINT && (place === 'zero' || place === 'integer')) return 'point';
    if ((code === SMALL_E || code === LARGE_E) && place !== 'exponent' && this.whole) return 'e';
    if ((code === MINUS || code === PLUS) && place === 'e') {
      this.exponentNegative = code === MINUS;
      return 'sign';
    }
    return undefined;
  }

  private keep(digit: number): void {
    if (this.count < EXACT_DIGITS) {
      this.head = this.head * 10 + digit;
      if (this.head > 0) this.count++;
    } else if (this.count < MOST_DIGITS) {
      this.digits = (this.digits || String(this.head)) + digit;
      this.count++;
    } else {
      this.more ||= digit > 0;
      this.scale++;
    }
  }
}
