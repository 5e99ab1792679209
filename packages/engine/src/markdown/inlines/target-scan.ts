import { CODE, isAsciiPunctuation, isAsciiSpace } from '../characters.ts';

/** Parentheses in a destination may be nested this deep. */
const PAREN_LIMIT = 32;

/** How far a destination and a title have been read. */
export interface TargetScan {
  step: 'before url' | 'angle' | 'bare' | 'after url' | 'gap' | 'title' | 'after title' | 'failed';
  /** True when the next character is escaped. */
  escaped: boolean;
  depth: number;
  /** The destination, without its angle brackets. */
  urlFrom: number;
  urlTo: number;
  /** The title, without its quotes. */
  titleFrom: number;
  titleTo: number;
  quote: number;
}

export function beginTarget(): TargetScan {
  const none = -1;
  return {
    step: 'before url',
    escaped: false,
    depth: 0,
    urlFrom: none,
    urlTo: none,
    titleFrom: none,
    titleTo: none,
    quote: 0,
  };
}

/** Tells whether a `)` here ends an inline link. */
export function mayEnd({ step, depth, escaped }: TargetScan): boolean {
  if (step === 'bare') return depth === 0 && !escaped;
  return step !== 'angle' && step !== 'title' && step !== 'failed';
}

/** For each step, what a character does. */
const STEPS: Readonly<Record<TargetScan['step'], (scan: TargetScan, code: number, at: number) => void>> = {
  'before url'(scan, code, at) {
    if (isAsciiSpace(code)) return;
    const isAngle = code === CODE.less;
    scan.urlFrom = isAngle ? at + 1 : at;
    scan.step = isAngle ? 'angle' : 'bare';
    if (!isAngle) STEPS.bare(scan, code, at);
  },
  angle(scan, code, at) {
    if (code === CODE.greater) {
      scan.urlTo = at;
      scan.step = 'after url';
    } else if (code === CODE.less || code === CODE.lineFeed) scan.step = 'failed';
    else scan.escaped = code === CODE.backslash;
  },
  bare(scan, code, at) {
    if (isAsciiSpace(code)) {
      scan.urlTo = at;
      scan.step = scan.depth === 0 ? 'gap' : 'failed';
    } else if (code < CODE.space || code === 0x7f) scan.step = 'failed';
    else if (code === CODE.openParen) scan.depth++;
    else if (code === CODE.closeParen) scan.depth--;
    else scan.escaped = code === CODE.backslash;
    if (scan.depth < 0 || scan.depth > PAREN_LIMIT) scan.step = 'failed';
  },
  'after url'(scan, code) {
    scan.step = isAsciiSpace(code) ? 'gap' : 'failed';
  },
  gap(scan, code, at) {
    if (isAsciiSpace(code)) return;
    const isTitle = code === CODE.quote || code === CODE.apostrophe || code === CODE.openParen;
    scan.step = isTitle ? 'title' : 'failed';
    scan.quote = code === CODE.openParen ? CODE.closeParen : code;
    scan.titleFrom = at + 1;
  },
  title(scan, code, at) {
    if (code === scan.quote) {
      scan.titleTo = at;
      scan.step = 'after title';
    } else if (code === CODE.openParen && scan.quote === CODE.closeParen) scan.step = 'failed';
    else scan.escaped = code === CODE.backslash;
  },
  'after title'(scan, code) {
    if (!isAsciiSpace(code)) scan.step = 'failed';
  },
  failed() {},
};

/** Takes one character in. */
export function stepTarget(scan: TargetScan, code: number, at: number): void {
  if (scan.escaped) {
    scan.escaped = false;
    // A backslash before anything else is only a backslash.
    if (isAsciiPunctuation(code)) return;
  }
  STEPS[scan.step](scan, code, at);
}
