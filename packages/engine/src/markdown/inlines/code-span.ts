import { CODE } from '../characters.ts';
import { HOLD, RUN_LIMIT } from './inline-context.ts';
import type { Inlines } from './inlines.ts';
import type { Found, Lookahead } from './lookahead.ts';

/** More backticks than these open nothing. */
const OPEN_LIMIT = 32;

/** Takes backticks: code, if as many follow somewhere. */
export function readBackticks(inlines: Inlines, at: number): number {
  let end = at + 1;
  while (end - at < RUN_LIMIT && inlines.code(end) === CODE.backtick) end++;
  if (end === inlines.end && end - at < RUN_LIMIT && !inlines.final) return HOLD;
  const found = end - at > OPEN_LIMIT ? -1 : inlines.attempt(at, new CodeSpanAhead(end - at, end, end));
  if (found >= 0) return found;
  inlines.pushText('`'.repeat(end - at));
  return end;
}

/** Looks for the backticks that end a code span. */
export class CodeSpanAhead implements Lookahead {
  readonly kind: string;

  readonly length: number;
  readonly from: number;
  readonly scanned: number;

  constructor(length: number, from: number, scanned: number) {
    this.length = length;
    this.from = from;
    this.scanned = scanned;

    this.kind = `code ${length}`;
  }

  resume(inlines: Inlines): Lookahead | Found | null {
    const { text, base } = inlines;
    for (let start = this.scanned; ; ) {
      const index = text.indexOf('`', start - base);
      if (index < 0) return new CodeSpanAhead(this.length, this.from, inlines.end);
      let stop = index + 1;
      while (stop - index < RUN_LIMIT && text.charCodeAt(stop) === CODE.backtick) stop++;
      if (stop === text.length && stop - index < RUN_LIMIT && !inlines.final)
        return new CodeSpanAhead(this.length, this.from, base + index);
      if (stop - index === this.length) return this.found(base + index);
      start = base + stop;
    }
  }

  private found(close: number): Found {
    return {
      end: close + this.length,
      put: (inlines) => {
        inlines.pushNode({ type: 'code', text: codeText(inlines.tape.slice(this.from, close)) }, 0);
      },
    };
  }
}

/** The text of a code span: breaks are spaces, and one space at both ends is only there for backticks. */
export function codeText(raw: string): string {
  const text = raw.replaceAll('\n', ' ');
  const isPadded = text.startsWith(' ') && text.endsWith(' ') && /[^ ]/.test(text);
  return isPadded ? text.slice(1, -1) : text;
}
