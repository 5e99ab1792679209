import { CODE, isAsciiSpace, isDigit } from '../characters.ts';
import type { MarkdownMathInline } from '../tree.ts';
import { HOLD } from './inline-context.ts';
import type { Inlines } from './inlines.ts';
import type { Found, Lookahead } from './lookahead.ts';

type Marker = MarkdownMathInline['marker'];

const CLOSE: Readonly<Record<Marker, string>> = { $: '$', $$: '$$', '\\(': '\\)', '\\[': '\\]' };

/** Takes `$`: math, if what follows is written like it. `$5 and $6` is not. */
export function readDollar(inlines: Inlines, at: number): number {
  if (at + 2 >= inlines.end && !inlines.final) return HOLD;
  const marker = inlines.code(at + 1) === CODE.dollar ? '$$' : '$';
  const found = readMath(inlines, at, marker);
  if (found >= 0) return found;
  inlines.pushText(marker);
  return at + marker.length;
}

/** Looks for math behind a marker. Returns where it ends, or -1. */
export function readMath(inlines: Inlines, at: number, marker: Marker): number {
  const from = at + marker.length;
  const first = inlines.code(from);
  if (marker === '$' && (first < 0 || isAsciiSpace(first))) return -1;
  return inlines.attempt(at, new MathAhead(marker, from, from));
}

/** Looks for the end of math. */
export class MathAhead implements Lookahead {
  readonly kind: string;

  readonly marker: Marker;
  readonly from: number;
  readonly scanned: number;

  constructor(marker: Marker, from: number, scanned: number) {
    this.marker = marker;
    this.from = from;
    this.scanned = scanned;

    this.kind = `math ${marker}`;
  }

  resume(inlines: Inlines): Lookahead | Found | null {
    const { text, base } = inlines;
    const close = CLOSE[this.marker];
    let index = this.scanned - base;
    while (index < text.length) {
      // The character behind a closing marker decides whether it is one.
      if (index + close.length >= text.length && !inlines.final) break;
      if (text.startsWith(close, index) && this.mayClose(text, index, base)) return this.found(base + index);
      index += text.charCodeAt(index) === CODE.backslash ? 2 : 1;
    }
    return new MathAhead(this.marker, this.from, base + Math.min(index, text.length));
  }

  private mayClose(text: string, index: number, base: number): boolean {
    if (base + index === this.from) return false;
    if (this.marker !== '$') return true;
    return !isAsciiSpace(text.charCodeAt(index - 1)) && !isDigit(text.charCodeAt(index + 1));
  }

  private found(end: number): Found {
    return {
      end: end + CLOSE[this.marker].length,
      put: (inlines) => {
        const latex = inlines.tape.slice(this.from, end).trim();
        inlines.pushNode({ type: 'mathInline', latex, marker: this.marker }, 0);
      },
    };
  }
}
