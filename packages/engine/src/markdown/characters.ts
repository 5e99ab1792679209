/** Codes of the characters that Markdown gives a meaning. */
export const CODE = {
  tab: 0x09,
  lineFeed: 0x0a,
  carriageReturn: 0x0d,
  space: 0x20,
  bang: 0x21,
  quote: 0x22,
  hash: 0x23,
  dollar: 0x24,
  ampersand: 0x26,
  apostrophe: 0x27,
  openParen: 0x28,
  closeParen: 0x29,
  star: 0x2a,
  plus: 0x2b,
  minus: 0x2d,
  dot: 0x2e,
  slash: 0x2f,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  less: 0x3c,
  equals: 0x3d,
  greater: 0x3e,
  question: 0x3f,
  at: 0x40,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  caret: 0x5e,
  underscore: 0x5f,
  backtick: 0x60,
  pipe: 0x7c,
  tilde: 0x7e,
} as const;

export function isSpaceOrTab(code: number): boolean {
  return code === CODE.space || code === CODE.tab;
}

/** White space in the sense of HTML and of link targets: no more than ASCII has. */
export function isAsciiSpace(code: number): boolean {
  return code === CODE.space || (code >= 0x09 && code <= 0x0d);
}

export function isDigit(code: number): boolean {
  return code >= CODE.zero && code <= CODE.nine;
}

export function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

export function isAlphanumeric(code: number): boolean {
  return isDigit(code) || isLetter(code);
}

export function isAsciiPunctuation(code: number): boolean {
  return (
    (code >= 0x21 && code <= 0x2f) ||
    (code >= 0x3a && code <= 0x40) ||
    (code >= 0x5b && code <= 0x60) ||
    (code >= 0x7b && code <= 0x7e)
  );
}

/** The kind of a character, for the delimiters of emphasis beside it. */
export type Flank = 'space' | 'punctuation' | 'other';

/** Classes a code point by the Unicode categories that the specification names. */
export function flankOf(codePoint: number): Flank {
  if (codePoint < 0x80) {
    if (codePoint === CODE.space || codePoint === CODE.tab) return 'space';
    if (codePoint === CODE.lineFeed || codePoint === 0x0c || codePoint === CODE.carriageReturn)
      return 'space';
    return isAsciiPunctuation(codePoint) ? 'punctuation' : 'other';
  }
  const character = String.fromCodePoint(codePoint);
  if (/\p{Zs}/u.test(character)) return 'space';
  return /[\p{P}\p{S}]/u.test(character) ? 'punctuation' : 'other';
}
