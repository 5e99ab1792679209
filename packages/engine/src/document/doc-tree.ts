import { decodeEntities, type HtmlSink, isInline, readHtml } from './html-text.ts';

/** The elements that a document may have; no other one is ever in a tree. */
export type DocElementName =
  | DocHeading
  | 'p'
  | 'ul'
  | 'ol'
  | 'li'
  | 'table'
  | 'tr'
  | 'td'
  | 'th'
  | 'blockquote'
  | 'pre'
  | 'hr'
  | 'br'
  | 'a'
  | 'strong'
  | 'em'
  | 's'
  | 'code';

export type DocHeading = 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6';

/** An element of a document that the preview may draw. All others are left out. */
export interface DocElement {
  readonly type: 'element';
  readonly name: DocElementName;
  /** The target of a link, as it was written. */
  readonly href?: string;
  readonly children: readonly DocNode[];
}

/** A node of a document: an element or text. */
export type DocNode = DocElement | { readonly type: 'text'; readonly text: string };

type Open = Omit<DocElement, 'children'> & { children: DocNode[] };

/** The name of each HTML element in a document. Other elements are left out, but not their content. */
const NAMES: Readonly<Record<string, DocElementName>> = {
  ...{ h1: 'h1', h2: 'h2', h3: 'h3', h4: 'h4', h5: 'h5', h6: 'h6', p: 'p', pre: 'pre', hr: 'hr', br: 'br' },
  ...{ ul: 'ul', ol: 'ol', li: 'li', table: 'table', tr: 'tr', td: 'td', th: 'th', blockquote: 'blockquote' },
  ...{ a: 'a', b: 'strong', strong: 'strong', i: 'em', em: 'em', cite: 'em', dfn: 'em', var: 'em' },
  ...{ s: 's', del: 's', code: 'code', kbd: 'code' },
};
const VOID: ReadonlySet<DocElementName> = new Set(['hr', 'br']);
/** Text stands in these as it is, elsewhere in a paragraph. */
const TEXTUAL: ReadonlySet<DocElementName> = new Set([
  ...(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'pre', 'li', 'td', 'th'] as const),
  ...(['a', 'strong', 'em', 's', 'code'] as const),
]);
/** Other blocks stand in these. */
const HOLDERS: ReadonlySet<DocElementName> = new Set(['blockquote', 'li', 'td', 'th']);
/** The elements that must be around an element; they are added where they are missing. */
const AROUND: Readonly<Partial<Record<DocElementName, readonly DocElementName[]>>> = {
  li: ['ul', 'ol'],
  tr: ['table'],
  td: ['tr'],
  th: ['tr'],
};
/** Elements that are nested deeper are placed beside their parent. */
const DEEPEST = 60;

/**
 * The structure of a document, of elements that are known and texts; whatever HTML it is made of. Nothing in it runs, loads or has
 * a look of its own. Pure. Linear. Never throws.
 */
export function docTree(html: string): readonly DocNode[] {
  const tree = createDocTree();
  readHtml(html, tree);
  return tree.root;
}

/** A document's structure while its parts are read. */
export interface DocTreeSink extends HtmlSink {
  readonly root: readonly DocNode[];
}

/** Makes the structure of a document of the parts of a page. Linear. Never throws. */
export function createDocTree(): DocTreeSink {
  const root: DocNode[] = [];
  const open: Open[] = [];
  // A tag that closes nothing must not look through all that is open.
  const opened = new Map<DocElementName, number>();
  // True behind the edge of a block that is left out: text in an item or a cell stands apart from the text before.
  let isApart = false;

  function add(node: DocNode): void {
    const last = open.at(-1);
    if (last === undefined) root.push(node);
    // A list that begins with its first node is small; one that grows from nothing has room for many.
    else if (last.children.length === 0) last.children = [node];
    else last.children.push(node);
  }

  /** Closes all that is not around what comes next. */
  function closeTo(isAround: (name: DocElementName) => boolean): void {
    for (let last = open.at(-1); last !== undefined && !isAround(last.name); last = open.at(-1)) pop();
  }

  function edge(): void {
    closeTo(isPlace);
    isApart = true;
  }

  function pop(): void {
    const name = open.pop()?.name;
    if (name !== undefined) opened.set(name, (opened.get(name) ?? 0) - 1);
  }

  function push(name: DocElementName, attributes = ''): void {
    const href = name === 'a' ? hrefIn(attributes) : undefined;
    const element: Open =
      href === undefined
        ? { type: 'element', name, children: [] }
        : { type: 'element', name, href, children: [] };
    add(element);
    isApart = false;
    if (VOID.has(name) || open.length >= DEEPEST) return;
    open.push(element);
    opened.set(name, (opened.get(name) ?? 0) + 1);
  }

  function begin(name: DocElementName, attributes: string): void {
    const around = AROUND[name];
    if (around !== undefined) {
      const [outer = 'ul'] = around;
      // A list or a table in a cell or an item is another one.
      closeTo((each) => around.includes(each) || (HOLDERS.has(each) && !isPeer(each, name)));
      if (!around.includes(open.at(-1)?.name ?? 'p')) begin(outer, '');
    } else if (!isInline(name) && name !== 'br') closeTo((each) => HOLDERS.has(each));
    else beginText();
    push(name, attributes);
  }

  function beginText(): void {
    const last = open.at(-1)?.name;
    if (last !== undefined && TEXTUAL.has(last)) {
      if (isApart && HOLDERS.has(last) && (open.at(-1)?.children.length ?? 0) > 0) push('p');
      return;
    }
    if (last === 'ul' || last === 'ol') begin('li', '');
    else if (last === 'table' || last === 'tr') begin('td', '');
    else push('p');
  }

  return {
    root,
    text(piece) {
      const last = open.at(-1)?.name;
      if ((isApart || last === undefined || !TEXTUAL.has(last)) && piece.trim() === '') return;
      beginText();
      isApart = false;
      add({ type: 'text', text: piece });
    },
    open(written, attributes) {
      const name = nameOf(written);
      if (name !== undefined) begin(name, attributes);
      else if (!isInline(written)) edge();
    },
    close(written) {
      const name = nameOf(written);
      if (name === undefined && !isInline(written)) edge();
      if (name === undefined || (opened.get(name) ?? 0) === 0) return;
      closeTo((each) => each === name);
      pop();
    },
  };
}

/** An item ends an item and a cell a cell, whatever it was left open with. */
function isPeer(a: DocElementName, b: DocElementName): boolean {
  const isCell = (name: DocElementName): boolean => name === 'td' || name === 'th';
  return a === b || (isCell(a) && (isCell(b) || b === 'tr'));
}

const isPlace = (name: DocElementName): boolean =>
  HOLDERS.has(name) || name === 'pre' || name === 'ul' || name === 'ol' || name === 'table' || name === 'tr';

function nameOf(written: string): DocElementName | undefined {
  return Object.hasOwn(NAMES, written) ? NAMES[written] : undefined;
}

function hrefIn(attributes: string): string | undefined {
  const [, , double, single, bare] =
    /(^|\s)href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(attributes) ?? [];
  const href = double ?? single ?? bare;
  return href === undefined ? undefined : decodeEntities(href.trim());
}
