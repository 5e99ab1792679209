import type { Embed } from './make-embed.ts';

/**
 * What has come of the children of a block that is still open. Those that are settled are mapped once; the others are
 * mapped again with each look. The lists are live.
 */
export class OpenChildren<Node> {
  readonly nodes: Node[] = [];
  readonly embeds: Embed[] = [];
  /** The index of the first embed in it. */
  readonly base: number;
  /** What kind of list it is: another kind begins anew. */
  readonly kind: string;
  private settled = 0;
  private settledNodes = 0;
  private settledEmbeds = 0;

  constructor(base: number, kind: string) {
    this.base = base;
    this.kind = kind;
  }

  /** Takes back what was not settled. Returns the index of the first child to map. */
  reopen(): number {
    this.nodes.length = this.settledNodes;
    this.embeds.length = this.settledEmbeds;
    return this.settled;
  }

  /** Adds what came of a child; `isSettled` when neither it nor what follows can change that. */
  add(index: number, nodes: readonly Node[], embeds: readonly Embed[], isSettled: boolean): void {
    this.nodes.push(...nodes);
    this.embeds.push(...embeds);
    if (!isSettled || index !== this.settled) return;
    this.settled = index + 1;
    this.settledNodes = this.nodes.length;
    this.settledEmbeds = this.embeds.length;
  }
}
