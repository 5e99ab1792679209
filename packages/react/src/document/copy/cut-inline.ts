import type { InlineNode } from '@millrace/engine';

/**
 * What stands between two places of inline content, with its marks. Text counts its characters and every other inline is one;
 * white space at the ends is left out, and so are references to footnotes, whose notes stand elsewhere. Pure.
 */
export function cutInline(nodes: readonly InlineNode[], from: number, to: number): InlineNode[] {
  let at = 0;
  const cut = nodes.flatMap((node): InlineNode[] => {
    const start = at;
    at += lengthOf(node);
    if (at <= from || start >= to || node.type === 'footnoteRef') return [];
    return pieceOf(node, Math.max(0, from - start), Math.min(at, to) - start);
  });
  return trimmed(cut);
}

/** HTML in a text is drawn as it was written. */
function lengthOf(node: InlineNode): number {
  if (node.type === 'text') return node.text.length;
  return node.type === 'htmlInline' ? node.attrs.html.length : 1;
}

function pieceOf(node: InlineNode, from: number, to: number): InlineNode[] {
  if (node.type === 'text') return [{ ...node, text: node.text.slice(from, to) }];
  // A piece of a tag is none.
  if (node.type === 'htmlInline' && to - from < node.attrs.html.length)
    return [{ type: 'text', text: node.attrs.html.slice(from, to) }];
  return [node];
}

function trimmed(nodes: InlineNode[]): InlineNode[] {
  const isBlank = (node: InlineNode | undefined): boolean =>
    node?.type === 'hardBreak' || (node?.type === 'text' && node.text.trim() === '');
  let [first, end] = [0, nodes.length];
  while (first < end && isBlank(nodes[first])) first++;
  while (end > first && isBlank(nodes[end - 1])) end--;
  const kept = nodes.slice(first, end);
  return kept.map((node, i) => {
    if (node.type !== 'text') return node;
    const text = i === 0 ? node.text.trimStart() : node.text;
    return { ...node, text: i === kept.length - 1 ? text.trimEnd() : text };
  });
}
