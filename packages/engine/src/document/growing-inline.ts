import type { MarkdownInline } from '../markdown/tree.ts';
import { addInline } from './inline-nodes.ts';
import type { InlineNode } from './nodes.ts';

interface Step {
  readonly inline: MarkdownInline;
  /** How many nodes there were after it, and the last of them: the next one may have grown it. */
  readonly length: number;
  readonly last: InlineNode | undefined;
  /** How many line breaks had come. */
  readonly breaks: number;
}

/** The nodes of a text that grows at its end: inlines that stay the same are mapped once. */
export class GrowingInline {
  /** Live. */
  readonly nodes: InlineNode[] = [];
  private readonly steps: Step[] = [];

  /** Takes in the inlines as they are now. */
  update(inlines: readonly MarkdownInline[]): void {
    let same = Math.min(this.steps.length, inlines.length);
    // Only the end changes, so what is the same there has the same before it.
    while (same > 0 && this.steps[same - 1]?.inline !== inlines[same - 1]) same--;
    this.goBack(same);
    for (let i = same; i < inlines.length; i++) {
      const inline = inlines[i];
      if (inline === undefined) continue;
      addInline(inline, this.nodes);
      const breaks = this.breaks + (inline.type === 'softBreak' || inline.type === 'hardBreak' ? 1 : 0);
      this.steps.push({ inline, length: this.nodes.length, last: this.nodes.at(-1), breaks });
    }
  }

  /** How many line breaks are in it. */
  get breaks(): number {
    return this.steps.at(-1)?.breaks ?? 0;
  }

  private goBack(count: number): void {
    this.steps.length = count;
    const { length, last } = this.steps.at(-1) ?? { length: 0, last: undefined };
    this.nodes.length = length;
    if (last !== undefined) this.nodes[length - 1] = last;
  }
}
