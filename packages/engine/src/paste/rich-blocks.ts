import type { Content } from '../content/content.ts';
import type { DocElement, DocNode } from '../document/doc-tree.ts';
import { isInline } from '../document/html-text.ts';
import type { BlockNode, ItemNode } from '../document/nodes.ts';
import { printBlocks } from '../document/print/print-blocks.ts';
import { keptText } from './make-embed.ts';
import { plainOf } from './plain-of.ts';
import { richInline } from './rich-inline.ts';
import { filledGrid, isTable, keptCell } from './sheet-grid.ts';

/** A document's tree as Markdown: texts are escaped where they would be markup. Pure. Linear. */
export function richMarkdown(nodes: readonly DocNode[]): string {
  const contents = new Map<string, Content>();
  const blocks = blocksOf(nodes, contents);
  return printBlocks(blocks, contents);
}

function blocksOf(nodes: readonly DocNode[], contents: Map<string, Content>): BlockNode[] {
  const blocks: BlockNode[] = [];
  let run: DocNode[] = [];
  const endRun = (): void => {
    const content = richInline(run);
    if (content.length > 0) blocks.push({ type: 'paragraph', content });
    run = [];
  };
  for (const node of nodes) {
    if (node.type === 'text' || isInline(node.name) || node.name === 'br') run.push(node);
    else {
      endRun();
      for (const block of blocksOfElement(node, contents)) blocks.push(block);
    }
  }
  endRun();
  return blocks;
}

function blocksOfElement(node: DocElement, contents: Map<string, Content>): readonly BlockNode[] {
  switch (node.name) {
    case 'hr':
      return [{ type: 'horizontalRule' }];
    case 'blockquote':
      return some(blocksOf(node.children, contents), (content) => ({ type: 'blockquote', content }));
    case 'ul':
    case 'ol':
      return some(itemsOf(node, contents), (content) =>
        node.name === 'ul'
          ? { type: 'bulletList', attrs: { tight: true }, content }
          : { type: 'orderedList', attrs: { tight: true, start: 1 }, content },
      );
    case 'pre':
      return embed('code', keptText(plainOf(node.children)).replace(/^\n/, '').replace(/\n$/, ''), contents);
    case 'table':
      return tableBlocks(node, contents);
    case 'p':
    case 'td':
    case 'th':
    case 'li':
    case 'tr':
      return blocksOf(node.children, contents);
    default:
      return headingOf(node);
  }
}

function headingOf({ name, children }: DocElement): readonly BlockNode[] {
  const level = Number(name.slice(1));
  const content = richInline(children, 'bold').map((node) =>
    node.type === 'hardBreak' ? ({ type: 'text', text: ' ' } as const) : node,
  );
  return content.length === 0 ? [] : [{ type: 'heading', attrs: { level }, content }];
}

function itemsOf({ children }: DocElement, contents: Map<string, Content>): ItemNode[] {
  return children.flatMap((item): ItemNode[] => {
    const content = blocksOf(item.type === 'element' ? item.children : [item], contents);
    return content.length === 0 ? [] : [{ type: 'listItem', content }];
  });
}

/** A table of one column is a way to place things; its cells are blocks. */
function tableBlocks(table: DocElement, contents: Map<string, Content>): readonly BlockNode[] {
  const rows = table.children.filter((row) => row.type === 'element');
  const cells = rows.map((row) => row.children.map((cell) => keptCell(plainOf([cell]).replace(/\s+/g, ' '))));
  const grid = filledGrid(cells);
  if (grid !== undefined && isTable(grid)) return embed('sheet', { grid }, contents);
  return rows.flatMap((row) => blocksOf(row.children, contents));
}

function embed(
  type: 'code' | 'sheet',
  content: Content,
  contents: Map<string, Content>,
): readonly BlockNode[] {
  const contentRef = `paste:${contents.size}`;
  contents.set(contentRef, content);
  return [{ type: 'embed', attrs: { id: contentRef, type, status: 'finished', contentRef } }];
}

function some<T>(content: readonly T[], make: (content: readonly T[]) => BlockNode): readonly BlockNode[] {
  return content.length === 0 ? [] : [make(content)];
}
