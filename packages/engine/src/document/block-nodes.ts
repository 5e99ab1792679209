import type {
  MarkdownBlock,
  MarkdownCodeBlock,
  MarkdownHeading,
  MarkdownInline,
  MarkdownList,
  MarkdownListItem,
  MarkdownParagraph,
  MarkdownTable,
} from '../markdown/tree.ts';
import type { EmbedNodeAttrs } from './embed.ts';
import type { EmbedList } from './embed-list.ts';
import { GrowingParagraph, linkAlone } from './growing-paragraph.ts';
import { toInlineNodes } from './inline-nodes.ts';
import { codeEmbed, type Embed, type EmbedPlace, sheetEmbed, urlEmbed } from './make-embed.ts';
import type { BlockNode, InlineNode, ItemNode } from './nodes.ts';
import { OpenChildren, type OpenKind } from './open-children.ts';
import { isHeldTitle, isTitleOf, titleAbove } from './table-title.ts';
import { withTaskBox } from './task-box.ts';
import { urlKind } from './url-embed.ts';

/** The nodes that a block of Markdown becomes: usually one; several when URLs stand on lines of their own in it. */
export interface Mapped {
  readonly nodes: readonly BlockNode[];
  /** How many embeds are in it. */
  readonly embeds: number;
  /** Of one that is live: how many nodes are the same as in the look before. */
  readonly kept?: number;
}

type Container = Extract<MarkdownBlock, { readonly type: 'blockQuote' | 'footnoteDefinition' | 'listItem' }>;

const NOTHING: Mapped = { nodes: [], embeds: 0 };
const NO_BLOCK = { block: null, mapped: NOTHING };

/**
 * Maps blocks to nodes and numbers the embeds in them. What is finished in a block that is open is mapped once and keeps
 * its nodes; ask for the blocks of a document in order.
 */
export class BlockMapper {
  private readonly messageId: string;
  private readonly embeds: EmbedList;
  private readonly proven: boolean;
  /** The last block at the top that is finished. Those before it are not asked for again, unless they were exchanged. */
  private top: { readonly block: MarkdownBlock | null; readonly mapped: Mapped } = NO_BLOCK;
  /** The mapped children of open blocks, by where the blocks begin and whether they are lists. */
  private readonly open = new Map<number, OpenChildren<unknown>>();
  // Only one leaf is open at a time: the last paragraph, the last table, or the last embed that grows.
  private text: GrowingParagraph | null = null;
  private grid: { readonly start: number; readonly rows: string[][] } = { start: -1, rows: [] };
  private embed: { readonly start: number; readonly index: number; readonly attrs: EmbedNodeAttrs } | null =
    null;
  /** How many embeds stand before the next one. */
  private next = 0;
  /** The index of the last line that may still grow; text from there on is not certain. */
  private certain = 0;
  private ended = false;

  constructor(messageId: string, embeds: EmbedList, proven: boolean) {
    this.messageId = messageId;
    this.embeds = embeds;
    this.proven = proven;
  }

  /** How many embeds stand before what comes next. */
  get nextEmbed(): number {
    return this.next;
  }

  /** Begins to map a document again, from the embed with this index on. */
  begin(next: number, certain: number, ended: boolean): void {
    this.next = next;
    this.certain = certain;
    this.ended = ended;
  }

  /** Forgets what is known of open blocks: a label that was defined late may have changed them. */
  forgetOpen(): void {
    this.open.clear();
    this.text = null;
  }

  /** Maps a block that stands at the top; `before` is the one above it. */
  mapTop(block: MarkdownBlock, before: MarkdownBlock | undefined): Mapped {
    if (this.top.block === block) this.next += this.top.mapped.embeds;
    else if (Object.isFrozen(block)) this.top = { block, mapped: this.mapNew(block, before, true) };
    else return this.mapNew(block, before, true);
    return this.top.mapped;
  }

  private mapNew(block: MarkdownBlock, before: MarkdownBlock | undefined, isTop: boolean): Mapped {
    switch (block.type) {
      case 'paragraph':
        return this.paragraph(block, isTop);
      case 'heading':
        return isTop && block.kind === 'setext'
          ? this.underlined(block)
          : one({ type: 'heading', attrs: { level: block.level }, ...inline(block.children) });
      case 'thematicBreak':
        return one({ type: 'horizontalRule' });
      case 'blockQuote':
        return this.since(this.next, { type: 'blockquote', content: this.mapAll(block) });
      case 'footnoteDefinition': {
        const { label } = block;
        return this.since(this.next, { type: 'footnote', attrs: { label }, content: this.mapAll(block) });
      }
      case 'list':
        return this.list(block);
      case 'codeBlock':
        return this.code(block);
      case 'table':
        return this.table(block, before, isTop ? urlHead(block) : undefined);
      case 'mathBlock':
        return one({ type: 'blockMath', attrs: { latex: block.latex } });
      case 'htmlBlock':
        return one({ type: 'htmlBlock', attrs: { html: block.text } });
      case 'listItem':
      case 'linkDefinition':
        return NOTHING;
    }
  }

