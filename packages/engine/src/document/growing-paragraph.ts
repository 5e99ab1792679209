import type { MarkdownHeading, MarkdownInline, MarkdownLink, MarkdownParagraph } from '../markdown/tree.ts';
import type { EmbedList } from './embed-list.ts';
import { type ContentMark, GrowingContent } from './growing-content.ts';
import { urlEmbed } from './make-embed.ts';
import { isGeoAddress } from './map-address.ts';
import type { BlockNode } from './nodes.ts';

/** How it was after an inline. */
interface Step extends ContentMark {
  readonly inline: MarkdownInline;
  readonly nodes: number;
  readonly embeds: number;
  readonly content: GrowingContent;
  readonly lineFrom: number;
  readonly restFrom: number;
  readonly mayBeInside: boolean;
}

/**
 * The nodes of a text that grows at its end: a paragraph, or several when URLs stand on lines of their own in it; for a
 * text that a line below it made a heading, the last of them is that heading. Inlines that stay the same are mapped once.
 * Linear.
 */
export class GrowingParagraph {
  /** Live, as is the content of the last of them. */
  readonly nodes: BlockNode[] = [];
  /** How many embeds are among them. */
  embeds = 0;
  /** How many of the nodes are the same as before the last update. */
  kept = 0;
  private readonly steps: Step[] = [];
  /** Of the paragraph behind the last embed. */
  private content = new GrowingContent();
  /** The index of the first inline of the last line, and of the first one behind the last embed. */
  private lineFrom = 0;
  private restFrom = 0;
  /** True when the last line may turn out to stand inside something that a line above it opens. */
  private mayBeInside = false;
  /** True when a URL was left a link because of that. */
  private hasDoubt = false;
  private isOver = false;
  private readonly messageId: string;
  /** The index at which the paragraph begins. */
  readonly start: number;
  /** The index of its first embed. */
  readonly base: number;
  /** The list for URLs on lines of their own; null when they stay links. */
  private readonly list: EmbedList | null;
  private readonly level: number | null;

  constructor(
    messageId: string,
    start: number,
    base: number,
    list: EmbedList | null,
    level: number | null = null,
  ) {
    this.messageId = messageId;
    this.start = start;
    this.base = base;
    this.list = list;
    this.level = level;
  }

  /** Returns its nodes, for good. */
  finish(): { readonly nodes: readonly BlockNode[]; readonly embeds: number } {
    return { nodes: this.nodes.slice(), embeds: this.embeds };
  }

  /** Takes in the inlines as they are now: of a text that is over, of one whose last line is whole, or of one that grows. */
  update(block: MarkdownParagraph | MarkdownHeading, state: 'over' | 'whole' | 'open'): void {
    const { children } = block;
    let same = Math.min(this.steps.length, children.length);
    // Only the end changes, so what is the same there has the same before it.
    while (same > 0 && this.steps[same - 1]?.inline !== children[same - 1]) same--;
    this.isOver = state === 'over';
    if (this.isOver && this.hasDoubt) same = 0;
    this.goBack(same);
    this.kept = this.nodes.length;
    for (let i = same; i < children.length; i++) {
      const inline = children[i];
      if (inline !== undefined) this.take(inline);
    }
    if (this.isOver || (state === 'whole' && isAllOf(block))) this.takeUrl();
    this.pushLast();
  }

  private take(inline: MarkdownInline): void {
    if (isBreak(inline)) this.endLine(inline);
    else this.content.add(inline);
    const { content, lineFrom, restFrom, mayBeInside } = this;
    this.steps.push({
      inline,
      nodes: this.nodes.length,
      embeds: this.embeds,
      content,
      length: content.length,
      left: content.left,
      own: content.own,
      lineFrom,
      restFrom,
      mayBeInside,
    });
  }

