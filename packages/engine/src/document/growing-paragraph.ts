import type { MarkdownInline } from '../markdown/tree.ts';
import type { EmbedList } from './embed-list.ts';
import { addInline } from './inline-nodes.ts';
import { urlEmbed } from './make-embed.ts';
import type { BlockNode, InlineNode } from './nodes.ts';

/** How it was after an inline. */
interface Step {
  readonly inline: MarkdownInline;
  readonly nodes: number;
  readonly embeds: number;
  readonly content: InlineNode[];
  readonly length: number;
  /** The last of the content: the next inline may have grown it. */
  readonly last: InlineNode | undefined;
  readonly lineFrom: number;
}

/**
 * What comes of a paragraph that grows at its end: one node, or several when URLs stand on lines of their own in it.
 * Inlines that stay the same are mapped once. Linear.
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
  private content: InlineNode[] = [];
  /** The index of the first inline of the last line. */
  private lineFrom = 0;
  private readonly messageId: string;
  /** Where the paragraph begins. */
  readonly start: number;
  /** The index of its first embed. */
  readonly base: number;
  /** Where URLs on lines of their own go; null when they stay links. */
  private readonly list: EmbedList | null;

  constructor(messageId: string, start: number, base: number, list: EmbedList | null) {
    this.messageId = messageId;
    this.start = start;
    this.base = base;
    this.list = list;
  }

  /** What has come of it, for good. */
  finish(): { readonly nodes: readonly BlockNode[]; readonly embeds: number } {
    return { nodes: this.nodes.slice(), embeds: this.embeds };
  }

  /** Takes in the inlines as they are now. `isWhole` says that the last line is. */
  update(inlines: readonly MarkdownInline[], isWhole: boolean): void {
    let same = Math.min(this.steps.length, inlines.length);
    // Only the end changes, so what is the same there has the same before it.
    while (same > 0 && this.steps[same - 1]?.inline !== inlines[same - 1]) same--;
    this.goBack(same);
    this.kept = this.nodes.length;
    for (let i = same; i < inlines.length; i++) {
      const inline = inlines[i];
      if (inline !== undefined) this.take(inline);
    }
    if (!(isWhole && this.takeUrl())) this.pushText(this.content);
  }

  private take(inline: MarkdownInline): void {
    const isBreak = inline.type === 'softBreak';
    if (!(isBreak && this.takeUrl())) addInline(inline, this.content);
    if (isBreak) this.lineFrom = this.steps.length + 1;
    const { content, lineFrom } = this;
    this.steps.push({
      inline,
      nodes: this.nodes.length,
      embeds: this.embeds,
      content,
      length: content.length,
      last: content[content.length - 1],
      lineFrom,
    });
  }

  /** Makes an embed of the last line, if all of it is a URL. What stood before it is a paragraph of its own. */
  private takeUrl(): boolean {
    const { steps, lineFrom, messageId, list } = this;
    const only = steps.length === lineFrom + 1 ? steps[lineFrom]?.inline : undefined;
    if (list === null || only?.type !== 'link' || only.kind !== 'autolink') return false;
    const index = this.base + this.embeds;
    const embed = urlEmbed({ messageId, index, done: true }, only.url);
    if (embed === undefined) return false;
    const before = steps[lineFrom - 2];
    if (before !== undefined && before.content === this.content) {
      // A copy: to go back to an earlier step needs the content as it is.
      const content = this.content.slice(0, before.length);
      if (before.last !== undefined) content[before.length - 1] = before.last;
      this.pushText(content);
    }
    this.nodes.push({ type: 'embed', attrs: embed.attrs });
    list.put(index, embed);
    this.embeds++;
    this.content = [];
    return true;
  }

  /** A paragraph that says nothing, such as a link without text, is none. */
  private pushText(content: readonly InlineNode[]): void {
    if (content.length > 0) this.nodes.push({ type: 'paragraph', content });
  }

  private goBack(count: number): void {
    const { steps, nodes } = this;
    while (steps.length > count) steps.pop();
    const step = steps[count - 1];
    while (nodes.length > (step?.nodes ?? 0)) nodes.pop();
    this.embeds = step?.embeds ?? 0;
    const content = step?.content ?? [];
    while (content.length > (step?.length ?? 0)) content.pop();
    if (step?.last !== undefined) content[content.length - 1] = step.last;
    this.content = content;
    this.lineFrom = step?.lineFrom ?? 0;
  }
}
