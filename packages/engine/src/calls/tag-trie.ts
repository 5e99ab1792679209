/** A place in a set of tags, reached by reading characters. */
export interface TagNode<T> {
  readonly code: number;
  /** The characters that lead here. */
  readonly text: string;
  /** The meaning of the tag that ends here; null in the middle of one. */
  tag: T | null;
  /** The nodes that one more character leads to: a chain, and a table as well where it is long. */
  child: TagNode<T> | null;
  sibling: TagNode<T> | null;
  table: (TagNode<T> | null)[] | null;
}

// A longer chain is slower than a table.
const MAX_CHAIN = 3;

/** The root of a set whose tags all begin with `<`. `tail` is the child of another root, shared with it. */
export function createTagRoot<T>(tail: TagNode<T> | null = null): TagNode<T> {
  return { code: 0x3c, text: '<', tag: null, child: tail, sibling: null, table: null };
}

/** Adds a tag of ASCII, `<` included. The first meaning of a tag stays. */
export function addTag<T>(root: TagNode<T>, text: string, tag: T): void {
  let node = root;
  for (let i = 1; i < text.length; i++) {
    node = nextTagNode(node, text.charCodeAt(i)) ?? addChild(node, text.slice(0, i + 1));
  }
  node.tag ??= tag;
}

/** The node that one more character leads to; null when no tag goes on like this. */
export function nextTagNode<T>(node: TagNode<T>, code: number): TagNode<T> | null {
  if (node.table !== null) return node.table[code] ?? null;
  let next = node.child;
  while (next !== null && next.code !== code) next = next.sibling;
  return next;
}

function addChild<T>(parent: TagNode<T>, text: string): TagNode<T> {
  const code = text.charCodeAt(text.length - 1);
  const node: TagNode<T> = { code, text, tag: null, child: null, sibling: parent.child, table: null };
  parent.child = node;
  const chain: TagNode<T>[] = [];
  for (let each: TagNode<T> | null = node; each !== null; each = each.sibling) chain.push(each);
  if (chain.length > MAX_CHAIN) {
    const table = new Array<TagNode<T> | null>(128).fill(null);
    for (const each of chain) table[each.code] = each;
    parent.table = table;
  }
  return node;
}
