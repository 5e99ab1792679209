import type { BlockNode, Content, ItemNode } from '@millrace/engine/document';
import { findFootnotes } from '../find-footnotes.ts';
import { cutInline } from './cut-inline.ts';
import { embedPart } from './embed-part.ts';
import { inlinePlaces } from './inline-places.ts';
import { partIn } from './part-in.ts';

/** The nodes that a selection covers: whole ones as they are, others with the part that is covered. */
export interface Selected {
  readonly nodes: readonly BlockNode[];
  /** Of embeds that are covered in part. */
  readonly contents: ReadonlyMap<string, Content>;
}

/** The blocks below an element that a selection covers. The elements lead to their nodes by their places. */
export function selectedBlocks(root: Element, { nodes, contents }: Selected, range: Range): Selected {
  const cut: Cut = { all: contents, parts: new Map() };
  return {
    nodes: [...blocksIn(root, nodes, range, cut), ...notesIn(root, nodes, range, cut)],
    contents: cut.parts,
  };
}

interface Cut {
  /** The contents of all embeds of the document. */
  readonly all: ReadonlyMap<string, Content>;
  /** Of those that are covered in part. */
  readonly parts: Map<string, Content>;
}

function blocksIn(parent: Element, blocks: readonly BlockNode[], range: Range, cut: Cut): BlockNode[] {
  return placesIn(parent, range).flatMap(({ element, at }) => {
    const node = blocks[at];
    if (node === undefined) return [];
    if (node.type === 'embed') return embedsIn(element, blocks, at, range, cut);
    return isWhole(element, range) ? [node] : partOf(element, node, range, cut);
  });
}

/** Footnotes stand at the end, wherever they were written. */
function notesIn(root: Element, nodes: readonly BlockNode[], range: Range, cut: Cut): BlockNode[] {
  const drawn = [...root.querySelectorAll(':scope > .mr-footnotes > ol > li')];
  if (!drawn.some((item) => range.intersectsNode(item))) return [];
  const { notes } = findFootnotes({ type: 'doc', content: nodes });
  return drawn.flatMap((item, place): BlockNode[] => {
    const node = notes[place]?.node;
    const content = node === undefined ? [] : blocksIn(item, node.content, range, cut);
    return node === undefined || content.length === 0 ? [] : [{ ...node, content }];
  });
}

function partOf(element: Element, node: BlockNode, range: Range, cut: Cut): BlockNode[] {
  switch (node.type) {
    case 'paragraph':
    case 'heading': {
      const { from, to } = inlinePlaces(element, range);
      const content = cutInline(node.content ?? [], from, to);
      return content.length === 0 ? [] : [{ ...node, content }];
    }
    case 'blockquote': {
      const content = blocksIn(element, node.content, range, cut);
      return content.length === 0 ? [] : [{ ...node, content }];
    }
    case 'bulletList':
    case 'taskList':
    case 'orderedList': {
      const content = itemsIn(element, node.content, range, cut);
      return content.length === 0 ? [] : [{ ...node, content }];
    }
    default:
      // A selection that ends right before it has nothing of it.
      return partIn(element, range).collapsed ? [] : [node];
  }
}

function itemsIn(parent: Element, items: readonly ItemNode[], range: Range, cut: Cut): ItemNode[] {
  return placesIn(parent, range).flatMap(({ element, at }) => {
    const item = items[at];
    if (item === undefined || isWhole(element, range)) return item ?? [];
    const content = blocksIn(element, item.content, range, cut);
    return content.length === 0 ? [] : [{ ...item, content }];
  });
}

/** Embeds that stand together are in one element, from a place on, each in its own. */
function embedsIn(
  place: Element,
  blocks: readonly BlockNode[],
  from: number,
  range: Range,
  cut: Cut,
): BlockNode[] {
  const named = [...place.querySelectorAll('[data-embed]')];
  const boxes = named.length > 0 ? named : [...(place.querySelector('.mr-embeds')?.children ?? [])];
  return boxes.flatMap((box, i): BlockNode[] => {
    const node = blocks[from + i];
    if (node?.type !== 'embed' || !range.intersectsNode(box)) return [];
    if (isWhole(box, range)) return [node];
    const { nodes, content } = embedPart(box, node, cut.all.get(node.attrs.contentRef) ?? '', range);
    if (content === undefined) return [...nodes];
    const contentRef = `selection:${cut.parts.size}`;
    cut.parts.set(contentRef, content);
    return [{ ...node, attrs: { ...node.attrs, contentRef } }];
  });
}

function placesIn(parent: Element, range: Range): { readonly element: Element; readonly at: number }[] {
  return [...parent.children].flatMap((element) => {
    const at = element.getAttribute('data-at');
    return at === null || !range.intersectsNode(element) ? [] : [{ element, at: Number(at) }];
  });
}

/** Tells whether a selection has all the text of an element: a space more or less at its ends does not count. */
function isWhole(element: Element, range: Range): boolean {
  const all = document.createRange();
  all.selectNodeContents(element);
  return partIn(element, range).toString().trim() === all.toString().trim();
}
