import type { MarkdownBlock } from '../tree.ts';

/** Where a block stands in the tree, so that it can be exchanged when a label that it mentions is defined. */
export class Place {
  /** Null while the block is open: then its node is made anew for each tree. */
  node: MarkdownBlock | null = null;
  index = -1;
  /** Whether something in it may still be exchanged. */
  mentions = false;

  readonly parent: Place | null;
  /** The nodes in it, for a container. */
  readonly children: MarkdownBlock[];

  constructor(parent: Place | null, children: MarkdownBlock[]) {
    this.parent = parent;
    this.children = children;
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
    this.node = parent.children[index] = Object.freeze(node);
    const undo = parent.touch();
    return () => {
      undo();
      this.node = parent.children[index] = old;
    };
  }

  /** Gives the block a new identity, because something in it was exchanged. */
  touch(): () => void {
    return this.node === null ? () => {} : this.put({ ...this.node });
  }
}
