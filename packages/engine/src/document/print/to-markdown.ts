import type { Content } from '../../content/content.ts';
import type { ContentStore } from '../../content/content-store.ts';
import type { EmbedNodeAttrs } from '../embed.ts';
import type { BlockNode, MessageDoc } from '../nodes.ts';
import { printBlocks } from './print-blocks.ts';

/**
 * A document as Markdown, with the content of its embeds from a store. What it gives parses to an equal document.
 * When content is missing nothing is printed: `missing` names the refs.
 */
export async function toMarkdown(
  doc: MessageDoc,
  store: Pick<ContentStore, 'get'>,
): Promise<{ readonly markdown: string } | { readonly missing: string[] }> {
  const contents = new Map<string, Content>();
  const missing: string[] = [];
  for (const { contentRef, url } of embedsIn(doc.content)) {
    if (url !== undefined || contents.has(contentRef)) continue;
    const content = await store.get(contentRef);
    if (content === undefined) missing.push(contentRef);
    else contents.set(contentRef, content);
  }
  if (missing.length > 0) return { missing };
  const markdown =
    doc.attrs?.mode === 'write' ? printDraft(doc.content, contents) : printBlocks(doc.content, contents);
  return { markdown };
}

/** A draft is its text as it was typed, with its previews as blocks again. */
function printDraft(nodes: readonly BlockNode[], contents: ReadonlyMap<string, Content>): string {
  return nodes
    .map((node) => (node.type === 'paragraph' ? textOf(node) : printBlocks([node], contents)))
    .join('\n');
}

function textOf({ content = [] }: BlockNode & { readonly type: 'paragraph' }): string {
  return content
    .map((node) => (node.type === 'text' ? node.text : node.type === 'hardBreak' ? '\n' : ''))
    .join('');
}

function embedsIn(nodes: readonly BlockNode[]): EmbedNodeAttrs[] {
  return nodes.flatMap((node): EmbedNodeAttrs[] => {
    switch (node.type) {
      case 'embed':
        return [node.attrs];
      case 'blockquote':
      case 'footnote':
        return embedsIn(node.content);
      case 'bulletList':
      case 'orderedList':
      case 'taskList':
        return node.content.flatMap((item) => embedsIn(item.content));
      default:
        return [];
    }
  });
}
