import { isInline, readHtml } from '../document/html-text.ts';
import { isMonospace, readAttributes, readStyle } from './attributes.ts';
import { WordList } from './word-list.ts';

/** The names that a document has for these elements. */
const NAMES: ReadonlyMap<string, string> = new Map(
  (
    'h1 h1 h2 h2 h3 h3 h4 h4 h5 h5 h6 h6 p p pre pre hr hr br br ul ul ol ol li li table table tr tr td td th th ' +
    'blockquote blockquote a a b strong strong strong i em em em cite em dfn em var em s s del s strike s code code kbd code ' +
    'tt code samp code'
  )
    .split(' ')
    .flatMap((name, i, all): [string, string][] => (i % 2 === 0 ? [[name, all[i + 1] ?? '']] : [])),
);
const VOID = new Set(['br', 'hr', 'img', 'meta', 'link', 'input', 'col', 'wbr']);
/** These say nothing about the text in them. */
const SKIPPED = new Set(
  'html head body thead tbody tfoot colgroup col meta link input label o g-emoji'.split(' '),
);
/** An element that is nested deeper is left out, but not its text. */
const DEEPEST = 200;

interface Open {
  readonly name: string;
  /** The tags that close it. */
  readonly closing: string;
  readonly kind?: 'mark' | 'item';
}

/**
 * HTML of the elements that a document has, without anything else: marks that programs give as styles become elements, the lists
 * of Word become lists, links lead to pages or mail addresses only. Pure. Linear. Never throws.
 */
export function cleanHtml(html: string): string {
  const cleaner = new Cleaner();
  readHtml(html.replaceAll('\0', ''), cleaner);
  return cleaner.end();
}

class Cleaner {
  private readonly out: string[] = [];
  private readonly stack: Open[] = [];
  private readonly list = new WordList((tags) => this.out.push(tags));

  text(piece: string): void {
    if (this.list.takes(piece)) return;
    this.out.push(escapeHtml(piece));
  }

  open(name: string, written: string): void {
    // Names with a colon, such as o:p, are of office programs.
    if (written.startsWith(':')) return;
    const attributes = readAttributes(written);
    if (name === 'img') this.image(attributes.get('alt') ?? '');
    const style = readStyle(attributes.get('style'));
    const kind = this.list.open(name, style.get('mso-list'), !isInline(name));
    if (kind !== undefined) this.push({ name, closing: '', kind });
    else if (VOID.has(name)) {
      if (NAMES.has(name)) this.out.push(`<${name}>`);
    } else this.push({ name, closing: this.begin(name, attributes, style) });
  }

  close(name: string): void {
    const at = this.stack.findLastIndex((each) => each.name === name);
    if (at < 0) return;
    for (const { closing, kind } of this.stack.splice(at).reverse()) {
      this.out.push(closing);
      if (kind !== undefined) this.list.close(kind);
    }
  }

  end(): string {
    this.list.end();
    return this.out.join('');
  }

  private push(open: Open): void {
    if (this.stack.length < DEEPEST) this.stack.push(open);
  }

  /** Opens what an element stands for. Returns what closes it. */
  private begin(
    name: string,
    attributes: ReadonlyMap<string, string>,
    style: ReadonlyMap<string, string>,
  ): string {
    const known = NAMES.get(name);
    const isText = isInline(name);
    if (known === undefined && !isText) {
      if (SKIPPED.has(name)) return '';
      this.out.push('<div>');
      return '</div>';
    }
    const tags = isText ? marksOf(known, style, this.isCode()) : [known ?? ''];
    const href = known === 'a' ? safeAddress(attributes.get('href') ?? '') : undefined;
    for (const tag of tags) this.out.push(`<${tag}>`);
    if (href !== undefined) this.out.push(`<a href="${escapeHtml(href)}">`);
    // An item stays open until the next one, because programs put a list that belongs to it behind it.
    const closing = tags.filter((tag) => tag !== 'li').reverse();
    return (href === undefined ? '' : '</a>') + closing.map((tag) => `</${tag}>`).join('');
  }

  private isCode(): boolean {
    return this.stack.some(({ closing }) => closing === '</pre>' || closing.includes('</code>'));
  }

  /** Pictures are left out, but not those that stand for a letter. */
  private image(alt: string): void {
    if (alt.length <= 32 && /^(?::[\w+-]+:|\p{Extended_Pictographic})/u.test(alt)) this.text(alt);
  }
}

/** The marks of an element: those of its name, and those of its style. */
function marksOf(known: string | undefined, style: ReadonlyMap<string, string>, isCode: boolean): string[] {
  const weight = style.get('font-weight') ?? '';
  const marks = new Set(known === undefined || known === 'a' ? [] : [known]);
  if (/^(?:bold|[6-9]00)/.test(weight)) marks.add('strong');
  else if (/^(?:normal|[1-5]00)/.test(weight)) marks.delete('strong');
  const slant = style.get('font-style') ?? '';
  if (/^(?:italic|oblique)/.test(slant)) marks.add('em');
  else if (slant.startsWith('normal')) marks.delete('em');
  if (/line-through/.test(style.get('text-decoration') ?? style.get('text-decoration-line') ?? ''))
    marks.add('s');
  if (isCode) return marks.has('code') ? ['code'] : [];
  if (isMonospace(style)) marks.add('code');
  return [...marks];
}

/** An address that a link may lead to; undefined for any other. */
export function safeAddress(written: string): string | undefined {
  const address = written.replace(/[\s\p{Cc}]+/gu, '');
  return /^(?:https?:\/\/|mailto:)./i.test(address) ? address : undefined;
}

/** Text as HTML. Pure. */
export function escapeHtml(text: string): string {
  return /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign) : text;
}
const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
