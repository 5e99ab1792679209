import type {
  MarkdownBlock,
  MarkdownCodeBlock,
  MarkdownInline,
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
    if (block.type !== 'paragraph') return this.map(block, before);
    return this.once(block, () => this.growingLine(block) ?? this.lines(block));
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
    const grid = done ? tableGrid(block) : this.growingGrid(block);
    if (done) this.openGrids.delete(block.start);
    if (grid.length === 0) return NOTHING;
    return this.embedded(sheetEmbed(this.place(done), grid, titleAbove(before)));
  }

  /** The rows of an open table that are whole. Live: only those that are new are added. */
  private growingGrid({ header, rows, start }: MarkdownTable): string[][] {
    const grid = this.openGrids.get(start) ?? [];
    this.openGrids.set(start, grid);
    for (;;) {
      const row = grid.length === 0 ? header : rows[grid.length - 1];
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

/** The cells of a table as they were written. */
export function tableGrid({ header, rows }: MarkdownTable): string[][] {
  return [header, ...rows].map(({ cells }) => cells.map(({ source }) => source));
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
