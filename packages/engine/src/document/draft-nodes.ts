import type { MarkdownBlock } from '../markdown/tree.ts';
import { tableGrid } from './block-nodes.ts';
import { codeEmbed, type Embed, sheetEmbed, urlEmbed } from './make-embed.ts';
import type { BlockNode, HighlightKind } from './nodes.ts';
import { isTitleOf, titleAbove } from './table-title.ts';

/** A draft as its author edits it: what was typed, line by line, with a preview in place of each block that is closed. */
export interface Draft {
  readonly nodes: readonly BlockNode[];
  readonly embeds: readonly Embed[];
}

/** Maps a draft. Pure; a draft is short, so it is mapped whole each time. */
export function draftNodes(source: string, blocks: readonly MarkdownBlock[], messageId: string): Draft {
  const writer = new DraftWriter(source, messageId);
  for (const [i, block] of blocks.entries()) writer.add(block, blocks[i - 1], blocks[i + 1]);
  return writer.end();
}

class DraftWriter {
  private readonly source: string;
  private readonly messageId: string;
  private readonly nodes: BlockNode[] = [];
  private readonly embeds: Embed[] = [];
  /** The index at which the next line begins. */
  private at = 0;

  constructor(source: string, messageId: string) {
    this.source = source;
    this.messageId = messageId;
  }

  add(block: MarkdownBlock, above: MarkdownBlock | undefined, below: MarkdownBlock | undefined): void {
    const end = this.lineEnd(block.end);
    this.addText(this.lineStart(block.start), undefined);
    // The preview of the table shows it.
    if (below !== undefined && isTitleOf(block, below) && this.isClosed(below)) this.at = end;
    else if (this.isClosed(block)) this.addPreview(block, above, end);
    else if (block.type === 'paragraph') this.addParagraph(end);
    else this.addText(end, KINDS[block.type]);
  }

  end(): Draft {
    const { source, nodes, embeds } = this;
    this.addText(source.length, undefined);
    // Behind the last line break there is a line to write on; behind a preview too.
    if (nodes.length === 0 || source.endsWith('\n') || nodes.at(-1)?.type === 'embed')
      nodes.push({ type: 'paragraph' });
    return { nodes, embeds };
  }

  private isClosed(block: MarkdownBlock): boolean {
    if (block.type === 'codeBlock') return block.fenced && block.closed;
    if (block.type !== 'table') return false;
    // An empty line says that no row follows.
    return /^[ \t]*\r?\n/.test(this.source.slice(this.lineEnd(block.end)));
  }

  private addPreview(block: MarkdownBlock, above: MarkdownBlock | undefined, end: number): void {
    if (block.type === 'codeBlock')
      this.addEmbed(codeEmbed(this.place(), block.info, block.text, block.lineCount));
    else if (block.type === 'table')
      this.addEmbed(sheetEmbed(this.place(), tableGrid(block), titleAbove(above)));
    this.at = end;
  }

  /** A URL that stands alone on its line is closed by what follows it: a space or the end of the line. */
  private addParagraph(end: number): void {
    while (this.at < end) {
      const next = Math.min(this.lineEnd(this.at), end);
      const line = this.source.slice(this.at, next);
      const isOver = /\s$/.test(line) && /^\S+\s+$/.test(line);
      const embed = isOver ? urlEmbed(this.place(), line.trim()) : undefined;
      if (embed === undefined) this.addText(next, undefined);
      else this.addEmbed(embed);
      this.at = next;
    }
  }

  private addText(to: number, kind: HighlightKind | undefined): void {
    while (this.at < to) {
      const end = Math.min(this.lineEnd(this.at), to);
      const text = this.source.slice(this.at, end).replace(/\r?\n$/, '');
      const marks = kind && ([{ type: 'highlight', attrs: { kind } }] as const);
      this.nodes.push(
        text === ''
          ? { type: 'paragraph' }
          : { type: 'paragraph', content: [{ type: 'text', text, ...(marks && { marks }) }] },
      );
      this.at = end;
    }
  }

  private addEmbed(embed: Embed): void {
    this.nodes.push({ type: 'embed', attrs: embed.attrs });
    this.embeds.push(embed);
  }

  private place() {
    return { messageId: this.messageId, index: this.embeds.length, done: true };
  }

  private lineStart(at: number): number {
    return this.source.lastIndexOf('\n', at - 1) + 1;
  }

  /** Behind the break of the line in which a position is. */
  private lineEnd(at: number): number {
    if (at > 0 && this.source[at - 1] === '\n' && at > this.at) return at;
    const end = this.source.indexOf('\n', at);
    return end < 0 ? this.source.length : end + 1;
  }
}

const KINDS: Partial<Record<MarkdownBlock['type'], HighlightKind>> = {
  heading: 'heading',
  codeBlock: 'code',
  table: 'table',
  mathBlock: 'math',
};
