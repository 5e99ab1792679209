/** Tokens that stand for many texts. No source has a token like these. */
export const STRING = '“”';
export const NUMBER = '№';
export const LINE_START = '⊢';
export const LINE_END = '¶';
/** Before the start of a line that is indented with a tab. */
export const TAB = '⇥';
/** An `=` without spaces around it. */
export const TIGHT_EQUALS = '=!';
/** A `<` without a word before it, and with one behind it. */
export const TAG_START = '<°';
/** A full stop with a word before it and a space behind it. */
export const SENTENCE_END = '。';

/** Operators that are one token; every other sign is a token of its own. */
const OPERATORS = new Set(
  (
    '=== !== ... ..= --- +++ *** ->> %>% >>= =:= ' +
    `:= => -> :: <- == != /= ~= |> && || .. ?. ?? ?: ?= </ /> <? <! ?> #{ \${ $( @@ -- ++ =~ <: {{ }} [[ ]] ** << >> ;; !! .^ .* ./ <> <= >= += -=`
  ).split(' '),
);

/** The marks around a text of many lines that is not code of the language around it. */
const LONG_TEXTS: readonly (readonly [open: string, close: string])[] = [
  ['/*', '*/'],
  ['<!--', '-->'],
  ['"""', '"""'],
  ["'''", "'''"],
];
/** Text between fences is in another language; a fence that is not closed runs to the end. */
const FENCE = '```';

/**
 * The words and signs of a code in any language, without what comments and strings say. Linear: each character is looked
 * at a bounded number of times.
 */
export function readCodeTokens(code: string): string[] {
  const reader = new TokenReader(code);
  reader.read();
  return reader.tokens;
}

class TokenReader {
  readonly tokens: string[] = [];
  private at = 0;
  private isLineStart = true;
  /** Quotes without an end in this line, and openers without one in all that follows: they are not looked for again. */
  private readonly openInLine = new Set<string>();
  private readonly open = new Set<string>();
  private readonly code: string;

  constructor(code: string) {
    this.code = code;
  }

  read(): void {
    while (this.at < this.code.length) {
      const char = this.code.charAt(this.at);
      if (char === '\n' || char === '\r') this.endLine();
      else if (char === ' ' || char === '\t' || char === '\u00a0') this.at++;
      else this.readToken(char);
    }
    this.endLine();
  }

  private endLine(): void {
    if (!this.isLineStart) this.tokens.push(LINE_END);
    this.isLineStart = true;
    this.openInLine.clear();
    this.at++;
    if (this.code.charCodeAt(this.at) === 0x09) this.tokens.push(TAB);
  }

  private readToken(char: string): void {
    const isFirst = this.isLineStart;
    if (isFirst) this.tokens.push(LINE_START);
    this.isLineStart = false;
    if (isWordChar(char)) this.readWord(char);
    else if (!this.readLongText(isFirst) && !this.readComment(char, isFirst) && !this.readString(char))
      this.readSign(char);
  }

  private readSign(char: string): void {
    const three = this.code.slice(this.at, this.at + 3);
    const two = three.slice(0, 2);
    const sign = OPERATORS.has(three) ? three : OPERATORS.has(two) ? two : char;
    this.take(this.variantOf(sign, three.charAt(1)), sign.length);
  }

  private take(token: string, length: number): void {
    this.tokens.push(token);
    this.at += length;
  }

  /** Some signs say more by what stands beside them. */
  private variantOf(sign: string, next: string): string {
    const isBehindWord = isWordChar(this.code.charAt(this.at - 1));
    if (sign === '=' && isBehindWord && !isBlank(next)) return TIGHT_EQUALS;
    if (sign === '<' && !isBehindWord && isWordChar(next)) return TAG_START;
    return sign === '.' && isBehindWord && next === ' ' ? SENTENCE_END : sign;
  }

  private readWord(first: string): void {
    const start = this.at;
    const isNumber = first >= '0' && first <= '9';
    do this.at++;
    while (isWordChar(this.code.charAt(this.at)) || (isNumber && this.isDecimalPoint()));
    this.tokens.push(isNumber ? NUMBER : this.code.slice(start, this.at));
  }

  private isDecimalPoint(): boolean {
    const next = this.code.charAt(this.at + 1);
    return this.code.charAt(this.at) === '.' && next >= '0' && next <= '9';
  }

  private readLongText(isFirst: boolean): boolean {
    if (isFirst && this.code.startsWith(FENCE, this.at)) {
      const end = this.code.indexOf(FENCE, this.at + FENCE.length);
      this.take(FENCE, (end < 0 ? this.code.length : end + FENCE.length) - this.at);
      return true;
    }
    const found = LONG_TEXTS.find(([open]) => this.code.startsWith(open, this.at));
    if (found === undefined) return false;
    const [open, close] = found;
    const end = this.open.has(open) ? -1 : this.code.indexOf(close, this.at + open.length);
    if (end < 0) this.open.add(open);
    this.take(open, end < 0 ? open.length : end + close.length - this.at);
    return true;
  }

  /** Signs that begin a comment in some languages, where they could hardly be anything else. */
  private readComment(char: string, isFirst: boolean): boolean {
    const before = this.code.charAt(this.at - 1);
    const next = this.code.charAt(this.at + 1);
    const isApart = isFirst || before === ' ' || before === '\t';
    if (char === '/' && next === '/') return before !== ':' && this.skipLine('//');
    if (char === '#' && isApart && (next === '#' || isBlank(next)))
      return this.skipLine(next === '#' ? '##' : '#');
    if (char === '-' && next === '-' && isApart && isBlank(this.code.charAt(this.at + 2)))
      return this.skipLine('--');
    if (!isFirst || (char !== '%' && char !== ';')) return false;
    return (next === char || isBlank(next)) && this.skipLine(next === char ? char + char : char);
  }

  private skipLine(token: string): true {
    this.tokens.push(token);
    while (this.at < this.code.length && !isBreak(this.code.charAt(this.at))) this.at++;
    return true;
  }

  private readString(quote: string): boolean {
    if (quote !== '"' && quote !== "'" && quote !== '`') return false;
    if (this.openInLine.has(quote) || (quote === "'" && !this.isQuote())) return false;
    let end = this.at + 1;
    while (end < this.code.length && this.code.charAt(end) !== quote && !isBreak(this.code.charAt(end))) {
      end += this.code.charAt(end) === '\\' ? 2 : 1;
    }
    if (this.code.charAt(end) !== quote) {
      this.openInLine.add(quote);
      return false;
    }
    this.take(STRING, end + 1 - this.at);
    return true;
  }

  /** Not an apostrophe, a transposed matrix or the name of a lifetime. */
  private isQuote(): boolean {
    const before = this.code.charAt(this.at - 1);
    if (before !== '&' && before !== '<') return !isWordChar(before) && before !== ')' && before !== ']';
    let end = this.at + 1;
    while (isWordChar(this.code.charAt(end))) end++;
    return this.code.charAt(end) === "'";
  }
}

function isWordChar(char: string): boolean {
  return (
    (char >= 'a' && char <= 'z') ||
    (char >= 'A' && char <= 'Z') ||
    (char >= '0' && char <= '9') ||
    char === '_' ||
    char > '\u00bf'
  );
}

function isBreak(char: string): boolean {
  return char === '\n' || char === '\r';
}

function isBlank(char: string): boolean {
  return char === '' || char === ' ' || char === '\t' || isBreak(char);
}
