import type { InlineNode } from '@millrace/engine/document';
import type { References } from './cited-blocks.ts';
import { lengthOf, textBefore } from './inline-length.ts';

/** An inline as it is drawn: of the document, or references that follow the inline before them. */
export type DrawnInline = InlineNode | { readonly type: 'references'; readonly cited: References['cited'] };

/** Inlines with references in their places; code and links are not cut. Pure. */
export function withReferences(
  nodes: readonly InlineNode[],
  references: readonly References[],
): readonly DrawnInline[] {
  if (references.length === 0) return nodes;
  const text = textBefore(nodes, lengthOf(nodes));
  const waiting = references
    .map(({ at, before, cited }) => ({ at: placeIn(text, at, before), cited }))
    .sort((a, b) => a.at - b.at);
  const drawn: DrawnInline[] = [];
  const takeUpTo = (place: number): void => {
    while (waiting[0] !== undefined && waiting[0].at <= place) {
      drawn.push({ type: 'references', cited: waiting[0].cited });
      waiting.shift();
    }
  };
  let from = 0;
  for (const [i, node] of nodes.entries()) {
    const end = from + lengthOf([node]);
    if (isOne(node)) {
      drawn.push(node);
      // A link may be several nodes: its references follow the last of them.
      if (linkOf(node) === undefined || linkOf(node) !== linkOf(nodes[i + 1])) takeUpTo(end);
    } else {
      const cuts = waiting.map(({ at }) => at).filter((at) => at < end);
      for (const cut of [...new Set(cuts), end]) {
        if (cut > from && node.type === 'text') drawn.push(pieceOf(node, cut - end, from - end));
        takeUpTo(cut);
        from = cut;
      }
    }
    from = end;
  }
  takeUpTo(Number.POSITIVE_INFINITY);
  return drawn;
}

/** A piece of a text, by places counted from its end. A whole one stays the same node. */
function pieceOf(node: InlineNode & { readonly type: 'text' }, to: number, from: number): InlineNode {
  const text = node.text.slice(from, to === 0 ? undefined : to);
  return text === node.text ? node : { ...node, text };
}

/** The end of the words that stood before a reference, nearest to where they were. */
function placeIn(text: string, at: number, before: string): number {
  if (text.endsWith(before, at)) return at;
  // The farther away, the sooner a word is another one.
  for (let words = before; words.length > 3; words = words.slice(Math.ceil(words.length / 2))) {
    const found = [text.lastIndexOf(words, at), text.indexOf(words, Math.max(0, at - words.length))];
    const ends = found.filter((place) => place >= 0).map((place) => place + words.length);
    const nearest = ends.sort((a, b) => Math.abs(a - at) - Math.abs(b - at))[0];
    if (nearest !== undefined) return nearest;
  }
  return Math.min(at, text.length);
}

/** Tells whether an inline can't have references inside. */
function isOne(node: InlineNode): boolean {
  return node.type !== 'text' || (node.marks ?? []).some(({ type }) => type === 'code' || type === 'link');
}

function linkOf(node: InlineNode | undefined): string | undefined {
  const mark = node?.type === 'text' ? node.marks?.find(({ type }) => type === 'link') : undefined;
  return mark?.type === 'link' ? mark.attrs.href : undefined;
}
