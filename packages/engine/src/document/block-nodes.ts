import type {
  MarkdownBlock,
  MarkdownCodeBlock,
  MarkdownInline,
  MarkdownList,
  MarkdownListItem,
  MarkdownParagraph,
  MarkdownTable,
} from '../markdown/tree.ts';
import { toInlineNodes } from './inline-nodes.ts';
import { codeEmbed, type Embed, type EmbedPlace, sheetEmbed, urlEmbed } from './make-embed.ts';
import type { BlockNode, InlineNode, ItemNode } from './nodes.ts';
import { readTitleComment } from './title-comment.ts';

/** What a block of Markdown becomes: usually one node; several when URLs stand on lines of their own in it. */
export interface Mapped {
  readonly nodes: readonly BlockNode[];
  readonly embeds: readonly Embed[];
}

interface MappedItem {
  readonly node: ItemNode;
  readonly embeds: readonly Embed[];
}

const NOTHING: Mapped = { nodes: [], embeds: [] };

/**
 * Maps blocks to nodes and numbers the embeds in them. Blocks that are finished are mapped once and keep their nodes;
 * ask for the blocks of a document in order.
 */
export class BlockMapper {
  private readonly messageId: string;
  private readonly known = new WeakMap<MarkdownBlock, Mapped>();
  private readonly knownItems = new WeakMap<MarkdownListItem, MappedItem>();
  /** How many embeds stand before the next one. */
  private next = 0;
  /** Where the last line begins that may still grow; what stands there is not certain. */
  private certain = 0;
  private ended = false;

  constructor(messageId: string) {
    this.messageId = messageId;
  }

  /** Begins to map a document again, from the embed with this index on. */
  begin(next: number, certain: number, ended: boolean): void {
    this.next = next;
    this.certain = certain;
    this.ended = ended;
  }

  /** Maps a block that stands at the top; `before` is the one above it. */
  mapTop(block: MarkdownBlock, before: MarkdownBlock | undefined): Mapped {
    return block.type === 'paragraph' ? this.once(block, () => this.lines(block)) : this.map(block, before);
  }

  private map(block: MarkdownBlock, before: MarkdownBlock | undefined): Mapped {
    return this.once(block, () => this.mapNew(block, before));
  }

  private once(block: MarkdownBlock, make: () => Mapped): Mapped {
    const known = this.known.get(block);
    if (known !== undefined) {
      this.next += known.embeds.length;
      return known;
    }
    const mapped = make();
    if (Object.isFrozen(block)) this.known.set(block, mapped);
    return mapped;
  }

  private mapNew(block: MarkdownBlock, before: MarkdownBlock | undefined): Mapped {
    switch (block.type) {
      case 'paragraph':
        return paragraph(block.children);
      case 'heading':
        return one({ type: 'heading', attrs: { level: block.level }, ...inline(block.children) });
      case 'thematicBreak':
        return one({ type: 'horizontalRule' });
      case 'blockQuote':
        return wrap(this.mapAll(block.children), (content) => ({ type: 'blockquote', content }));
      case 'footnoteDefinition':
        return wrap(this.mapAll(block.children), (content) => ({
          type: 'footnote',
          attrs: { label: block.label },
          content,
        }));
      case 'list':
        return this.list(block);
      case 'codeBlock':
        return this.code(block);
      case 'table':
        return this.table(block, before);
      case 'mathBlock':
        return one({ type: 'blockMath', attrs: { latex: block.latex } });
      case 'htmlBlock':
        return one({ type: 'htmlBlock', attrs: { html: block.text } });
      case 'listItem':
      case 'linkDefinition':
        return NOTHING;
    }
  }

  private mapAll(blocks: readonly MarkdownBlock[]): Mapped {
    const nodes: BlockNode[] = [];
    const embeds: Embed[] = [];
    for (const [i, block] of blocks.entries()) {
      if (isTitleOf(block, blocks[i + 1])) continue;
      const mapped = this.map(block, blocks[i - 1]);
      nodes.push(...mapped.nodes);
      embeds.push(...mapped.embeds);
    }
    return { nodes, embeds };
  }

  private list({ ordered, first, tight, children }: MarkdownList): Mapped {
    const embeds: Embed[] = [];
    const tasks = !ordered && children.every((item) => item.type === 'listItem' && item.checked !== null);
    const content: ItemNode[] = [];
    for (const item of children) {
      if (item.type !== 'listItem') continue;
      const mapped = this.item(item, tasks);
      content.push(mapped.node);
      embeds.push(...mapped.embeds);
    }
    const node: BlockNode = ordered
      ? { type: 'orderedList', attrs: { tight, start: first }, content }
      : { type: tasks ? 'taskList' : 'bulletList', attrs: { tight }, content };
    return { nodes: [node], embeds };
  }

