import { freezeInlines } from '../freeze.ts';
import type { MarkdownBlock, MarkdownTableRow } from '../tree.ts';

/** Freezes a leaf and all that is in it, but for the rows of a table of which one may still be exchanged. */
export function freezeBlock(block: MarkdownBlock, mentions: boolean): void {
  Object.freeze(block);
  if (block.type === 'paragraph' || block.type === 'heading') freezeInlines(block.children);
  if (block.type !== 'table') return;
  freezeRow(block.header);
  for (const row of block.rows) freezeRow(row);
  if (!mentions) Object.freeze(block.rows);
}

function freezeRow(row: MarkdownTableRow): void {
  for (const cell of row.cells) {
    freezeInlines(cell.children);
    Object.freeze(cell);
  }
  Object.freeze(row.cells);
  Object.freeze(row);
}
