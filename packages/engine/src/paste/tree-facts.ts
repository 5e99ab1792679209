import type { DocNode } from '../document/doc-tree.ts';
import { isInline } from '../document/html-text.ts';
import { plainOf } from './plain-of.ts';

/** Tells whether a document says no more than its text: paragraphs without marks, links that show their address. Pure. Linear. */
export function isBare(nodes: readonly DocNode[]): boolean {
  return nodes.every((node) => {
    if (node.type === 'text' || node.name === 'br') return true;
    if (node.name === 'a') return node.href === undefined || plainOf(node.children).trim() === node.href;
    return node.name === 'p' && isBare(node.children);
  });
}

/** Tells whether a document has more words than so many. It reads no further than that. Pure. */
export function hasMoreWords(nodes: readonly DocNode[], most: number): boolean {
  const counter = { left: most, isInWord: false };
  count(nodes, counter);
  return counter.left < 0;
}

function count(nodes: readonly DocNode[], counter: { left: number; isInWord: boolean }): void {
  for (const node of nodes) {
    if (counter.left < 0) return;
    if (node.type === 'text') countText(node.text, counter);
    else {
      const isBlock = !isInline(node.name);
      if (isBlock) counter.isInWord = false;
      count(node.children, counter);
      if (isBlock) counter.isInWord = false;
    }
  }
}

function countText(text: string, counter: { left: number; isInWord: boolean }): void {
  for (const [part] of text.matchAll(/\s+|\S+/g)) {
    const isWord = part.trim() !== '';
    if (isWord && !counter.isInWord && --counter.left < 0) return;
    counter.isInWord = isWord;
  }
}

/** A title is short, and there may be spaces before it. */
const TITLE = 2000;

/** The first heading, else how the text begins. Pure. Linear. */
export function titleIn(nodes: readonly DocNode[]): string {
  const heading = nodes.find((node) => node.type === 'element' && /^h[1-6]$/.test(node.name));
  for (const node of heading === undefined ? nodes : [heading]) {
    const text = plainOf([node], TITLE).trim();
    if (text !== '') return text;
  }
  return '';
}
