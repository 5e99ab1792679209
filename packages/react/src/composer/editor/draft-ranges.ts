import { type Content, type EmbedNodeAttrs, parseMessage } from '@millrace/engine/document';
import { type MarkdownBlock, parseMarkdown } from '@millrace/engine/markdown';

/** A block of a draft that is shown in a way of its own. `to` stands before the line break. A closed one can be a preview. */
export interface DraftBlock {
  readonly from: number;
  readonly to: number;
  readonly kind: 'heading' | 'code' | 'table' | 'math' | 'url';
  readonly closed: boolean;
}

/** A preview's attributes and what it stands for. */
export interface DraftEmbed {
  readonly attrs: EmbedNodeAttrs;
  readonly content: Content | undefined;
}

const KEPT = 8;
const known = new Map<string, readonly DraftBlock[]>();

/** The blocks of a draft in order. Pure; the last texts are remembered, since one change asks several times. */
export function draftBlocks(text: string): readonly DraftBlock[] {
  const found = known.get(text);
  if (found !== undefined) return found;
  const { children } = parseMarkdown(text);
  const blocks = children.flatMap((block, i) => blocksOf(text, block, children[i - 1]));
  const [oldest] = known.keys();
  if (known.size >= KEPT && oldest !== undefined) known.delete(oldest);
  known.set(text, blocks);
  return blocks;
}

/** The embed of a closed block, by its source. Pure. */
export function embedOf(source: string, id: string): DraftEmbed | undefined {
  // What closes it need not be a part of it.
  const { embeds, contents } = parseMessage(`${source}\n\n`, { mode: 'write', messageId: id });
  const attrs = embeds[0];
  return attrs && { attrs: { ...attrs, id }, content: contents.get(attrs.contentRef) };
}

function blocksOf(text: string, block: MarkdownBlock, above: MarkdownBlock | undefined): DraftBlock[] {
  const from = text.lastIndexOf('\n', block.start - 1) + 1;
  const to = lastOf(text, from, block.end);
  switch (block.type) {
    case 'heading':
      return [{ from, to, kind: 'heading', closed: false }];
    case 'mathBlock':
      return [{ from, to, kind: 'math', closed: false }];
    case 'codeBlock':
      return block.fenced && !block.closed
        ? [{ from, to: text.length, kind: 'code', closed: false }]
        : [{ from, to, kind: 'code', closed: block.fenced }];
    case 'table': {
      // An empty line says that no row follows.
      const closed = /^\n[ \t]*\n/.test(text.slice(to));
      return [{ from: closed ? withTitle(text, from, to, above) : from, to, kind: 'table', closed }];
    }
    case 'paragraph':
      return urlsIn(text, from, to);
    default:
      return [];
  }
}

/** The end of a block's last line, before its break. */
function lastOf(text: string, from: number, end: number): number {
  let last = Math.min(end, text.length);
  while (last > from && text[last - 1] === '\n') last--;
  const next = text.indexOf('\n', last);
  return next < 0 ? text.length : next;
}

/** The beginning of a table together with the comment above it that names it. */
function withTitle(text: string, from: number, to: number, above: MarkdownBlock | undefined): number {
  if (above?.type !== 'htmlBlock') return from;
  const start = text.lastIndexOf('\n', above.start - 1) + 1;
  const { doc } = parseMessage(`${text.slice(start, to)}\n\n`, { mode: 'write', messageId: '' });
  return doc.content[0]?.type === 'embed' ? start : from;
}

const ADDRESS = /^(?:https?:\/\/|geo:)\S+[ \t]*$/i;

/** The lines of a paragraph that are an address and nothing else. A space or the end of the line closes it. */
function urlsIn(text: string, from: number, to: number): DraftBlock[] {
  const urls: DraftBlock[] = [];
  for (let at = from; at <= to; ) {
    const next = text.indexOf('\n', at);
    const end = next < 0 ? text.length : next;
    const line = text.slice(at, end);
    if (ADDRESS.test(line) && embedOf(line, '') !== undefined)
      urls.push({ from: at, to: end, kind: 'url', closed: next >= 0 || /[ \t]$/.test(line) });
    at = end + 1;
  }
  return urls;
}
