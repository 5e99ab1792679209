import type { Embed } from '../make-embed.ts';
import type { BlockNode, HighlightKind } from '../nodes.ts';
import { draftBlocks } from './draft-blocks.ts';
import { draftEmbed } from './draft-embed.ts';

/** A draft as its author edits it: what was typed, line by line, with a preview in place of each block that is closed. */
export interface Draft {
  readonly nodes: readonly BlockNode[];
  readonly embeds: readonly Embed[];
}

/** Maps a draft. Pure; a draft is short, so it is mapped whole each time. */
export function draftNodes(source: string, messageId: string): Draft {
  const nodes: BlockNode[] = [];
  const embeds: Embed[] = [];
  let at = 0;
  const addText = (to: number, kind?: HighlightKind): void => {
    while (at < to) {
      const end = source.indexOf('\n', at) + 1 || source.length;
      nodes.push(lineNode(source.slice(at, end).replace(/\r?\n$/, ''), kind));
      at = end;
    }
  };
  for (const block of draftBlocks(source).blocks) {
    addText(block.from);
    if (block.closed) {
      const embed = draftEmbed(block, { messageId, index: embeds.length });
      nodes.push({ type: 'embed', attrs: embed.attrs });
      embeds.push(embed);
      at = source.indexOf('\n', block.to) + 1 || source.length;
    } // A block that is open has the kind of its tint.
    else addText(block.to, block.kind as HighlightKind);
  }
  addText(source.length);
  // Behind the last line break there is a line to write on; behind a preview too.
  if (nodes.length === 0 || source.endsWith('\n') || nodes.at(-1)?.type === 'embed')
    nodes.push({ type: 'paragraph' });
  return { nodes, embeds };
}

function lineNode(text: string, kind: HighlightKind | undefined): BlockNode {
  if (text === '') return { type: 'paragraph' };
  const marks = kind && ([{ type: 'highlight', attrs: { kind } }] as const);
  return { type: 'paragraph', content: [{ type: 'text', text, ...(marks && { marks }) }] };
}
