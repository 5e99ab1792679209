import type { BlockNode, EmbedNode, MessageDoc } from './nodes.ts';

/** Embeds of one type that stand together. A single one is a group too, so that nothing moves when a second one comes. */
export interface EmbedGroup {
  /** The id of its first embed. */
  readonly key: string;
  readonly embeds: readonly EmbedNode[];
}

/** The groups of neighbouring embeds, in order: those at the top of the document and those inside lists and quotes. Pure. */
export function groupEmbeds(doc: MessageDoc): EmbedGroup[] {
  return groupsIn(doc.content);
}

function groupsIn(nodes: readonly BlockNode[]): EmbedGroup[] {
  const groups: EmbedGroup[] = [];
  let run: EmbedNode[] = [];
  function endRun(): void {
    if (run[0] !== undefined) groups.push({ key: run[0].attrs.id, embeds: run });
    run = [];
  }
  for (const node of nodes) {
    if (node.type !== 'embed') {
      endRun();
      groups.push(...groupsInside(node));
      continue;
    }
    if (run[0] !== undefined && run[0].attrs.type !== node.attrs.type) endRun();
    run.push(node);
  }
  endRun();
  return groups;
}

function groupsInside(node: Exclude<BlockNode, EmbedNode>): EmbedGroup[] {
  switch (node.type) {
    case 'blockquote':
    case 'footnote':
      return groupsIn(node.content);
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return node.content.flatMap((item) => groupsIn(item.content));
    default:
      return [];
  }
}
