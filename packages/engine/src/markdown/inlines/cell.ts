import type { MarkdownInline } from '../tree.ts';

/**
 * One link of the chain of what has been read, newest first. Never changed: to go back to a moment is to take up its
 * cell again. Neighbouring cells of text share an index, because they are shown as one node.
 */
export interface Cell {
  /** The last cell with the index before this one's. */
  readonly before: Cell | null;
  readonly index: number;
  /** Null for text. */
  readonly node: MarkdownInline | null;
  /** The text of all cells with this index up to here. */
  readonly text: string;
  /** How deep the nodes in it are nested. */
  readonly depth: number;
}

export function textCell(previous: Cell | null, own: string): Cell {
  return previous === null || previous.node !== null
    ? { before: previous, index: indexAfter(previous), node: null, text: own, depth: 0 }
    : {
        before: previous.before,
        index: previous.index,
        node: null,
        text: previous.text + own,
        depth: 0,
      };
}

export function nodeCell(previous: Cell | null, node: MarkdownInline, depth: number): Cell {
  return { before: previous, index: indexAfter(previous), node, text: '', depth };
}

function indexAfter(cell: Cell | null): number {
  return cell === null ? 0 : cell.index + 1;
}

/** What stands in a chain behind a cell of text in it, and how deep that is nested. */
export function contentSince(tail: Cell | null, stop: Cell): { nodes: MarkdownInline[]; depth: number } {
  const nodes: MarkdownInline[] = [];
  let depth = 0;
  let cell = tail;
  for (; cell !== null && cell.index > stop.index; cell = cell.before) {
    nodes.push(cell.node ?? { type: 'text', text: cell.text });
    depth = Math.max(depth, cell.depth);
  }
  const text = cell === null ? '' : cell.text.slice(stop.text.length);
  if (text !== '') nodes.push({ type: 'text', text });
  return { nodes: nodes.reverse(), depth };
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
      const node = cell.node ?? { type: 'text', text: cell.text };
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
