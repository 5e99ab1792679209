import { CODE, isSpaceOrTab } from '../characters.ts';
import type { MarkdownAlign } from '../tree.ts';
import type { Blocks } from './blocks.ts';
import type { Line } from './line.ts';
import { Table } from './table.ts';
import { countCells } from './table-row.ts';

/** Begins a table: a row of dashes under a line of a paragraph that has as many cells. */
export function startTable(blocks: Blocks, line: Line): 'none' | 'leaf' {
  const { paragraph } = blocks;
  if (line.isIndentedCode || line.isTooLong || paragraph === null || !isDelimiterRow(line)) return 'none';
  const align = line.text
    .slice(line.next)
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map(alignOf);
  const { header } = paragraph;
  if (header.isIndented || align.includes(undefined) || countCells(header.text) !== align.length)
    return 'none';
  if (header.isFirst) blocks.leaf = null;
  else paragraph.dropHeader();
  blocks.tick();
  const columns = Object.freeze(align.map((each) => each ?? null));
  const head = { text: header.text, start: header.start, startLine: line.number - 1, align: columns };
  blocks.openLeaf(line, () => new Table(head, line, blocks.context), head.startLine);
  return 'leaf';
}

/** Tells whether a line has nothing but dashes, colons and pipes. */
function isDelimiterRow(line: Line): boolean {
  let index = line.next;
  let hasPipe = false;
  for (; ; index++) {
    const code = line.code(index);
    if (code < 0) return hasPipe;
    if (code === CODE.pipe || code === CODE.colon) hasPipe = true;
    else if (code !== CODE.minus && !isSpaceOrTab(code)) return false;
  }
}

function alignOf(cell: string): MarkdownAlign | undefined {
  const [all, left, right] = /^\s*(:)?-+(:)?\s*$/.exec(cell) ?? [];
  if (all === undefined) return undefined;
  if (left !== undefined) return right === undefined ? 'left' : 'center';
  return right === undefined ? null : 'right';
}
