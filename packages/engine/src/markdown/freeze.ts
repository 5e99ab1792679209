import type { MarkdownInline } from './tree.ts';

/** Freezes nodes and all that is in them. Linear. */
export function freezeInlines(nodes: readonly MarkdownInline[]): readonly MarkdownInline[] {
  for (const node of nodes) {
    if (Object.isFrozen(node)) continue;
    if ('children' in node) freezeInlines(node.children);
    Object.freeze(node);
  }
  return Object.freeze(nodes);
}
