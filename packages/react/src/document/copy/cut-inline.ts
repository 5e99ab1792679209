import type { InlineNode } from '@millrace/engine/document';

/**
 * The inline content between two indexes, with its marks. Text counts its characters and every other inline is one;
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
  return joined(beginning(trimmed(cut)));
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

/** A tag that begins a line could begin a block of HTML; as text it is drawn the same. */
function beginning([first, ...rest]: readonly InlineNode[]): InlineNode[] {
  if (first === undefined) return [];
  return [first.type === 'htmlInline' ? { type: 'text', text: first.attrs.html } : first, ...rest];
}

/** Texts of the same marks that have come to stand together are one, as a reader of them would have it. */
function joined(nodes: readonly InlineNode[]): InlineNode[] {
  const done: InlineNode[] = [];
  for (const node of nodes) {
    const last = done.at(-1);
    if (last?.type === 'text' && node.type === 'text' && marksOf(last) === marksOf(node))
      done[done.length - 1] = { ...last, text: last.text + node.text };
    else done.push(node);
  }
  return done;
}

const marksOf = ({ marks }: InlineNode & { type: 'text' }): string => JSON.stringify(marks ?? []);

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
