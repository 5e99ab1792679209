import type { BlockNode, Content, InlineNode, ItemNode } from '@millrace/engine';
import { cutInline } from './cut-inline.ts';
import { inlinePlaces } from './inline-places.ts';
import { partIn } from './part-in.ts';

/** What a selection covers: nodes that are covered whole as they are, others with what is covered of them. */
export interface Selected {
  readonly nodes: readonly BlockNode[];
  /** Of embeds that are covered in part. */
  readonly contents: ReadonlyMap<string, Content>;
}

/** The blocks below an element that a selection covers. The elements lead to their nodes by their places. */
export function selectedBlocks(root: Element, blocks: readonly BlockNode[], range: Range): Selected {
  const contents = new Map<string, Content>();
  return { nodes: blocksIn(root, blocks, range, contents), contents };
}

type Cut = Map<string, Content>;

function blocksIn(parent: Element, blocks: readonly BlockNode[], range: Range, cut: Cut): BlockNode[] {
  return placesIn(parent, range).flatMap(({ element, at }) => {
    const node = blocks[at];
    if (node === undefined) return [];
    if (node.type === 'embed') return embedsIn(element, blocks, at, range, cut);
    return isWhole(element, range) ? [node] : partOf(element, node, range, cut);
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
    const text = textIn(box.querySelector('pre') ?? box, range);
    if (text.trim() === '') return [];
    if (node.attrs.type !== 'code') return [{ type: 'paragraph', content: textNodes(text) }];
    const contentRef = `selection:${cut.size}`;
    cut.set(contentRef, text.replace(/\n$/, ''));
    return [{ ...node, attrs: { ...node.attrs, contentRef } }];
  });
}

function placesIn(parent: Element, range: Range): { readonly element: Element; readonly at: number }[] {
  return [...parent.children].flatMap((element) => {
    const at = element.getAttribute('data-at');
    return at === null || !range.intersectsNode(element) ? [] : [{ element, at: Number(at) }];
  });
}

/** Whether a selection has all the text of an element: a space more or less at its ends does not count. */
function isWhole(element: Element, range: Range): boolean {
  const all = document.createRange();
  all.selectNodeContents(element);
  return partIn(element, range).toString().trim() === all.toString().trim();
}

/** What can be read of an element in a selection: what is hidden is none of its text. */
function textIn(element: Element, range: Range): string {
  const part = partIn(element, range).cloneContents();
  for (const other of part.querySelectorAll('[hidden]')) other.remove();
  return part.textContent ?? '';
}

const textNodes = (text: string): InlineNode[] => (text === '' ? [] : [{ type: 'text', text }]);
