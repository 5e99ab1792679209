import type { BlockNode, InlineNode, MessageDoc } from '@millrace/engine/document';
import { childrenOf } from './children-of.ts';

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
  /** The target of each reference: the number of its note, and which of the references to it this one is. */
  readonly places: ReadonlyMap<FootnoteRefNode, { readonly number: number; readonly nth: number }>;
}

export const NO_FOOTNOTES: Footnotes = { notes: [], places: new Map() };

/** Tells whether two documents have the same numbers at the same references. Pure. */
export function samePlaces(a: Footnotes['places'], b: Footnotes['places']): boolean {
  if (a.size !== b.size) return false;
  for (const [node, { number, nth }] of a) {
    const other = b.get(node);
    if (other?.number !== number || other.nth !== nth) return false;
  }
  return true;
}

/** The footnotes of a document, numbered as they are referred to; references in notes count after those in the text. Pure. */
export function findFootnotes({ content }: MessageDoc): Footnotes {
  const all = content.flatMap(notesIn);
  if (all.length === 0) return NO_FOOTNOTES;
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

// A node that is the same has the same in it: of a text that grows only what is new is looked at.
const knownNotes = new WeakMap<BlockNode, readonly FootnoteNode[]>();
const knownReferences = new WeakMap<BlockNode, readonly FootnoteRefNode[]>();

function notesIn(block: BlockNode): readonly FootnoteNode[] {
  const known = knownNotes.get(block);
  if (known !== undefined) return known;
  const inside = childrenOf(block).flatMap(notesIn);
  const notes = block.type === 'footnote' ? [block, ...inside] : inside;
  knownNotes.set(block, notes);
  return notes;
}

/** The references in a block, but not those in notes. */
function referencesIn(block: BlockNode): readonly FootnoteRefNode[] {
  const known = knownReferences.get(block);
  if (known !== undefined) return known;
  const references = block.type === 'footnote' ? [] : ownReferences(block);
  knownReferences.set(block, references);
  return references;
}

function ownReferences(block: BlockNode): readonly FootnoteRefNode[] {
  return block.type === 'paragraph' || block.type === 'heading'
    ? (block.content ?? []).filter((node) => node.type === 'footnoteRef')
    : childrenOf(block).flatMap(referencesIn);
}
