import type { DocElement, DocNode } from '@millrace/engine/document';

export interface DocHeadingLine {
  readonly text: string;
  /** From 1 to 6, as it is shown. */
  readonly level: number;
}

/** Right below the name of the full screen. */
const FRAME_LEVEL = 2;

/** The headings of a document in order, each at most one level below the one before it. Pure. */
export function docHeadings(nodes: readonly DocNode[]): ReadonlyMap<DocElement, DocHeadingLine> {
  const found = new Map<DocElement, DocHeadingLine>();
  let last = FRAME_LEVEL;
  function look(inside: readonly DocNode[]): void {
    for (const node of inside) {
      if (node.type === 'text') continue;
      if (!/^h\d$/.test(node.name)) {
        look(node.children);
        continue;
      }
      const text = textOf(node.children).replace(/\s+/g, ' ').trim();
      if (text === '') continue;
      last = Math.min(Number(node.name.slice(1)), last + 1);
      found.set(node, { text, level: last });
    }
  }
  look(nodes);
  return found;
}

function textOf(nodes: readonly DocNode[]): string {
  return nodes.map((node) => (node.type === 'text' ? node.text : textOf(node.children))).join('');
}