  private mapAll(container: Container): readonly BlockNode[] {
    const { children } = container;
    const open = this.openChildren<BlockNode>(container, 'blocks');
    for (let i = open.settled; i < children.length; i++) {
      const block = children[i];
      if (block === undefined) continue;
      const below = children[i + 1];
      const isHeld = isTitleOf(block, below) || (!this.isDone(container) && isHeldTitle(block, below));
      if (!isHeld) this.add(open, block, () => this.mapNew(block, children[i - 1], false).nodes);
      if (i !== open.settled || below === undefined || !Object.isFrozen(block)) continue;
      if (titleAbove(block) === undefined) open.settle(i + 1, this.next);
    }
    return open.nodes;
  }

  private list(list: MarkdownList): Mapped {
    const { ordered, first, children } = list;
    const base = this.next;
    const tasks = !ordered && this.isTaskList(list);
    const open = this.openChildren<ItemNode>(list, tasks ? 'tasks' : 'items');
    for (let i = open.settled; i < children.length; i++) {
      const item = children[i];
      if (item?.type !== 'listItem') continue;
      this.add(open, item, () => [this.item(item, tasks)]);
      if (i === open.settled && i < children.length - 1 && Object.isFrozen(item))
        open.settle(i + 1, this.next);
    }
    const content = open.nodes;
    // A blank line beside definitions leaves nothing that could stand apart.
    const tight = list.tight || (content.length === 1 && (content[0]?.content.length ?? 0) < 2);
    return this.since(
      base,
      ordered
        ? { type: 'orderedList', attrs: { tight, start: first }, content }
        : { type: tasks ? 'taskList' : 'bulletList', attrs: { tight }, content },
    );
  }

  /** Tells whether all items are tasks. Those that are settled are known to be, or one of them is none. */
  private isTaskList(list: MarkdownList): boolean {
    const known = this.open.get(openKey(list));
    if (known?.kind === 'items') return false;
    for (let i = known?.settled ?? 0; i < list.children.length; i++) {
      const item = list.children[i];
      if (item !== undefined && !this.isTask(item)) return false;
    }
    return true;
  }

  /** A box with nothing but definitions behind it is none. */
  private isTask(item: MarkdownBlock): boolean {
    if (item.type !== 'listItem' || item.checked === null) return false;
    return !this.isDone(item) || item.children.some(({ type }) => type !== 'linkDefinition');
  }

  /** The known children of a block. A finished block needs no memory: it is mapped for the last time. */
  private openChildren<Node>(container: Container | MarkdownList, kind: OpenKind): OpenChildren<Node> {
    const key = openKey(container);
    // Lists hold items and the others blocks; the key keeps them apart.
    const known = this.open.get(key) as OpenChildren<Node> | undefined;
    const children =
      known?.base === this.next && known.kind === kind ? known : new OpenChildren<Node>(this.next, kind);
    if (this.isDone(container)) this.open.delete(key);
    else if (children !== known) this.open.set(key, children as OpenChildren<unknown>);
    children.reopen();
    this.next += children.settledEmbeds;
    return children;
  }

  /** Adds what comes of a child. One that is finished is mapped once, as long as it is the last. */
  private add<Node>(open: OpenChildren<Node>, block: MarkdownBlock, make: () => readonly Node[]): void {
    const base = this.next;
    let nodes: readonly Node[];
    if (open.last?.block === block) {
      nodes = open.last.nodes;
      this.next += open.last.embeds;
    } else {
      nodes = make();
      if (Object.isFrozen(block)) open.last = { block, nodes, embeds: this.next - base };
    }
    for (const node of nodes) open.nodes.push(node);
  }

  private item(item: MarkdownListItem, task: boolean): ItemNode {
    const content = this.mapAll(item);
    if (task) return { type: 'taskItem', attrs: { checked: item.checked === true }, content };
    return {
      type: 'listItem',
      content: item.checked === null ? content : withTaskBox(content, item.checked),
    };
  }

  private code(block: MarkdownCodeBlock): Mapped {
    const { info, text, fenced, start, end, lineCount } = block;
    // The line that opens a fence may still become something else.
    if (fenced && this.certain <= start) return NOTHING;
    const done = this.isDone(block) || (fenced && block.closed && end <= this.certain);
    const known = done ? undefined : this.grown(start);
    // All that changes while code grows is how many lines there are.
    if (text !== '' && known?.type === 'code' && known.lineCount === lineCount)
      return this.embedded({ attrs: known, content: text });
    return this.grow(start, codeEmbed(this.place(done), info, text, lineCount));
  }

