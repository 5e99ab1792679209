import { cutTo } from '../markdown/cut-to.ts';
import type { MarkdownInline } from '../markdown/tree.ts';
import { isOneText, toInlineNodes } from './inline-nodes.ts';
import type { InlineNode } from './nodes.ts';

/** How a content was: how many nodes it had, and the text of the last one in two parts. */
export interface ContentMark {
  readonly length: number;
  readonly left: string;
  readonly own: string;
}

/**
 * The nodes that inlines become, one by one, with a way back. Neighbours with the same marks are one node, whose text grows. `left`
 * is never looked into and never shown: V8 copies a text that was put together when somebody looks at it, and each mark
 * would hold a copy.
 */
export class GrowingContent implements ContentMark {
  /** Live. */
  readonly nodes: InlineNode[] = [];
  left = '';
  own = '';

  get length(): number {
    return this.nodes.length;
  }

  add(inline: MarkdownInline): void {
    if (inline.type === 'text') this.push({ type: 'text', text: inline.text });
    else for (const node of toInlineNodes([inline])) this.push(node);
  }

  goBack({ length, left, own }: ContentMark): void {
    cutTo(this.nodes, length);
    this.left = left;
    this.own = own;
    const last = this.nodes[length - 1];
    // A node that did not grow meanwhile stays the same object.
    if (last?.type === 'text' && last.text.length !== left.length + own.length)
      this.nodes[length - 1] = { ...last, text: left + own };
  }

  /** The nodes as they were. */
  nodesAt({ length, left, own }: ContentMark): InlineNode[] {
    const nodes = this.nodes.slice(0, length);
    const last = nodes[length - 1];
    if (last?.type === 'text') nodes[length - 1] = { ...last, text: left + own };
    return nodes;
  }

  private push(node: InlineNode): void {
    const { nodes } = this;
    const last = nodes[nodes.length - 1];
    const isOne = node.type === 'text' && isOneText(last, node);
    this.left = isOne ? this.left + this.own : '';
    this.own = node.type === 'text' ? node.text : '';
    if (isOne) nodes[nodes.length - 1] = { ...last, text: this.left + this.own };
    else nodes.push(node);
  }
}
