/** How many nodes a segment has. React looks at the children of each neighbour of what changes, so they are few. */
export const SEGMENT = 8;

/** Tells whether a node belongs to the one before it. */
export type Belongs<Node> = (before: Node | undefined, node: Node | undefined) => boolean;

/**
 * Cuts a list into segments. One whose nodes are all as before is the same array as before, so that nothing in it needs a
 * look: what a long list costs when its end grows is a comparison for each node, and one for each segment. Nodes that
 * belong together are in one segment, which is longer then, and the next one is shorter or empty. Pure.
 */
export function cutSegments<Node>(
  nodes: readonly Node[],
  last: readonly (readonly Node[])[],
  belongs: Belongs<Node> = () => false,
): readonly (readonly Node[])[] {
  const segments: (readonly Node[])[] = [];
  for (let from = 0; from < nodes.length; ) {
    const before = last[segments.length];
    const isSame = before !== undefined && before.length > 0 && isAt(nodes, from, before);
    const next = last[segments.length + 1]?.[0];
    // The nodes on both sides of the cut are still there.
    const isSameCut = isSame && next !== undefined && nodes[from + before.length] === next;
    const to = isSameCut ? from + before.length : findCut(nodes, from, segments.length, belongs);
    segments.push(isSame && before.length === to - from ? before : nodes.slice(from, to));
    from = to;
  }
  return segments;
}

/** The end of a segment. It depends only on the nodes at the cuts: a change at one does not move the others. */
function findCut<Node>(nodes: readonly Node[], from: number, place: number, belongs: Belongs<Node>): number {
  let to = Math.max(from, Math.min((place + 1) * SEGMENT, nodes.length));
  while (to > from && to < nodes.length && belongs(nodes[to - 1], nodes[to])) to++;
  return to;
}

/** Tells whether a list has another one in it at a place. A plain loop: it looks at every node with each piece of a text. */
function isAt<Node>(nodes: readonly Node[], from: number, part: readonly Node[]): boolean {
  for (let i = 0; i < part.length; i++) if (part[i] !== nodes[from + i]) return false;
  return true;
}
