import { CODE, isLetter } from '../characters.ts';
import { cutTo } from '../cut-to.ts';
import type { InlineContext } from '../inlines/inline-context.ts';
import { normalizeLabel } from '../link-target.ts';
import type { MarkdownBlock, MarkdownLinkDefinition, MarkdownTree } from '../tree.ts';
import { Container, type Marker } from './container.ts';
import { freezeBlock } from './freeze-block.ts';
import type { Finished, Leaf } from './leaf.ts';
import { Line } from './line.ts';
import { Paragraph } from './paragraph.ts';
import { Place } from './place.ts';
import type { References } from './references.ts';
import { readTask } from './task.ts';

/** Blocks are nested at most this deep; markers that would go deeper are text. */
const DEPTH_LIMIT = 100;

export interface BlockContext extends InlineContext {
  readonly references: References;
  readonly starts: readonly BlockStart[];
}

/** Tries to begin a block where a line stands. */
export type BlockStart = (blocks: Blocks, line: Line) => 'none' | 'container' | 'leaf';

/**
 * The open blocks: containers from the document inwards, and the leaf in the innermost. Each line is taken in once. A fork
 * takes in a line that is not complete, for a look, and leaves this as it is; what the two share only grows.
 */
export class Blocks {
  readonly containers: Container[];
  leaf: Leaf | null = null;
  /** How many containers go on in the line at hand. */
  private matched = 1;
  private lineNumber = 0;

  readonly context: BlockContext;
  /** True when what is finished is only shown. */
  private readonly isFork: boolean;

  private constructor(context: BlockContext, containers: Container[], isFork: boolean) {
    this.context = context;
    this.containers = containers;
    this.isFork = isFork;
  }

  /** A document with nothing in it. `onExchange` hears of finished blocks at its top that are exchanged. */
  static empty(context: BlockContext, onExchange: (index: number) => void): Blocks {
    const place = new Place(null, [], onExchange);
    const document = new Container({ type: 'document' }, 0, 0, 0, place);
    return new Blocks(context, [document], false);
  }

  fork(): Blocks {
    const copies: Container[] = [];
    for (const container of this.containers) copies.push(container.copy());
    const fork = new Blocks(this.context, copies, true);
    fork.leaf = this.leaf?.fork() ?? null;
    fork.lineNumber = this.lineNumber;
    return fork;
  }

  /** Takes in a line, or what there is of it. Returns whether more of it can only be more text of the leaf. */
  take(text: string, offset: number): boolean {
    const line = new Line(text, offset, this.lineNumber + 1);
    this.lineNumber++;
    this.matched = this.continueContainers(line);
    const isInside = this.matched === this.containers.length;
    if (!(isInside && this.leaf?.takesRaw(line)) && !this.openBlocks(line)) this.addText(line);
    this.drain();
    return !line.reachedEnd && this.leaf !== null;
  }

  /** Tells whether it is clear without a look that more of a line can only be text: a letter begins no marker. */
  isText(text: string): boolean {
    const code = text.charCodeAt(0);
    const isRow = code === CODE.pipe && this.leaf?.type === 'table';
    return (isRow || beginsText(code)) && this.leaf?.type !== 'math';
  }

  /** Takes in more of a line of which more can only be text. */
  more(text: string): void {
    this.leaf?.more(text);
    this.drain();
  }

  endOfLine(): void {
    if (this.leaf?.endOfLine()) this.finishLeaf();
  }

  /** The tree if the text ended here. */
  show(): MarkdownTree {
    let blocks = this.showLeaf();
    this.context.references.settle(this.context);
    for (let i = this.containers.length - 1; i >= 0; i--) {
      const container = this.containers[i];
      if (container === undefined) break;
      const { children } = container;
      cutTo(children, container.count);
      for (const block of blocks) children.push(block);
      const end = Math.max(container.end, blocks.at(-1)?.end ?? 0);
      if (container.type === 'document') return { type: 'document', children };
      blocks = [container.node(end)];
    }
    return { type: 'document', children: [] };
  }

