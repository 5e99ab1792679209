import {
  type BlockNode,
  type Content,
  type EmbedNodeAttrs,
  type MessageOptions,
  parseMessage,
} from '@millrace/engine/document';

/** The blocks that a text is, and what its embeds stand for. */
export interface ReadSource {
  readonly nodes: readonly BlockNode[];
  readonly contents: ReadonlyMap<string, Content>;
}

/**
 * Reads the text of an embed that was opened: usually the embed again, else whatever the text is now. The first embed keeps the
 * name of the opened one; further ones get names that are not taken. Pure.
 */
export function readSource(
  text: string,
  mode: MessageOptions['mode'],
  id: string,
  taken: ReadonlySet<string>,
): ReadSource {
  // The empty line says that nothing follows: in a draft it closes tables and addresses.
  const { doc, embeds, contents } = parseMessage(`${text}\n\n`, { mode, messageId: id });
  const names = freshNames(id, embeds, taken);
  const rename = (node: BlockNode): BlockNode =>
    node.type === 'embed' ? { ...node, attrs: { ...node.attrs, id: names.get(node.attrs.id) ?? id } } : node;
  const nodes = doc.content.map(rename);
  while (isEmptyLine(nodes.at(-1))) nodes.pop();
  return { nodes: nodes.length > 0 ? nodes : [{ type: 'paragraph' }], contents };
}

function freshNames(
  id: string,
  embeds: readonly EmbedNodeAttrs[],
  taken: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  let next = 1;
  return new Map(
    embeds.map((embed, i) => {
      if (i === 0) return [embed.id, id];
      while (taken.has(`${id}:${next}`)) next++;
      return [embed.id, `${id}:${next++}`];
    }),
  );
}

function isEmptyLine(node: BlockNode | undefined): boolean {
  return node?.type === 'paragraph' && (node.content ?? []).length === 0;
}
