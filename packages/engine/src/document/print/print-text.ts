/** How careful text is printed: `plain` reads well and is nearly always right, `safe` hides every mark there is. */
export type Care = 'plain' | 'safe';

export interface TextPlace {
  /** True when the text begins a line of its block. */
  readonly startsLine: boolean;
  /** True when it ends one. */
  readonly endsLine: boolean;
  /** Links do not nest, so addresses inside one are text. */
  readonly inLink: boolean;
  readonly care: Care;
}

/** Text as Markdown that reads back as the same text. Pure. */
export function printText(text: string, place: TextPlace): string {
  const lines = text.split('\n');
  let out = '';
  for (const [i, line] of lines.entries()) {
    const isFirst = i === 0;
    const isLast = i === lines.length - 1;
    out += printLine(line, {
      ...place,
      startsLine: !isFirst || place.startsLine,
      endsLine: !isLast || place.endsLine,
    });
    // A break beside nothing would end the paragraph, or be lost at its ends.
    const isBare = line === '' || lines[i + 1] === '';
    if (!isLast) out += isBare ? '&#10;' : '\n';
  }
  return out;
}

function printLine(line: string, { startsLine, endsLine, inLink, care }: TextPlace): string {
  const { before, middle, after } = cutSpace(line);
  const start = startsLine ? asEntities(before) : before;
  const end = endsLine ? asEntities(after) : after;
  // A line of white space alone has no middle to hold its ends apart.
  if (middle === '') return startsLine || endsLine ? asEntities(before + after) : before + after;
  let text = care === 'safe' ? escapeAll(middle) : escapeMarks(middle);
  if (!inLink && care === 'plain') text = escapeAddresses(text);
  if (startsLine && before === '') text = escapeLineStart(text);
  return start + text + end;
}

/** A line in three: the white space at its ends, and what stands between. Linear, which one expression for it is not. */
function cutSpace(line: string): {
  readonly before: string;
  readonly middle: string;
  readonly after: string;
} {
  let from = 0;
  while (isSpace(line.charAt(from))) from++;
  let to = line.length;
  while (to > from && isSpace(line.charAt(to - 1))) to--;
  return { before: line.slice(0, from), middle: line.slice(from, to), after: line.slice(to) };
}

function isSpace(character: string): boolean {
  return character === ' ' || character === '\t';
}

const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/g;

// A backslash before a bracket would begin a formula.
function escapeAll(text: string): string {
  return text.replace(ASCII_PUNCTUATION, (sign) => (/[[\]()]/.test(sign) ? asEntities(sign) : `\\${sign}`));
}

function escapeMarks(text: string): string {
  return text
    .replace(/[\\`*[~$|]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/<(?=[A-Za-z/!?])/g, '\\<')
    .replace(/&(?=#|[A-Za-z0-9]+;)/g, '\\&');
}

/** Escapes text that would become a link by itself. */
function escapeAddresses(text: string): string {
  return text
    .replace(/\b(https?|ftp|mailto|xmpp)(?=:)/gi, (scheme) => `${scheme}\\`)
    .replace(/\bwww(?=\.)/gi, (www) => `${www}\\`)
    .replace(/@/g, '\\@');
}

/** Escapes text that would begin another block. */
function escapeLineStart(text: string): string {
  return text.replace(/^([#>+=-])/, '\\$1').replace(/^(\d{1,9})([.)])/, '$1\\$2');
}

/** White space that would be lost at the ends of a line. */
export function asEntities(text: string): string {
  return Array.from(text, (char) => `&#${char.codePointAt(0)};`).join('');
}

/** Inline code, with as many backticks around it as it takes. */
export function printCode(text: string): string {
  const runs = new Set(Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  let length = 1;
  while (runs.has(length)) length++;
  const fence = '`'.repeat(length);
  const pads = /^`|`$/.test(text) || (/^ .* $/s.test(text) && text.trim() !== '');
  return pads ? `${fence} ${text} ${fence}` : fence + text + fence;
}

/** The address of a link or image. */
export function printAddress(url: string): string {
  const escaped = url.replace(/[\\<>]/g, '\\$&').replace(/&(?=#|[A-Za-z0-9]+;)/g, '\\&');
  return url !== '' && /^[^\s()\p{Cc}<]+$/u.test(url) ? escaped : `<${escaped}>`;
}

/** The title of a link or image, with the space before it. */
export function printTitle(title: string | undefined): string {
  return title === undefined
    ? ''
    : ` "${title.replace(/[\\"]/g, '\\$&').replace(/&(?=#|[A-Za-z0-9]+;)/g, '\\&')}"`;
}
