import type { MarkdownInline } from '../markdown/tree.ts';
import type { InlineNode, Mark, TextNode } from './nodes.ts';

/** Inlines as TipTap wants them: flat, with marks on text. Neighbours with the same marks are one node. Pure. */
export function toInlineNodes(inlines: readonly MarkdownInline[]): InlineNode[] {
  const nodes: InlineNode[] = [];
  collect(inlines, NO_MARKS, nodes);
  return nodes;
}

/** Tells whether two neighbours are one text, because they have the same marks. */
export function isOneText(last: InlineNode | undefined, next: TextNode): last is TextNode {
  return last?.type === 'text' && sameMarks(last.marks ?? NO_MARKS, next.marks ?? NO_MARKS);
}

function collect(inlines: readonly MarkdownInline[], marks: readonly Mark[], nodes: InlineNode[]): void {
  for (const inline of inlines) add(inline, marks, nodes);
}

function add(inline: MarkdownInline, marks: readonly Mark[], nodes: InlineNode[]): void {
  switch (inline.type) {
    case 'text':
      addText(inline.text, marks, nodes);
      break;
    case 'softBreak':
      addText('\n', marks, nodes);
      break;
    case 'hardBreak':
      nodes.push({ type: 'hardBreak' });
      break;
    case 'emphasis':
      collect(inline.children, withMark(marks, ITALIC), nodes);
      break;
    case 'strong':
      collect(inline.children, withMark(marks, BOLD), nodes);
      break;
    case 'strikethrough':
      collect(inline.children, withMark(marks, STRIKE), nodes);
      break;
    case 'code':
      addText(inline.text, withMark(marks, CODE), nodes);
      break;
    case 'link': {
      const { url: href, title } = inline;
      collect(inline.children, withMark(marks, { type: 'link', attrs: { href, ...titled(title) } }), nodes);
      break;
    }
    case 'image': {
      const { url: src, title } = inline;
      nodes.push({ type: 'image', attrs: { src, alt: inline.alt, ...titled(title) } });
      break;
    }
    case 'htmlInline':
      nodes.push({ type: 'htmlInline', attrs: { html: inline.text } });
      break;
    case 'mathInline':
      nodes.push({ type: 'inlineMath', attrs: { latex: inline.latex } });
      break;
    case 'footnoteReference':
      nodes.push({ type: 'footnoteRef', attrs: { label: inline.label } });
  }
}

const NO_MARKS: readonly Mark[] = [];
const BOLD: Mark = { type: 'bold' };
const ITALIC: Mark = { type: 'italic' };
const STRIKE: Mark = { type: 'strike' };
const CODE: Mark = { type: 'code' };

const titled = (title: string | undefined): { readonly title?: string } =>
  title === undefined || title === '' ? {} : { title };

// One order for all, so that equal text has equal marks.
const ORDER: readonly Mark['type'][] = ['link', 'bold', 'italic', 'strike', 'code', 'highlight'];

function withMark(marks: readonly Mark[], mark: Mark): readonly Mark[] {
  if (marks.length === 0) return [mark];
  if (marks.some(({ type }) => type === mark.type)) return marks;
  return [...marks, mark].sort((a, b) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type));
}

function addText(text: string, marks: readonly Mark[], nodes: InlineNode[]): void {
  if (text === '') return;
  const node: TextNode = marks.length === 0 ? { type: 'text', text } : { type: 'text', text, marks };
  const last = nodes.at(-1);
  if (isOneText(last, node)) nodes[nodes.length - 1] = { ...last, text: last.text + text };
  else nodes.push(node);
}

function sameMarks(a: readonly Mark[], b: readonly Mark[]): boolean {
  return a.length === b.length && a.every((mark, i) => sameMark(mark, b[i]));
}

function sameMark(a: Mark, b: Mark | undefined): boolean {
  if (a === b) return true;
  if (a.type !== b?.type) return false;
  if (a.type !== 'link' || b.type !== 'link') return true;
  return a.attrs.href === b.attrs.href && a.attrs.title === b.attrs.title;
}
