/** A place in a set of tags, reached by reading characters. Children hang on one chain; sets are small. */
export interface TagNode<T> {
  readonly code: number;
  /** The characters that lead here. */
  readonly text: string;
  /** What the tag that ends here means; null in the middle of one. */
  tag: T | null;
  child: TagNode<T> | null;
  sibling: TagNode<T> | null;
}

/** The root of a set whose tags all begin with `<`. `tail` is the child of another root, shared with it. */
export function createTagRoot<T>(tail: TagNode<T> | null = null): TagNode<T> {
  return { code: 0x3c, text: '<', tag: null, child: tail, sibling: null };
}

/** Adds a tag, `<` included. The first meaning of a tag stays. */
export function addTag<T>(root: TagNode<T>, text: string, tag: T): void {
  let node = root;
  for (let i = 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    let next = nextTagNode(node, code);
    if (next === null) {
      next = { code, text: text.slice(0, i + 1), tag: null, child: null, sibling: node.child };
      node.child = next;
    }
    node = next;
  }
  node.tag ??= tag;
}

/** Where one more character leads; null when no tag goes on like this. */
export function nextTagNode<T>(node: TagNode<T>, code: number): TagNode<T> | null {
  let next = node.child;
  while (next !== null && next.code !== code) next = next.sibling;
  return next;
}
