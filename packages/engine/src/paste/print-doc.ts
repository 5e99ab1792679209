import type { DocNode } from '../document/doc-tree.ts';
import { isInline } from '../document/html-text.ts';
import { escapeHtml, safeAddress } from './clean-html.ts';

/** A document's tree as HTML of its elements alone, a line for each block at the top. Pure. Linear. */
export function printDoc(nodes: readonly DocNode[]): string {
  return nodes
    .map((node) => printAll([node], false))
    .filter((block) => block.trim() !== '' && !/^<(p|li|h[1-6])>\s*<\/\1>$/.test(block))
    .join('\n');
}

function printAll(nodes: readonly DocNode[], isCode: boolean): string {
  const parts: string[] = [];
  for (const node of nodes) {
    if (node.type === 'text')
      parts.push(escapeHtml(isCode ? node.text : node.text.replace(/[ \t\r\n\f\u00a0]+/g, ' ')));
    else if (node.name === 'br' || node.name === 'hr') parts.push(`<${node.name}>`);
    else {
      const inside = printAll(node.children, isCode || node.name === 'pre');
      const text = isInline(node.name) || node.name === 'pre' ? inside : inside.trim();
      const href = node.href === undefined ? undefined : safeAddress(node.href);
      parts.push(
        node.name === 'a' && href === undefined
          ? text
          : `<${node.name}${href === undefined ? '' : ` href="${escapeHtml(href)}"`}>${text}</${node.name}>`,
      );
    }
  }
  return parts.join('');
}

/** A plain text as a document: a paragraph for each part between empty lines. Pure. Linear. */
export function textDoc(text: string): string {
  return text
    .split(/\n[ \t]*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => `<p>${part.split('\n').map(escapeHtml).join('<br>')}</p>`)
    .join('\n');
}
