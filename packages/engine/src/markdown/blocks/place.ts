import type { MarkdownBlock } from '../tree.ts';

/** The place of a block in the tree, so that it can be exchanged when a label that it mentions is defined. */
export class Place {
  /** Null while the block is open: then its node is made again for each tree. */
  node: MarkdownBlock | null = null;
  index = -1;
  /** The index in the text at which it begins, for a container. */
  start = 0;
  /** True when something in it may still be exchanged. */
  mentions = false;

  /** Null for the document. */
  readonly parent: Place | null;
  /** The nodes in it, for a container. */
  readonly children: MarkdownBlock[];

  /** Hears of each block at the top that was exchanged or put back, and with -1 of one inside the open one. */
  private readonly onExchange: (index: number) => void;

  constructor(parent: Place | null, children: MarkdownBlock[], onExchange = parent?.onExchange) {
    this.parent = parent;
    this.children = children;
    this.onExchange = onExchange ?? (() => {});
  }

  /** How long the block at the top is that it stands in; an open one goes on to the end of the text. */
  topLength(textLength: number): number {
    let top: Place = this;
    while (top.parent !== null && top.parent.parent !== null) top = top.parent;
    return top.node === null ? textLength - top.start : top.node.end - top.node.start;
  }

  /** Says of this place and all around it that something in it may be exchanged. */
  mark(): void {
    for (let place: Place | null = this; place !== null && !place.mentions; place = place.parent) {
      place.mentions = true;
    }
  }

  /** Exchanges the block. Those around it become new objects with the same children. Returns how to undo it. */
  put(node: MarkdownBlock): () => void {
    const old = this.node;
    if (this.parent === null || old === null) return () => {};
    const { parent, index } = this;
    const set = (value: MarkdownBlock): void => {
      this.node = parent.children[index] = value;
      if (parent.parent === null) this.onExchange(index);
    };
    set(Object.freeze(node));
    const undo = parent.touch();
    return () => {
      undo();
      set(old);
    };
  }

  /** Gives the block a new identity, because something in it was exchanged. An open one has none to lose. */
  touch(): () => void {
    if (this.node !== null) return this.put({ ...this.node });
    const tell = (): void => {
      if (this.parent !== null) this.onExchange(-1);
    };
    tell();
    return tell;
  }
}