  private endLine(end: MarkdownInline): void {
    const { steps, lineFrom } = this;
    const next = steps.length + 1;
    if (this.takeUrl()) this.restFrom = next;
    else {
      for (let i = lineFrom; i < steps.length && !this.mayBeInside; i++) {
        const inline = steps[i]?.inline;
        this.mayBeInside = inline !== undefined && mayOpen(inline);
      }
      this.content.add(end);
    }
    this.lineFrom = next;
  }

  /** Makes an embed of the last line, if all of it is a URL. What stood before it is a paragraph of its own. */
  private takeUrl(): boolean {
    const { steps, lineFrom, restFrom, messageId, list } = this;
    const only = steps.length === lineFrom + 1 ? steps[lineFrom]?.inline : undefined;
    const url = list === null || only === undefined ? undefined : addressOf(only);
    if (list === null || url === undefined) return false;
    if (this.mayBeInside && !this.isOver) {
      this.hasDoubt = true;
      return false;
    }
    const index = this.base + this.embeds;
    const embed = urlEmbed({ messageId, index, done: true }, url);
    if (embed === undefined) return false;
    // Without the break above the line.
    const before = lineFrom - 2 >= restFrom ? steps[lineFrom - 2] : undefined;
    if (before !== undefined) {
      // A copy: to go back to an earlier step needs the content as it is.
      const content = this.content.nodesAt(before);
      if (content.length > 0) this.nodes.push({ type: 'paragraph', content });
    }
    this.nodes.push({ type: 'embed', attrs: embed.attrs });
    list.put(index, embed);
    this.embeds++;
    this.content = new GrowingContent();
    this.restFrom = steps.length;
    return true;
  }

  /** Adds the text behind the last embed. A paragraph that says nothing, such as a link without text, is left out. */
  private pushLast(): void {
    const { level, nodes } = this;
    const content = this.content.nodes;
    if (level === null) {
      if (content.length > 0) nodes.push({ type: 'paragraph', content });
    } else if (this.restFrom < this.steps.length) {
      nodes.push({ type: 'heading', attrs: { level }, ...(content.length > 0 && { content }) });
      // Below a URL the line that makes a heading is a rule.
    } else if (level === 2) nodes.push({ type: 'horizontalRule' });
  }

  private goBack(count: number): void {
    const { steps, nodes } = this;
    while (steps.length > count) steps.pop();
    const step = steps[count - 1];
    while (nodes.length > (step?.nodes ?? 0)) nodes.pop();
    this.embeds = step?.embeds ?? 0;
    this.content = step?.content ?? new GrowingContent();
    if (step !== undefined) this.content.goBack(step);
    this.lineFrom = step?.lineFrom ?? 0;
    this.restFrom = step?.restFrom ?? 0;
    this.mayBeInside = step?.mayBeInside ?? false;
  }
}

/** The address that is all of a line. */
export function linkAlone(inlines: readonly MarkdownInline[]): MarkdownLink | undefined {
  const [only] = inlines;
  return inlines.length === 1 && only !== undefined && isAddress(only) ? only : undefined;
}

/** Tells whether an address is all there is of a text: a sign behind it may be there and not be shown yet. */
function isAllOf({ start, end, children }: MarkdownParagraph | MarkdownHeading): boolean {
  const [only] = children;
  if (children.length === 1 && only?.type === 'text') return only.text.length === end - start;
  return linkAlone(children)?.raw?.length === end - start;
}

/** The address that an inline is: a link that is written as its address, or a point, which Markdown takes for text. */
function addressOf(inline: MarkdownInline): string | undefined {
  if (isAddress(inline)) return inline.url;
  return inline.type === 'text' && isGeoAddress(inline.text) ? inline.text : undefined;
}

function isAddress(inline: MarkdownInline): inline is MarkdownLink {
  return inline.type === 'link' && inline.kind === 'autolink';
}

function isBreak({ type }: MarkdownInline): boolean {
  return type === 'softBreak' || type === 'hardBreak';
}

/** Tells whether a text has a sign that may still open something: then the lines below it may turn out to be inside. */
function mayOpen(inline: MarkdownInline): boolean {
  return inline.type === 'text' && /[*_~`<$[\\]/.test(inline.text);
}