  /** With a URL alone on its line as head, the URL is an embed and the rows are the table: so it stood there before. */
  private table(block: MarkdownTable, before: MarkdownBlock | undefined, head: string | undefined): Mapped {
    const { start } = block;
    const done = this.isDone(block);
    const above = head === undefined ? undefined : urlEmbed(this.place(true), head);
    const nodes = above === undefined ? [] : this.embedded(above).nodes;
    const grid = done ? tableGrid(block).slice(nodes.length) : this.growingGrid(block, nodes.length);
    if (grid.length === 0) return { nodes, embeds: nodes.length };
    const known = done ? undefined : this.grown(start);
    const isSame = known?.type === 'sheet' && known.rows === grid.length;
    const table = isSame
      ? this.embedded({ attrs: known, content: { grid } })
      : this.grow(start, sheetEmbed(this.place(done), grid, titleAbove(before)));
    return above === undefined ? table : { nodes: [...nodes, ...table.nodes], embeds: 2 };
  }

  /** The rows of an open table that are whole, from one on. Live: only those that are new are added. */
  private growingGrid({ header, rows, start }: MarkdownTable, first: number): string[][] {
    if (this.grid.start !== start) this.grid = { start, rows: [] };
    const grid = this.grid.rows;
    for (;;) {
      const index = grid.length + first;
      const row = index === 0 ? header : rows[index - 1];
      if (row === undefined || row.end > this.certain) return grid;
      grid.push(row.cells.map(({ source }) => source));
    }
  }

  /** The embed of the block that grows, as it was in the look before. */
  private grown(start: number): EmbedNodeAttrs | undefined {
    return this.embed?.start === start && this.embed.index === this.next ? this.embed.attrs : undefined;
  }

  private grow(start: number, embed: Embed): Mapped {
    this.embed = { start, index: this.next, attrs: embed.attrs };
    return this.embedded(embed);
  }

  /** Only what is new in an open paragraph is mapped. URLs on lines of their own are embeds where it stands at the top. */
  private paragraph(block: MarkdownParagraph, isTop: boolean): Mapped {
    const base = this.next;
    let { text } = this;
    if (text?.start !== block.start || text.base !== base)
      text = new GrowingParagraph(this.messageId, block.start, base, isTop ? this.embeds : null);
    const isDone = this.isDone(block);
    text.update(block, isDone ? 'over' : block.end <= this.certain ? 'whole' : 'open');
    this.text = isDone ? null : text;
    this.next += text.embeds;
    return isDone ? text.finish() : text;
  }

  /** A line below a URL makes a heading of it, which stood there as an embed before. */
  private underlined(block: MarkdownHeading): Mapped {
    const text = new GrowingParagraph(this.messageId, block.start, this.next, this.embeds, block.level);
    text.update(block, 'over');
    this.next += text.embeds;
    return text.finish();
  }

  private embedded(embed: Embed): Mapped {
    this.embeds.put(this.next, embed);
    this.next += 1;
    return { nodes: [{ type: 'embed', attrs: embed.attrs }], embeds: 1 };
  }

  /** A node that holds the embeds from `base` on. */
  private since(base: number, node: BlockNode): Mapped {
    return { nodes: [node], embeds: this.next - base };
  }

  private place(done: boolean): EmbedPlace {
    return { messageId: this.messageId, index: this.next, done, proven: this.proven };
  }

  private isDone(block: MarkdownBlock): boolean {
    return this.ended || Object.isFrozen(block);
  }
}

/** The cells of a table as they were written. */
export function tableGrid({ header, rows }: MarkdownTable): string[][] {
  return [header, ...rows].map(({ cells }) => cells.map(({ source }) => source));
}

/** The URL that is the head of a table, without a pipe beside it. */
function urlHead({ header: { cells, start, end } }: MarkdownTable): string | undefined {
  const link = cells.length === 1 ? linkAlone(cells[0]?.children ?? []) : undefined;
  return link?.raw?.length === end - start && urlKind(link.url) !== undefined ? link.url : undefined;
}

function inline(children: readonly MarkdownInline[]): { readonly content?: readonly InlineNode[] } {
  const content = toInlineNodes(children);
  return content.length > 0 ? { content } : {};
}

function one(node: BlockNode): Mapped {
  return { nodes: [node], embeds: 0 };
}

/** A list and its first item begin at one place. */
function openKey({ type, start }: Container | MarkdownList): number {
  return type === 'list' ? -1 - start : start;
}