  private item(item: MarkdownListItem, task: boolean): MappedItem {
    const known = this.knownItems.get(item);
    if (known !== undefined && (known.node.type === 'taskItem') === task) {
      this.next += known.embeds.length;
      return known;
    }
    const { nodes: content, embeds } = this.mapAll(item.children);
    const node: ItemNode = task
      ? { type: 'taskItem', attrs: { checked: item.checked === true }, content }
      : { type: 'listItem', content };
    const mapped = { node, embeds };
    if (Object.isFrozen(item)) this.knownItems.set(item, mapped);
    return mapped;
  }

  private code(block: MarkdownCodeBlock): Mapped {
    const { info, text, fenced, start, end } = block;
    // The line that opens a fence may still become something else.
    if (fenced && this.certain <= start) return NOTHING;
    const done = this.isDone(block) || (fenced && block.closed && end <= this.certain);
    return this.embedded(codeEmbed(this.place(done), info, text));
  }

  private table(block: MarkdownTable, before: MarkdownBlock | undefined): Mapped {
    const complete = this.ended ? Number.POSITIVE_INFINITY : this.certain;
    const grid = tableGrid(block, complete);
    if (grid.length === 0) return NOTHING;
    return this.embedded(sheetEmbed(this.place(this.isDone(block)), grid, titleAbove(before)));
  }

  /** A paragraph in which URLs may stand on lines of their own. */
  private lines(block: MarkdownParagraph): Mapped {
    const nodes: BlockNode[] = [];
    const embeds: Embed[] = [];
    let rest: MarkdownInline[] = [];
    const flush = (): void => {
      const kept = rest.at(-1)?.type === 'softBreak' ? rest.slice(0, -1) : rest;
      nodes.push(...paragraph(kept).nodes);
      rest = [];
    };
    for (const line of linesOf(block.children)) {
      const isOver = line.complete || this.isDone(block) || block.end <= this.certain;
      const url = isOver ? urlAlone(line.inlines) : undefined;
      const embed = url === undefined ? undefined : urlEmbed(this.place(true), url);
      if (embed === undefined) {
        rest.push(...line.inlines, ...(line.complete ? [SOFT_BREAK] : []));
        continue;
      }
      flush();
      this.next += 1;
      nodes.push({ type: 'embed', attrs: embed.attrs });
      embeds.push(embed);
    }
    flush();
    return { nodes, embeds };
  }

  private embedded(embed: Embed): Mapped {
    this.next += 1;
    return { nodes: [{ type: 'embed', attrs: embed.attrs }], embeds: [embed] };
  }

  private place(done: boolean): EmbedPlace {
    return { messageId: this.messageId, index: this.next, done };
  }

  private isDone(block: MarkdownBlock): boolean {
    return this.ended || Object.isFrozen(block);
  }
}

/** The cells of a table as they were written, of the rows that end before a position. */
export function tableGrid({ header, rows }: MarkdownTable, complete = Number.POSITIVE_INFINITY): string[][] {
  return [header, ...rows]
    .filter(({ end }) => end <= complete)
    .map(({ cells }) => cells.map(({ source }) => source));
}

/** The title that the block above a table gives it. */
export function titleAbove(block: MarkdownBlock | undefined): string | undefined {
  const comment = block?.type === 'htmlBlock' ? readTitleComment(block.text) : undefined;
  return comment !== undefined && 'title' in comment ? comment.title : undefined;
}

/** Whether a block is the title of the table below it, and so no block of its own. */
export function isTitleOf(block: MarkdownBlock, below: MarkdownBlock | undefined): boolean {
  return below?.type === 'table' && titleAbove(block) !== undefined;
}

const SOFT_BREAK: MarkdownInline = { type: 'softBreak' };

interface Line {
  readonly inlines: readonly MarkdownInline[];
  /** Whether its break has come. */
  readonly complete: boolean;
}

function linesOf(inlines: readonly MarkdownInline[]): Line[] {
  const lines: Line[] = [];
  let line: MarkdownInline[] = [];
  for (const inline of inlines) {
    if (inline.type !== 'softBreak') {
      line.push(inline);
      continue;
    }
    lines.push({ inlines: line, complete: true });
    line = [];
  }
  return [...lines, { inlines: line, complete: false }];
}

/** The URL that is all of a line. */
function urlAlone(inlines: readonly MarkdownInline[]): string | undefined {
  const [only] = inlines;
  return inlines.length === 1 && only?.type === 'link' && only.kind === 'autolink' ? only.url : undefined;
}

function inline(children: readonly MarkdownInline[]): { readonly content?: readonly InlineNode[] } {
  const content = toInlineNodes(children);
  return content.length > 0 ? { content } : {};
}

/** A paragraph that says nothing, such as a link without text, is none. */
function paragraph(children: readonly MarkdownInline[]): Mapped {
  const { content } = inline(children);
  return content === undefined ? NOTHING : one({ type: 'paragraph', content });
}

function one(node: BlockNode): Mapped {
  return { nodes: [node], embeds: [] };
}

function wrap({ nodes, embeds }: Mapped, make: (content: readonly BlockNode[]) => BlockNode): Mapped {
  return { nodes: [make(nodes)], embeds };
}
