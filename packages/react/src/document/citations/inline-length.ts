import type { InlineNode } from '@millrace/engine/document';

/** The text of an inline as places count it: one without text counts as one character. */
const textOf = (node: InlineNode): string => (node.type === 'text' ? node.text : '\uFFFC');

export function lengthOf(nodes: readonly InlineNode[]): number {
  return nodes.reduce((length, node) => length + textOf(node).length, 0);
}

export function textBefore(nodes: readonly InlineNode[], at: number): string {
  return nodes.map(textOf).join('').slice(0, at);
}
