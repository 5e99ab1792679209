import {
  type BlockNode,
  type Content,
  contentGrid,
  contentText,
  type EmbedNode,
} from '@millrace/engine/document';
import { shownGrid } from '../../embeds/sheet/shown-grid.ts';
import { partIn } from './part-in.ts';

export interface EmbedPart {
  readonly nodes: readonly BlockNode[];
  /** The content of the part, where it is less than that of the embed. */
  readonly content?: Content;
}

const NOTHING: EmbedPart = { nodes: [] };

/**
 * The part of an embed that a selection covers: lines of a code, rows of a sheet below the names of its columns,
 * words of a document; of others all. A preview is only a beginning, so a selection that continues behind it has the rest too.
 */
export function embedPart(box: Element, node: EmbedNode, content: Content, range: Range): EmbedPart {
  const { type } = node.attrs;
  const place = PLACES[type];
  const inside = place === undefined ? null : box.querySelector(place);
  if (inside === null) return { nodes: [node] };
  if (!range.intersectsNode(inside)) return NOTHING;
  if (type === 'sheet')
    return sheetPart(inside, node, shownGrid(inside) ?? contentGrid(content) ?? [], range);
  return type === 'doc'
    ? { nodes: wordsIn(inside, range) }
    : codePart(inside, node, contentText(content), range);
}

/** The element that holds the content in a preview, for kinds that can be taken apart. */
const PLACES: Readonly<Partial<Record<string, string>>> = {
  code: 'pre',
  tool: 'pre',
  sheet: 'tbody',
  doc: '.mr-embed-text',
};

function codePart(pre: Element, node: EmbedNode, code: string, range: Range): EmbedPart {
  const text = code.slice(lengthBefore(pre, range), goesOn(pre, range) ? undefined : lengthUpTo(pre, range));
  return text.trim() === '' ? NOTHING : { nodes: [node], content: text.replace(/\n$/, '') };
}

function sheetPart(
  body: Element,
  node: EmbedNode,
  grid: readonly (readonly string[])[],
  range: Range,
): EmbedPart {
  const rows = [...body.children].flatMap((row, place) => (range.intersectsNode(row) ? [place] : []));
  const first = rows[0] ?? 0;
  const end = goesOn(body, range) ? grid.length : (rows.at(-1) ?? 0) + 1;
  // A table has the names of its columns first.
  const cells = [...grid.slice(0, 1), ...grid.slice(Math.max(first, 1), end)];
  return { nodes: [node], content: { grid: cells.map((row) => [...row]) } };
}

function wordsIn(text: Element, range: Range): BlockNode[] {
  return [...text.children].flatMap((line): BlockNode[] => {
    const words = range.intersectsNode(line) ? partIn(line, range).toString().trim() : '';
    return words === '' ? [] : [{ type: 'paragraph', content: [{ type: 'text', text: words }] }];
  });
}

/** Tells whether a selection continues behind an element. */
function goesOn(element: Element, range: Range): boolean {
  return range.comparePoint(element, element.childNodes.length) === 0;
}

function lengthBefore(element: Element, range: Range): number {
  if (!element.contains(range.startContainer)) return 0;
  const before = document.createRange();
  before.selectNodeContents(element);
  before.setEnd(range.startContainer, range.startOffset);
  return before.toString().length;
}

function lengthUpTo(element: Element, range: Range): number {
  const upTo = document.createRange();
  upTo.selectNodeContents(element);
  upTo.setEnd(range.endContainer, range.endOffset);
  return upTo.toString().length;
}
