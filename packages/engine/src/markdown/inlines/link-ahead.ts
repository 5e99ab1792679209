import { CODE } from '../characters.ts';
import { LABEL_LIMIT, type LinkTarget } from '../link-target.ts';
import { unescapeText } from '../unescape-text.ts';
import type { Inlines } from './inlines.ts';
import type { Found, Lookahead } from './lookahead.ts';
import { beginTarget, mayEnd, stepTarget, type TargetScan } from './target-scan.ts';

/** Looks for the end of `(url "title")`. */
export class TargetAhead implements Lookahead {
  readonly kind = '';

  readonly scanned: number;
  readonly found: (target: LinkTarget, end: number) => Found | null;
  readonly scan: TargetScan;

  constructor(
    scanned: number,
    found: (target: LinkTarget, end: number) => Found | null,
    scan: TargetScan = beginTarget(),
  ) {
    this.scanned = scanned;
    this.found = found;
    this.scan = scan;
  }

  resume(inlines: Inlines): Lookahead | Found | null {
    const scan = { ...this.scan };
    for (let at = this.scanned; at < inlines.end; at++) {
      const code = inlines.code(at);
      if (code === CODE.closeParen && mayEnd(scan)) return this.found(readTarget(inlines, scan, at), at + 1);
      stepTarget(scan, code, at);
      if (scan.step === 'failed') return null;
    }
    return new TargetAhead(inlines.end, this.found, scan);
  }
}

function readTarget(inlines: Inlines, scan: TargetScan, end: number): LinkTarget {
  const { urlFrom, titleFrom, titleTo } = scan;
  const urlTo = scan.urlTo < 0 ? end : scan.urlTo;
  return {
    url: urlFrom < 0 ? '' : unescapeText(inlines.tape.slice(urlFrom, urlTo)),
    title: titleFrom < 0 ? '' : unescapeText(inlines.tape.slice(titleFrom, titleTo)),
  };
}

/** Looks for the end of `[label]`. If nothing has that label, the reader goes back to where it begins. */
export class LabelAhead implements Lookahead {
  readonly kind = '';
  /** Kept, because it may be read again. It is short. */
  readonly scanned: number;
  readonly found: (label: string, end: number) => Found | null;
  private readonly next: number;

  constructor(from: number, found: (label: string, end: number) => Found | null, next = from) {
    this.scanned = from;
    this.found = found;
    this.next = next;
  }

  resume(inlines: Inlines): Lookahead | Found | null {
    let at = this.next;
    while (at < inlines.end) {
      const code = inlines.code(at);
      if (at - this.scanned > LABEL_LIMIT || code === CODE.openBracket) return null;
      if (code === CODE.closeBracket) return this.found(inlines.tape.slice(this.scanned, at), at + 1);
      if (code === CODE.backslash && at + 1 >= inlines.end) break;
      at += code === CODE.backslash ? 2 : 1;
    }
    return new LabelAhead(this.scanned, this.found, at);
  }
}
