import type { BlockNode, InlineNode, MessageDoc } from '@millrace/engine';

type Node<Type extends string> = (BlockNode | InlineNode) & { readonly type: Type };
export type FootnoteNode = Node<'footnote'>;
export type FootnoteRefNode = Node<'footnoteRef'>;

/** A footnote as it is drawn at the end of a message. */
export interface Footnote {
  readonly node: FootnoteNode;
  readonly number: number;
  /** How many references lead to it. */
  readonly uses: number;
}

export interface Footnotes {
  /** In the order of their first references; those without one are last. */
  readonly notes: readonly Footnote[];
  /** Where each reference leads: the number of its note, and which of the references to it this one is. */
  readonly places: ReadonlyMap<FootnoteRefNode, { readonly number: number; readonly nth: number }>;
}

const NONE: Footnotes = { notes: [], places: new Map() };

/** The footnotes of a document, numbered as they are referred to; references in notes count after those in the text. Pure. */
export function findFootnotes({ content }: MessageDoc): Footnotes {
  const all = content.flatMap(notesIn);
  if (all.length === 0) return NONE;
  const byLabel = new Map<string, FootnoteNode>();
  for (const node of all) {
    const name = nameOf(node);
    if (!byLabel.has(name)) byLabel.set(name, node);
  }
  const uses = new Map<FootnoteNode, number>();
  const numbers = new Map<FootnoteNode, number>();
  const places = new Map<FootnoteRefNode, { readonly number: number; readonly nth: number }>();
  function refer(reference: FootnoteRefNode): void {
    const node = byLabel.get(nameOf(reference));
    if (node === undefined) return;
    const number = numbers.get(node) ?? numbers.size + 1;
    numbers.set(node, number);
    const nth = (uses.get(node) ?? 0) + 1;
    uses.set(node, nth);
    places.set(reference, { number, nth });
  }
  for (const block of content) for (const reference of referencesIn(block)) refer(reference);
  // A note that is read here may refer to another, which then joins at the end.
  for (const node of numbers.keys())
    for (const block of node.content) for (const reference of referencesIn(block)) refer(reference);
  for (const node of all) if (!numbers.has(node)) numbers.set(node, numbers.size + 1);
  const notes = Array.from(numbers, ([node, number]) => ({ node, number, uses: uses.get(node) ?? 0 }));
  return { notes, places };
}

/** Labels are compared without regard to case. */
function nameOf({ attrs }: FootnoteNode | FootnoteRefNode): string {
  return attrs.label.toLowerCase().toUpperCase();
}

function notesIn(block: BlockNode): FootnoteNode[] {
  const inside = childrenOf(block).flatMap(notesIn);
  return block.type === 'footnote' ? [block, ...inside] : inside;
}

/** The references in a block, but not those in notes. */
function referencesIn(block: BlockNode): FootnoteRefNode[] {
  if (block.type === 'footnote') return [];
  if (block.type === 'paragraph' || block.type === 'heading')
    return (block.content ?? []).filter((node) => node.type === 'footnoteRef');
  return childrenOf(block).flatMap(referencesIn);
}

function childrenOf(block: BlockNode): readonly BlockNode[] {
  switch (block.type) {
    case 'blockquote':
    case 'footnote':
      return block.content;
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return block.content.flatMap((item) => item.content);
    default:
      return [];
  }
}
