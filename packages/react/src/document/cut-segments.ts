/** How many nodes a segment has. */
export const SEGMENT = 32;

/**
 * Cuts a list into segments. One whose nodes are all as before is the same array as before, so that nothing in it needs a
 * look: what a long list costs when its end grows is a comparison for each node, and one for each segment. Pure.
 */
export function cutSegments<Node>(
  nodes: readonly Node[],
  last: readonly (readonly Node[])[],
): readonly (readonly Node[])[] {
  const segments: (readonly Node[])[] = [];
  for (let from = 0; from < nodes.length; from += SEGMENT) {
    const before = last[segments.length];
    const length = Math.min(SEGMENT, nodes.length - from);
    const isSame = before?.length === length && isAt(nodes, from, before);
    segments.push(isSame ? before : nodes.slice(from, from + length));
  }
  return segments;
}

/** Whether a list has another one in it at a place. A plain loop: it looks at every node with each piece of a text. */
function isAt<Node>(nodes: readonly Node[], from: number, part: readonly Node[]): boolean {
  for (let i = 0; i < part.length; i++) if (part[i] !== nodes[from + i]) return false;
  return true;
}
