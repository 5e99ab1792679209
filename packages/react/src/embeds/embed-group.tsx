import type { EmbedNode, ParsedMessage } from '@millrace/engine';
import { EmbedBox } from './embed-box.tsx';

export interface EmbedGroupProps {
  /** Neighbours of one kind, or none; a single one is a group too, so that nothing is drawn anew when a second one comes. */
  readonly nodes: readonly EmbedNode[];
  readonly contents: ParsedMessage['contents'];
}

/** Embeds of one kind that stand together. */
export function EmbedGroup({ nodes, contents }: EmbedGroupProps) {
  if (nodes.length === 0) return null;
  return (
    <div className="mr-embeds">
      {nodes.map(({ attrs }) => (
        <EmbedBox key={attrs.id} attrs={attrs} content={contents.get(attrs.contentRef)} />
      ))}
    </div>
  );
}
