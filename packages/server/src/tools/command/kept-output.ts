export interface OutputLimits {
  readonly lines: number;
  readonly characters: number;
}

/** The limits of the output that is kept. */
const OUTPUT_LIMITS: OutputLimits = { lines: 500, characters: 50_000 };

const HEAD_SHARE = 0.2;

/**
 * Keeps the beginning and the end of a text that may never end: a fifth of the limits for the beginning, the rest for the end,
 * and a line between them that says how much was left out. What fits is kept whole. Every cutting of the text gives the same
 * result. Linear; its memory grows with the limits only.
 */
export class KeptOutput {
  private readonly limits: OutputLimits;
  private readonly headLength: number;
  private readonly tailLength: number;
  private first = '';
  /** The output after `first`, or the end of it. */
  private last = '';
  private length = 0;
  private breaks = 0;

  constructor(limits: OutputLimits = OUTPUT_LIMITS) {
    this.limits = limits;
    this.headLength = Math.floor(limits.characters * HEAD_SHARE);
    this.tailLength = limits.characters - this.headLength;
  }

  push(text: string): void {
    this.length += text.length;
    this.breaks += countBreaks(text);
    const room = this.headLength - this.first.length;
    if (room > 0) this.first += text.slice(0, room);
    this.last += text.slice(room > 0 ? room : 0);
    // Not at each push: to cut is to copy.
    if (this.last.length > 2 * this.tailLength) this.last = this.last.slice(-this.tailLength);
  }

  get text(): string {
    const { limits, first, tailLength, length } = this;
    const isWhole = length <= limits.characters;
    const whole = isWhole ? first + this.last : '';
    const lines = this.breaks + (length > 0 && !(isWhole ? whole : this.last).endsWith('\n') ? 1 : 0);
    if (isWhole && lines <= limits.lines) return whole;
    const headLines = Math.floor(limits.lines * HEAD_SHARE);
    const head = beginning(first, headLines);
    const tail = ending((isWhole ? whole : this.last).slice(-tailLength), limits.lines - headLines);
    const characters = length - head.length - tail.length;
    const breaks = this.breaks - countBreaks(head) - countBreaks(tail);
    return `${head}${head === '' || head.endsWith('\n') ? '' : '\n'}${omission(breaks, characters)}\n${tail}`;
  }
}

function omission(lines: number, characters: number): string {
  const count = (many: number, what: string): string =>
    `${many.toLocaleString('en')} ${what}${many === 1 ? '' : 's'}`;
  return `[… ${count(lines, 'line')}, ${count(characters, 'character')} left out …]`;
}

/** The first lines of a text, which may have been cut in the middle of a character. */
function beginning(text: string, lines: number): string {
  let end = 0;
  for (let i = 0; i < lines && end < text.length; i++) end = text.indexOf('\n', end) + 1 || text.length;
  return isHighSurrogate(text.charCodeAt(end - 1)) ? text.slice(0, end - 1) : text.slice(0, end);
}

/** The last lines of such a text. */
function ending(text: string, lines: number): string {
  let kept = text;
  let start = text.endsWith('\n') ? text.length - 1 : text.length;
  for (let i = 0; i < lines; i++) {
    start = start === 0 ? -1 : text.lastIndexOf('\n', start - 1);
    if (start < 0) break;
    if (i === lines - 1) kept = text.slice(start + 1);
  }
  return isLowSurrogate(kept.charCodeAt(0)) ? kept.slice(1) : kept;
}

function countBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
