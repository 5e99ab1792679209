import type { BlockNode, EmbedNode } from '@millrace/engine/document';

/** The neighbouring embeds of one kind from a place on; none when the one before belongs to them. As `groupEmbeds`. Pure. */
export function embedsFrom(nodes: readonly BlockNode[], place: number): readonly EmbedNode[] {
  const first = nodes[place];
  if (first?.type !== 'embed' || isOfKind(nodes[place - 1], first.attrs.type)) return [];
  const found: EmbedNode[] = [];
  for (let node = nodes[place]; isOfKind(node, first.attrs.type); node = nodes[place + found.length])
    found.push(node);
  return found;
}

function isOfKind(node: BlockNode | undefined, type: string): node is EmbedNode {
  return node?.type === 'embed' && node.attrs.type === type;
}

/** Tells whether two neighbours are embeds of one kind, which are drawn in one row. Pure. */
export function areOneRow(before: BlockNode | undefined, node: BlockNode | undefined): boolean {
  return before?.type === 'embed' && isOfKind(node, before.attrs.type);
}
