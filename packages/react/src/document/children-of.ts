import type { BlockNode } from '@millrace/engine/document';

/** The blocks inside a block. Pure. */
export function childrenOf(block: BlockNode): readonly BlockNode[] {
  switch (block.type) {
    case 'blockquote':
    case 'footnote':
      return block.content;
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return block.content.flatMap((item) => item.content);
    default:
      return [];
  }
}