  /** The text has ended. */
  finish(): MarkdownTree {
    this.finishLeaf();
    while (this.containers.length > 1) this.closeContainer();
    const { children, count } = this.top;
    cutTo(children, count);
    this.context.references.finish(this.context);
    return Object.freeze({ type: 'document', children: Object.freeze(children) });
  }

  /** The blocks of the leaf. A definition that may still grow counts for the tree, also in the text behind it. */
  private showLeaf(): readonly MarkdownBlock[] {
    const blocks = this.leaf?.show() ?? [];
    if (blocks[0]?.type !== 'linkDefinition') return blocks;
    const { references } = this.context;
    for (const block of blocks) {
      if (block.type !== 'linkDefinition') continue;
      const { label, url, title } = block;
      references.preview(normalizeLabel(label), { url, title });
    }
    const last = blocks.at(-1);
    const text = this.anyParagraph?.text?.inlines;
    if (last === undefined || !('children' in last) || text === undefined) return blocks;
    const children = references.readForNow(text, this.context);
    // With a text behind it, the last block is a paragraph or a heading.
    return children === undefined ? blocks : [...blocks.slice(0, -1), { ...last, children } as MarkdownBlock];
  }

  get top(): Container {
    const top = this.containers[this.containers.length - 1];
    if (top === undefined) throw new Error('The document is always open.');
    return top;
  }

  /** The container in which a new block would stand. */
  get parent(): Container {
    return this.containers[this.matched - 1] ?? this.top;
  }

  /** The paragraph that a line would go on with, when all containers do. */
  get paragraph(): Paragraph | null {
    return this.matched === this.containers.length ? this.anyParagraph : null;
  }

  /** The paragraph that a line may go on with, also lazily. */
  get anyParagraph(): Paragraph | null {
    return this.leaf instanceof Paragraph ? this.leaf : null;
  }

  /** True when only the document is open. */
  get areClosed(): boolean {
    return this.leaf === null && this.containers.length === 1;
  }

  get isTooDeep(): boolean {
    return this.matched >= DEPTH_LIMIT;
  }

  open(marker: Marker, line: Line, start: number): void {
    this.closeUnmatched();
    this.finishLeaf();
    if (this.top.type === 'list' && marker.type !== 'listItem') this.closeContainer();
    this.beginChild(line.number);
    const place = new Place(this.top.place, []);
    place.start = start;
    this.containers.push(new Container(marker, start, line.end, line.number, place));
    this.matched = this.containers.length;
    if (marker.type === 'footnoteDefinition') this.defineFootnote(normalizeLabel(`^${marker.label}`));
  }

  /** Makes the leaf only now, because the blocks that it closes may define a label. */
  openLeaf(line: Line, create: () => Leaf, startLine = line.number): void {
    this.makeRoom(startLine);
    this.leaf = create();
  }

  /** Adds a block that is one line. */
  addBlock(block: MarkdownBlock, line: Line): void {
    this.makeRoom(line.number);
    this.push(Object.freeze(block), line.number);
  }

  /** Ends what does not go on, so that a block can begin on a line. */
  private makeRoom(startLine: number): void {
    this.closeUnmatched();
    this.finishLeaf();
    if (this.top.type === 'list') this.closeContainer();
    this.beginChild(startLine);
  }

  finishLeaf(): void {
    const { leaf } = this;
    if (leaf === null) return;
    this.leaf = null;
    const { blocks, mentions } = leaf.finish();
    for (const block of blocks) this.push(block, leaf.endLine);
    const place = new Place(this.top.place, []);
    place.index = this.top.count - 1;
    place.node = blocks.at(-1) ?? null;
    this.mention(mentions, place);
    if (!this.isFork) for (const block of blocks) this.freeze(block, place);
    this.define(blocks);
  }

  private mention(mentionsAt: Finished['mentions'], place: Place): void {
    const { references } = this.context;
    if (this.isFork) {
      references.mentionForNow(() => mentionsAt(place));
      return;
    }
    const mentions = mentionsAt(place);
    if (mentions.length > 0) place.mark();
    for (const mention of mentions) references.mention(mention);
  }

  private freeze(block: MarkdownBlock, place: Place): void {
    freezeBlock(block, place.mentions);
    if (block.type === 'table' && place.mentions) this.context.references.keepLoose(block.rows);
  }

