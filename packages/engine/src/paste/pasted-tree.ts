import { createDocTree, type DocNode } from '../document/doc-tree.ts';
import { isInline, readHtml } from '../document/html-text.ts';
import { createTagReader, isMonospace, type Tag } from './attributes.ts';
import { escapeHtml, safeAddress } from './escape-html.ts';
import { OpenNames } from './open-names.ts';
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
const NOTHING: readonly string[] = [];
const BLOCK: readonly string[] = ['div'];
/** Lists of one name each, because a page has so many of them. */
const ALONE: ReadonlyMap<string, readonly string[]> = new Map(
  [...NAMES.values()].map((name) => [name, [name]]),
);

interface Open {
  readonly name: string;
  /** The elements that end with it. */
  readonly ends: readonly string[];
  readonly isCode: boolean;
  readonly kind?: 'mark' | 'item' | undefined;
}

/**
 * The structure of pasted HTML, of the elements that a document has: marks that programs give as styles become elements, the lists
 * of Word become lists, links lead to pages or mail addresses only. Pure. Linear. Never throws.
 */
export function pastedTree(html: string): readonly DocNode[] {
  const reader = new TreeReader();
  readHtml(html.includes('\0') ? html.replaceAll('\0', '') : html, reader);
  return reader.end();
}

class TreeReader {
  private readonly tree = createDocTree();
  private readonly readTag = createTagReader();
  private readonly stack = new OpenNames<Open>();
  private readonly list = new WordList(this);
  private codes = 0;
  /** Text that stands together is one node, whatever was left out in between. */
  private said = '';

  text(piece: string): void {
    if (!this.list.takes(piece)) this.said += piece;
  }

  open(name: string, written: string): void {
    // Names with a colon, such as o:p, are of office programs.
    if (written.startsWith(':')) return;
    const tag = this.readTag(written);
    if (name === 'img') this.image(tag.attributes.get('alt') ?? '');
    const kind = this.list.open(name, tag.style.get('mso-list'), !isInline(name));
    if (kind === undefined && VOID.has(name)) {
      if (NAMES.has(name)) this.begin(name);
      return;
    }
    if (this.stack.isFull) {
      this.stack.skip(name);
      // A block ends the line, also where it is nested too deep.
      if (!isInline(name)) this.begin('div');
      return;
    }
    const ends = kind === undefined ? this.beginAll(name, tag) : NOTHING;
    const isCode = ends.includes('pre') || ends.includes('code');
    if (isCode) this.codes++;
    this.stack.push({ name, ends, isCode, kind });
  }

  close(name: string): void {
    this.stack.close(name, ({ ends, isCode, kind }) => {
      for (const each of ends) this.finish(each);
      if (isCode) this.codes--;
      if (kind !== undefined) this.list.close(kind);
    });
  }

  end(): readonly DocNode[] {
    this.list.end();
    this.flush();
    return this.tree.root;
  }

  begin(name: string, attributes = ''): void {
    this.flush();
    this.tree.open(name, attributes);
  }

  finish(name: string): void {
    this.flush();
    this.tree.close(name);
  }

  private flush(): void {
    if (this.said !== '') this.tree.text(this.said);
    this.said = '';
  }

  /** Opens what an element stands for. Returns what ends with it. */
  private beginAll(name: string, { attributes, style }: Tag): readonly string[] {
    const known = NAMES.get(name);
    const isText = isInline(name);
    if (known === undefined && !isText) {
      if (SKIPPED.has(name)) return NOTHING;
      this.begin('div');
      return BLOCK;
    }
    const names = isText ? marksOf(known, style, this.codes > 0) : aloneOf(known);
    for (const each of names) this.begin(each);
    const href = known === 'a' ? safeAddress(attributes.get('href') ?? '') : undefined;
    if (href !== undefined) this.begin('a', ` href="${escapeHtml(href)}"`);
    // An item stays open until the next one, because programs put a list that belongs to it behind it.
    const ends = known === 'li' ? NOTHING : names.length > 1 ? names.toReversed() : names;
    return href === undefined ? ends : ['a', ...ends];
  }

  /** Pictures are left out, but not those that stand for a letter. */
  private image(alt: string): void {
    if (alt.length <= 32 && /^(?::[\w+-]+:|\p{Extended_Pictographic})/u.test(alt)) this.text(alt);
  }
}

function aloneOf(name: string | undefined): readonly string[] {
  return name === undefined ? NOTHING : (ALONE.get(name) ?? NOTHING);
}

/** The marks of an element: those of its name, and those of its style. */
function marksOf(
  known: string | undefined,
  style: ReadonlyMap<string, string>,
  isCode: boolean,
): readonly string[] {
  const named = known === 'a' ? NOTHING : aloneOf(known);
  if (style.size === 0) return isCode && known !== 'code' ? NOTHING : named;
  const marks = new Set(named);
  const weight = style.get('font-weight') ?? '';
  if (/^(?:bold|[6-9]00)/.test(weight)) marks.add('strong');
  else if (/^(?:normal|[1-5]00)/.test(weight)) marks.delete('strong');
  const slant = style.get('font-style') ?? '';
  if (/^(?:italic|oblique)/.test(slant)) marks.add('em');
  else if (slant.startsWith('normal')) marks.delete('em');
  const line = style.get('text-decoration') ?? style.get('text-decoration-line');
  if (line?.includes('line-through')) marks.add('s');
  if (isCode) return marks.has('code') ? ['code'] : NOTHING;
  if (isMonospace(style)) marks.add('code');
  return marks.size === 0 ? NOTHING : [...marks];
}
