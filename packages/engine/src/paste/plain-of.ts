import type { DocNode } from '../document/doc-tree.ts';
import { isInline } from '../document/html-text.ts';

/** The text of nodes with breaks, as code has it, up to the node in which it has so many characters. Pure. Linear. */
export function plainOf(nodes: readonly DocNode[], most = Number.POSITIVE_INFINITY): string {
  const parts: string[] = [];
  let length = 0;
  const put = (text: string): void => {
    parts.push(text);
    length += text.length;
  };
  const add = (list: readonly DocNode[]): void => {
    for (const node of list) {
      if (length >= most) return;
      if (node.type === 'text') put(node.text);
      else if (node.name === 'br') put('\n');
      else {
        add(node.children);
        if (!isInline(node.name)) put('\n');
      }
    }
  };
  add(nodes);
  return parts.join('');
}
