import type { DocNode } from '../document/doc-tree.ts';
import { isInline } from '../document/html-text.ts';

/** The text of nodes with breaks, as code has it. Pure. Linear. */
export function plainOf(nodes: readonly DocNode[]): string {
  const parts: string[] = [];
  const add = (list: readonly DocNode[]): void => {
    for (const node of list) {
      if (node.type === 'text') parts.push(node.text);
      else if (node.name === 'br') parts.push('\n');
      else {
        add(node.children);
        if (!isInline(node.name)) parts.push('\n');
      }
    }
  };
  add(nodes);
  return parts.join('');
}
