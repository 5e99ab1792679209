import type { Content } from '../../content/content.ts';
import type { EmbedNodeAttrs } from '../embed.ts';
import { printBlocks } from './print-blocks.ts';

/** One embed as the Markdown that stands for it: a fence with its path or title, a table, or an address. Pure. */
export function embedMarkdown(attrs: EmbedNodeAttrs, content: Content): string {
  return printBlocks([{ type: 'embed', attrs }], new Map([[attrs.contentRef, content]]));
}
