import type {
  MarkdownBlock,
  MarkdownCodeBlock,
  MarkdownHeading,
  MarkdownInline,
  MarkdownLink,
  MarkdownList,
  MarkdownListItem,
  MarkdownParagraph,
  MarkdownTable,
} from '../markdown/tree.ts';
import { GrowingInline } from './growing-inline.ts';
import { toInlineNodes } from './inline-nodes.ts';
import { codeEmbed, type Embed, type EmbedPlace, sheetEmbed, urlEmbed } from './make-embed.ts';
import type { BlockNode, InlineNode, ItemNode } from './nodes.ts';
import { OpenChildren } from './open-children.ts';
import { isHeldTitle, isTitleOf, titleAbove } from './table-title.ts';
import { withTaskBox } from './task-box.ts';

import { urlKind } from './url-embed.ts';

/** What a block of Markdown becomes: usually one node; several when URLs stand on lines of their own in it. */
export interface Mapped {
  readonly nodes: readonly BlockNode[];
  readonly embeds: readonly Embed[];
}

type Container = Extract<MarkdownBlock, { readonly type: 'blockQuote' | 'footnoteDefinition' | 'listItem' }>;

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
  /** What has come of blocks that are open, by their type and where they begin. */
  private readonly open = new Map<string, OpenChildren<unknown>>();
  private readonly openGrids = new Map<number, string[][]>();
  private readonly growing = new Map<number, GrowingInline>();
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

  /** Forgets what is known of open blocks: a label that was defined late may have changed them. */
  forgetOpen(): void {
    this.open.clear();
    this.growing.clear();
  }

  /** Maps a block that stands at the top; `before` is the one above it. */
  mapTop(block: MarkdownBlock, before: MarkdownBlock | undefined): Mapped {
    if (block.type === 'paragraph')
      return this.once(block, () => this.growingLine(block) ?? this.lines(block, paragraph));
    // A line below a URL makes a heading or a table of it, which stood there as an embed before.
    if (block.type === 'heading' && block.kind === 'setext')
      return this.once(block, () => this.lines(block, (rest) => underlined(block.level, rest)));
    const head = block.type === 'table' ? urlHead(block) : undefined;
    return block.type === 'table' && head !== undefined
      ? this.once(block, () => this.tableBelow(head, block))
      : this.map(block, before);
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
        return this.growingText(block, this.isDone(block)) ?? paragraph(block.children);
      case 'heading':
        return one({ type: 'heading', attrs: { level: block.level }, ...inline(block.children) });
      case 'thematicBreak':
        return one({ type: 'horizontalRule' });
      case 'blockQuote':
        return wrap(this.mapAll(block), (content) => ({ type: 'blockquote', content }));
      case 'footnoteDefinition':
        return wrap(this.mapAll(block), (content) => ({
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

  private mapAll(container: Container): Mapped {
    const { children } = container;
    const open = this.openChildren<BlockNode>(container, '');
    for (let i = open.reopen(); i < children.length; i++) {
      const block = children[i];
      if (block === undefined) continue;
      const below = children[i + 1];
      const isHeld = isTitleOf(block, below) || (!this.isDone(container) && isHeldTitle(block, below));
      const mapped = isHeld ? NOTHING : this.map(block, children[i - 1]);
      const isSettled = below !== undefined && Object.isFrozen(block) && titleAbove(block) === undefined;
      open.add(i, mapped.nodes, mapped.embeds, isSettled);
    }
    return open;
  }

  private list(list: MarkdownList): Mapped {
    const { ordered, first, tight, children } = list;
    const tasks = !ordered && children.every((item) => this.isTask(item));
    const open = this.openChildren<ItemNode>(list, tasks ? 'tasks' : 'items');
    for (let i = open.reopen(); i < children.length; i++) {
      const item = children[i];
      if (item?.type !== 'listItem') continue;
      const mapped = this.item(item, tasks);
      open.add(i, [mapped.node], mapped.embeds, i < children.length - 1 && Object.isFrozen(item));
    }
    const content = open.nodes;
    const node: BlockNode = ordered
      ? { type: 'orderedList', attrs: { tight, start: first }, content }
      : { type: tasks ? 'taskList' : 'bulletList', attrs: { tight }, content };
    return { nodes: [node], embeds: open.embeds };
  }

  /** A box with nothing but definitions behind it is none. */
  private isTask(item: MarkdownBlock): boolean {
    if (item.type !== 'listItem' || item.checked === null) return false;
    return !this.isDone(item) || item.children.some(({ type }) => type !== 'linkDefinition');
  }

  /** What is known of the children of a block. A finished block needs no memory: it is mapped for the last time. */
  private openChildren<Node>(container: Container | MarkdownList, kind: string): OpenChildren<Node> {
    const key = `${container.type}:${container.start}`;
    // Lists hold items and the others blocks; the type in the key keeps them apart.
    const known = this.open.get(key) as OpenChildren<Node> | undefined;
    const children =
      known?.base === this.next && known.kind === kind ? known : new OpenChildren<Node>(this.next, kind);
    if (this.isDone(container)) this.open.delete(key);
    else this.open.set(key, children as OpenChildren<unknown>);
    children.reopen();
    this.next += children.embeds.length;
    return children;
  }

  private item(item: MarkdownListItem, task: boolean): MappedItem {
    const known = this.knownItems.get(item);
    if (known !== undefined && (known.node.type === 'taskItem') === task) {
      this.next += known.embeds.length;
      return known;
    }
    const { nodes: content, embeds } = this.mapAll(item);
    const node: ItemNode = task
      ? { type: 'taskItem', attrs: { checked: item.checked === true }, content }
      : { type: 'listItem', content: item.checked === null ? content : withTaskBox(content, item.checked) };
    const mapped = { node, embeds };
    if (Object.isFrozen(item)) this.knownItems.set(item, mapped);
    return mapped;
  }

  private code(block: MarkdownCodeBlock): Mapped {
    const { info, text, fenced, start, end } = block;
    // The line that opens a fence may still become something else.
    if (fenced && this.certain <= start) return NOTHING;
    const done = this.isDone(block) || (fenced && block.closed && end <= this.certain);
    return this.embedded(codeEmbed(this.place(done), info, text, block.lineCount));
  }

  private table(block: MarkdownTable, before: MarkdownBlock | undefined): Mapped {
    const done = this.isDone(block);
    const grid = done ? tableGrid(block) : this.growingGrid(block, 0);
    if (done) this.openGrids.delete(block.start);
    if (grid.length === 0) return NOTHING;
    return this.embedded(sheetEmbed(this.place(done), grid, titleAbove(before)));
  }

  /** A table whose head is a URL alone on its line: the URL is an embed, and the rows are the table. */
  private tableBelow(url: string, block: MarkdownTable): Mapped {
    const done = this.isDone(block);
    const head = urlEmbed(this.place(true), url);
    const above = head === undefined ? NOTHING : this.embedded(head);
    const grid = done ? tableGrid(block).slice(1) : this.growingGrid(block, 1);
    if (done) this.openGrids.delete(block.start);
    if (grid.length === 0) return above;
    const below = this.embedded(sheetEmbed(this.place(done), grid, undefined));
    return { nodes: [...above.nodes, ...below.nodes], embeds: [...above.embeds, ...below.embeds] };
  }

  /** The rows of an open table that are whole, from one on. Live: only those that are new are added. */
  private growingGrid({ header, rows, start }: MarkdownTable, first: 0 | 1): string[][] {
    const grid = this.openGrids.get(start) ?? [];
    this.openGrids.set(start, grid);
    for (;;) {
      const index = grid.length + first;
      const row = index === 0 ? header : rows[index - 1];
      if (row === undefined || row.end > this.certain) return grid;
      grid.push(row.cells.map(({ source }) => source));
    }
  }

  /** A paragraph that is open: only what is new in it is mapped. Undefined for one that is finished. */
  private growingText({ start, children }: MarkdownParagraph, isFinished: boolean): Mapped | undefined {
    if (isFinished) {
      this.growing.delete(start);
      return undefined;
    }
    const text = this.growing.get(start) ?? new GrowingInline();
    this.growing.set(start, text);
    text.update(children);
    return text.nodes.length === 0 ? NOTHING : one({ type: 'paragraph', content: text.nodes });
  }

  /** A paragraph of one line that is not whole yet, so that no URL can stand alone in it. */
  private growingLine(block: MarkdownParagraph): Mapped | undefined {
    const mapped = this.growingText(block, this.isDone(block) || block.end <= this.certain);
    return this.growing.get(block.start)?.breaks === 0 ? mapped : undefined;
  }

  /** A text in which URLs may stand on lines of their own. `last` makes nodes of what is below the last one. */
  private lines(
    block: MarkdownParagraph | MarkdownHeading,
    last: (rest: readonly MarkdownInline[]) => Mapped,
  ): Mapped {
    const nodes: BlockNode[] = [];
    const embeds: Embed[] = [];
    const isDone = this.isDone(block);
    let rest: MarkdownInline[] = [];
    let mayBeInside = false;
    for (const { inlines, end } of linesOf(block.children)) {
      const link = linkAlone(inlines);
      const isOver = isDone || (!mayBeInside && (end !== undefined || this.isAllOf(block, link)));
      const embed = link !== undefined && isOver ? urlEmbed(this.place(true), link.url) : undefined;
      if (embed === undefined) {
        rest.push(...inlines, ...(end === undefined ? [] : [end]));
        mayBeInside ||= inlines.some(mayOpen);
        continue;
      }
      nodes.push(...paragraph(withoutBreak(rest)).nodes, { type: 'embed', attrs: embed.attrs });
      rest = [];
      this.next += 1;
      embeds.push(embed);
    }
    nodes.push(...last(withoutBreak(rest)).nodes);
    return { nodes, embeds };
  }

  /** Whether a link is a text of one line that is whole: a sign behind it may be there and not be shown yet. */
  private isAllOf(
    { start, end }: MarkdownParagraph | MarkdownHeading,
    link: MarkdownLink | undefined,
  ): boolean {
    return end <= this.certain && link?.raw?.length === end - start;
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

/** The cells of a table as they were written. */
export function tableGrid({ header, rows }: MarkdownTable): string[][] {
  return [header, ...rows].map(({ cells }) => cells.map(({ source }) => source));
}

interface Line {
  readonly inlines: readonly MarkdownInline[];
  /** Its break, when that has come. */
  readonly end?: MarkdownInline;
}

function linesOf(inlines: readonly MarkdownInline[]): Line[] {
  const lines: Line[] = [];
  let line: MarkdownInline[] = [];
  for (const inline of inlines) {
    if (!isBreak(inline)) {
      line.push(inline);
      continue;
    }
    lines.push({ inlines: line, end: inline });
    line = [];
  }
  return [...lines, { inlines: line }];
}

function isBreak({ type }: MarkdownInline): boolean {
  return type === 'softBreak' || type === 'hardBreak';
}

function withoutBreak(inlines: readonly MarkdownInline[]): readonly MarkdownInline[] {
  const last = inlines.at(-1);
  return last !== undefined && isBreak(last) ? inlines.slice(0, -1) : inlines;
}

/** Whether a text has a sign that may still open something: then the lines below it may turn out to be inside. */
function mayOpen(inline: MarkdownInline): boolean {
  return inline.type === 'text' && /[*_~`<$[\\]/.test(inline.text);
}

/** The URL that is the head of a table, without a pipe beside it. */
function urlHead({ header: { cells, start, end } }: MarkdownTable): string | undefined {
  const link = cells.length === 1 ? linkAlone(cells[0]?.children ?? []) : undefined;
  return link?.raw?.length === end - start && urlKind(link.url) !== undefined ? link.url : undefined;
}

/** The address that is all of a line. */
function linkAlone(inlines: readonly MarkdownInline[]): MarkdownLink | undefined {
  const [only] = inlines;
  return inlines.length === 1 && only?.type === 'link' && only.kind === 'autolink' ? only : undefined;
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

/** What stands above the line that makes it a heading. Below a URL that line is a rule. */
function underlined(level: number, rest: readonly MarkdownInline[]): Mapped {
  if (rest.length > 0) return one({ type: 'heading', attrs: { level }, ...inline(rest) });
  return level === 2 ? one({ type: 'horizontalRule' }) : NOTHING;
}

function one(node: BlockNode): Mapped {
  return { nodes: [node], embeds: [] };
}

function wrap({ nodes, embeds }: Mapped, make: (content: readonly BlockNode[]) => BlockNode): Mapped {
  return { nodes: [make(nodes)], embeds };
}
