import { normalizeLabel } from './link-target.ts';
import type { MarkdownBlock, MarkdownFootnoteDefinition, MarkdownTree } from './tree.ts';

/** The footnotes of a tree, numbered as they are referred to. */
export class Footnotes {
  /** Those that are referred to, in that order. */
  readonly used: MarkdownFootnoteDefinition[] = [];
  private readonly byLabel = new Map<string, MarkdownFootnoteDefinition>();
  private readonly references = new Map<MarkdownFootnoteDefinition, { number: number; count: number }>();

  constructor(tree: MarkdownTree) {
    this.collect(tree.children);
  }

  /** Counts one more reference; undefined when nothing has that label. */
  refer(label: string): { readonly number: number; readonly count: number } | undefined {
    const note = this.byLabel.get(normalizeLabel(label));
    if (note === undefined) return undefined;
    let reference = this.references.get(note);
    if (reference === undefined) {
      reference = { number: this.used.push(note), count: 0 };
      this.references.set(note, reference);
    }
    reference.count++;
    return reference;
  }

  referencesTo(note: MarkdownFootnoteDefinition): number {
    return this.references.get(note)?.count ?? 0;
  }

  private collect(blocks: readonly MarkdownBlock[]): void {
    for (const block of blocks) {
      if (block.type === 'footnoteDefinition') {
        const label = normalizeLabel(block.label);
        if (!this.byLabel.has(label)) this.byLabel.set(label, block);
      }
      const isContainer = block.type === 'blockQuote' || block.type === 'list' || block.type === 'listItem';
      if (isContainer || block.type === 'footnoteDefinition') this.collect(block.children);
    }
  }
}

/** A label as a part of an id. */
export function footnoteName(label: string): string {
  return encodeURIComponent(
    label.replace(/[\uD800-\uDFFF]/g, (half, at: number) => loneOrHalf(label, half, at)),
  );
}

function loneOrHalf(text: string, half: string, at: number): string {
  const isHigh = half < '\uDC00';
  const other = text.charCodeAt(isHigh ? at + 1 : at - 1) & 0xfc00;
  return other === (isHigh ? 0xdc00 : 0xd800) ? half : '\uFFFD';
}
