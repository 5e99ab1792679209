/** Receives the parts of a page. `attributes` are as they were written. */
export interface HtmlSink {
  /** True when the rest need not be read. */
  readonly isDone?: boolean;
  text(piece: string): void;
  open(name: string, attributes: string): void;
  close(name: string): void;
}

/** Receives the text of a page. A `gap` ends a word, a `line` also a line. */
export interface TextSink {
  text(piece: string): void;
  gap(): void;
  line(): void;
}

/** Inside and beside these a word runs on. Every other element stands on lines of its own. */
const INLINE = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i img ins kbd mark q s small span strong sub sup u var wbr'.split(
    ' ',
  ),
);
const CELLS = new Set(['td', 'th']);
/** Elements whose content is not read. */
const HIDDEN = new Set(['script', 'style', 'template', 'title', 'svg']);

const ENTITIES: ReadonlyMap<string, string> = new Map(
  (
    'amp & lt < gt > quot " apos \' ndash – mdash — hellip … lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ laquo « ' +
    'raquo » bull • middot · copy © reg ® trade ™ deg ° sect § times × euro € pound £ auml ä ouml ö uuml ü Auml Ä Ouml Ö ' +
    'Uuml Ü szlig ß eacute é egrave è agrave à ccedil ç ntilde ñ rarr → larr ← nbsp \u00a0'
  )
    .split(' ')
    .flatMap((name, i, all): [string, string][] => (i % 2 === 0 ? [[name, all[i + 1] ?? '']] : [])),
);

/** Reads the text of HTML, without tags, comments and what is not shown; entities become characters. Linear. Never throws. */
export function readHtmlText(html: string, sink: TextSink): void {
  const tag = (name: string): void => {
    if (CELLS.has(name)) sink.gap();
    else if (!isInline(name)) sink.line();
  };
  readHtml(html, { text: (piece) => sink.text(piece), open: tag, close: tag });
}

/** Tells whether a word runs on inside and beside an element. Pure. */
export function isInline(name: string): boolean {
  return INLINE.has(name);
}

/** Reads HTML part by part, without comments and what is not shown; entities in texts become characters. Linear. Never throws. */
export function readHtml(html: string, sink: HtmlSink): void {
  let at = 0;
  while (at < html.length && sink.isDone !== true) {
    const open = indexOrEnd(html, '<', at);
    if (open > at) sink.text(decodeEntities(html.slice(at, open)));
    at = readMarkup(html, open, sink);
  }
}

/** Reads what begins with `<`. Returns where it ends. */
function readMarkup(html: string, open: number, sink: HtmlSink): number {
  if (html.startsWith('<!--', open)) return indexOrEnd(html, '-->', open + 2) + 3;
  const next = html.charCodeAt(open + 1);
  if (next === 0x21 || next === 0x3f) return indexOrEnd(html, '>', open) + 1;
  const isClosing = next === 0x2f;
  const start = isClosing ? open + 2 : open + 1;
  if (!isLetter(html.charCodeAt(start))) {
    if (open < html.length) sink.text('<');
    return open + 1;
  }
  let end = start;
  while (isNameChar(html.charCodeAt(end))) end++;
  const name = html.slice(start, end).toLowerCase();
  const close = endOfTag(html, end);
  if (isClosing) sink.close(name);
  else sink.open(name, html.slice(end, close));
  const isEmpty = isClosing || html.charCodeAt(close - 1) === 0x2f;
  return HIDDEN.has(name) && !isEmpty ? endOfHidden(html, name, close) : close + 1;
}

/** The `>` that closes a tag: none inside a quoted value. */
function endOfTag(html: string, from: number): number {
  let isValue = false;
  for (let i = from; i < html.length; i++) {
    const code = html.charCodeAt(i);
    if (code === 0x3e) return i;
    if (isValue && (code === 0x22 || code === 0x27)) i = indexOrEnd(html, String.fromCharCode(code), i + 1);
    isValue = code === 0x3d || (isValue && isSpace(code));
  }
  return html.length;
}

/** The index at which the closing tag of a hidden element begins. */
function endOfHidden(html: string, name: string, from: number): number {
  for (let at = indexOrEnd(html, '</', from); at < html.length; at = indexOrEnd(html, '</', at + 2)) {
    const end = at + 2 + name.length;
    if (html.slice(at + 2, end).toLowerCase() === name && !isNameChar(html.charCodeAt(end))) return at;
  }
  return html.length;
}

/** Pure. Linear. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  // The length is bounded, so that a text full of `&` is read once.
  return text.replace(/&(#?\w{1,8});/g, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES.get(name) ?? whole;
    const code = /^#x/i.test(name) ? Number(`0${name.slice(1)}`) : Number(name.slice(1));
    if (Number.isNaN(code)) return whole;
    const isChar = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isChar ? String.fromCodePoint(code) : '\ufffd';
  });
}

function indexOrEnd(text: string, part: string, from: number): number {
  const at = text.indexOf(part, from);
  return at < 0 ? text.length : at;
}

function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

function isNameChar(code: number): boolean {
  return isLetter(code) || (code >= 0x30 && code <= 0x39) || code === 0x2d;
}

/** White space of any script, the no-break space as well. */
export function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code < 0x1680) return code === 0xa0;
  return (
    (code >= 0x2000 && code <= 0x200a) || [0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000].includes(code)
  );
}