  private define(blocks: readonly MarkdownBlock[]): void {
    const { references } = this.context;
    for (const block of blocks) {
      if (block.type !== 'linkDefinition') continue;
      const { label, url, title } = block;
      if (this.isFork) references.preview(normalizeLabel(label), { url, title });
      else references.defineLink(normalizeLabel(label), { url, title });
    }
  }

  private defineFootnote(label: string): void {
    const { references } = this.context;
    if (this.isFork) references.preview(label, 'footnote');
    else references.defineFootnote(label);
  }

  private drain(): void {
    const definitions: readonly MarkdownLinkDefinition[] = this.leaf?.drain() ?? [];
    if (definitions.length === 0) return;
    for (const each of definitions) this.push(each, this.lineNumber - 1);
    if (!this.isFork) for (const each of definitions) Object.freeze(each);
    this.define(definitions);
    this.anyParagraph?.readAgain();
  }

  private continueContainers(line: Line): number {
    const { containers } = this;
    for (let i = 1; i < containers.length; i++) {
      const container = containers[i];
      const isEmpty = i === containers.length - 1 && container?.count === 0 && this.leaf === null;
      if (container !== undefined && !container.goesOn(line, isEmpty)) return i;
    }
    return containers.length;
  }

  /** Begins blocks as long as the line has markers. Returns whether nothing of it is left. */
  private openBlocks(line: Line): boolean {
    while (!line.isBlank) {
      if (!line.isIndentedCode && beginsText(line.nextCode)) return false;
      let outcome: ReturnType<BlockStart> = 'none';
      for (const start of this.context.starts) {
        outcome = start(this, line);
        if (outcome !== 'none') break;
      }
      if (outcome !== 'container') return outcome === 'leaf';
    }
    return false;
  }

  private addText(line: Line): void {
    const isLazy = this.matched < this.containers.length && this.anyParagraph !== null && !line.isBlank;
    if (!isLazy) this.closeUnmatched();
    if (line.isBlank) {
      if (this.leaf !== null) this.finishLeaf();
    } else if (this.leaf?.type === 'paragraph' || this.leaf?.type === 'table') this.leaf.take(line);
    else {
      this.makeRoom(line.number);
      const { type, count, endLine } = this.top;
      const mayHaveBox = this.context.gfm && type === 'listItem' && count === 0 && endLine === line.number;
      this.leaf = Paragraph.at(line, this.context, mayHaveBox ? readTask(line) : undefined);
    }
    this.tick();
  }

  /** Takes over the box that the first text of an item has. */
  tick(): void {
    const { anyParagraph, top } = this;
    if (top.type === 'listItem' && top.count === 0) top.checked = anyParagraph?.checked ?? null;
  }

  private closeUnmatched(): void {
    if (this.matched < this.containers.length) this.finishLeaf();
    while (this.matched < this.containers.length) this.closeContainer();
  }

  private closeContainer(): void {
    const container = this.containers.pop();
    if (container === undefined || container.type === 'document') return;
    this.matched = Math.min(this.matched, this.containers.length);
    const { children, place } = container;
    cutTo(children, container.count);
    const node = container.node(container.end);
    if (!this.isFork) {
      place.node = node;
      place.index = this.top.count;
      Object.freeze(node);
      if (place.mentions) this.context.references.keepLoose(children);
      else Object.freeze(children);
    }
    this.push(node, container.endLine);
  }

  private push(block: MarkdownBlock, endLine: number): void {
    const { top } = this;
    cutTo(top.children, top.count);
    top.children.push(block);
    top.count++;
    top.endLine = Math.max(top.endLine, endLine);
    top.end = Math.max(top.end, block.end);
  }

  /** A list is loose when an empty line stands between two of its items, or between two blocks of an item. */
  private beginChild(startLine: number): void {
    const { top } = this;
    if (top.count === 0 || top.endLine >= startLine - 1) return;
    const list = top.type === 'list' ? top : this.containers[this.containers.length - 2];
    if (list?.type === 'list' && (top.type === 'list' || top.type === 'listItem')) list.isTight = false;
  }
}

/** No marker begins with a letter. */
function beginsText(code: number): boolean {
  return isLetter(code) || code >= 0x80;
}
