import type { MarkdownInline, MarkdownText } from '../tree.ts';

/**
 * One link of the chain of what has been read, newest first. Never changed: to go back to a moment is to take up its
 * cell again. Neighbouring cells of text share an index, because they are shown as one node.
 */
export type Cell = NodeCell | TextCell;

interface Link {
  /** The last cell with the index before this one's. */
  readonly before: Cell | null;
  readonly index: number;
  /** How deep the nodes in it are nested. */
  readonly depth: number;
}

interface NodeCell extends Link {
  readonly node: MarkdownInline;
}

interface TextCell extends Link {
  readonly node: null;
  /** The cell of the text right before this one, which is shown in the same node. */
  readonly previous: TextCell | null;
  readonly own: string;
  /**
   * The text of all cells with this index before this one. It is never looked into: V8 would copy all of it, and the chain
   * would hold a copy for each of its cells. `nodeOf` makes a separate text on each look.
   */
  readonly left: string;
}

export function textCell(tail: Cell | null, own: string): Cell {
  return tail === null || tail.node !== null
    ? { before: tail, index: indexAfter(tail), depth: 0, node: null, previous: null, own, left: '' }
    : {
        before: tail.before,
        index: tail.index,
        depth: 0,
        node: null,
        previous: tail,
        own,
        left: tail.left + tail.own,
      };
}

export function nodeCell(tail: Cell | null, node: MarkdownInline, depth: number): Cell {
  return { before: tail, index: indexAfter(tail), depth, node };
}

function indexAfter(cell: Cell | null): number {
  return cell === null ? 0 : cell.index + 1;
}

/** The node that a cell shows, with the text before it that has the same index. */
function nodeOf(cell: Cell): MarkdownInline {
  return cell.node ?? textNode(cell.left + cell.own);
}

function textNode(text: string): MarkdownText {
  return { type: 'text', text };
}

/** The nodes in a chain after a cell of text, and how deeply they are nested. Its cost is their number. */
export function contentSince(tail: Cell | null, stop: Cell): { nodes: MarkdownInline[]; depth: number } {
  const nodes: MarkdownInline[] = [];
  let depth = 0;
  let cell = tail;
  for (; cell !== null && cell.index > stop.index; cell = cell.before) {
    nodes.push(nodeOf(cell));
    depth = Math.max(depth, cell.depth);
  }
  const text = textSince(cell, stop);
  if (text !== '') nodes.push(textNode(text));
  return { nodes: nodes.reverse(), depth };
}

/** The text behind a cell that has the same index. */
function textSince(tail: Cell | null, stop: Cell): string {
  let text = '';
  let cell = tail;
  while (cell !== null && cell !== stop && cell.node === null) {
    text = cell.own + text;
    cell = cell.previous;
  }
  return text;
}

/** A live array of nodes that follows a chain. What both have in common is not touched. */
export class CellView {
  readonly nodes: MarkdownInline[] = [];
  private readonly cells: Cell[] = [];

  show(tail: Cell | null): readonly MarkdownInline[] {
    const { nodes, cells } = this;
    const length = indexAfter(tail);
    while (nodes.length > length) {
      nodes.pop();
      cells.pop();
    }
    for (let cell = tail; cell !== null && cells[cell.index] !== cell; cell = cell.before) {
      const node = nodeOf(cell);
      // From the end on, so that what is new is put at its place only once there is a place.
      while (nodes.length <= cell.index) {
        nodes.push(node);
        cells.push(cell);
      }
      nodes[cell.index] = node;
      cells[cell.index] = cell;
    }
    return this.nodes;
  }
}
