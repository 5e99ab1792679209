import type { MarkdownBlock } from '../markdown/tree.ts';

/**
 * The mapped children of a block that is still open. Those that are settled are mapped once; the others are
 * mapped again with each look. The list is live.
 */
export class OpenChildren<Node> {
  readonly nodes: Node[] = [];
  /** The index of the first embed in it. */
  readonly base: number;
  /** The kind of list; another kind starts again. */
  readonly kind: OpenKind;
  /** How many children are settled, and how many embeds are in them. */
  settled = 0;
  settledEmbeds = 0;
  private settledNodes = 0;
  /** The nodes of the last child that is finished and not settled. */
  last: Kept<Node> | null = null;

  constructor(base: number, kind: OpenKind) {
    this.base = base;
    this.kind = kind;
  }

  /** Takes back what was not settled. */
  reopen(): void {
    while (this.nodes.length > this.settledNodes) this.nodes.pop();
  }

  /** Neither what has come so far nor what follows can change the children before this one; `next` is the next embed. */
  settle(count: number, next: number): void {
    this.settled = count;
    this.settledNodes = this.nodes.length;
    this.settledEmbeds = next - this.base;
  }
}

interface Kept<Node> {
  readonly block: MarkdownBlock;
  readonly nodes: readonly Node[];
  readonly embeds: number;
}

export type OpenKind = 'blocks' | 'items' | 'tasks';
