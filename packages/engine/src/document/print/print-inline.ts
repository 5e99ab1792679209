import type { InlineNode, Mark, TextNode } from '../nodes.ts';
import { asEntities, type Care, printAddress, printCode, printText, printTitle } from './print-text.ts';

/** Inline nodes as Markdown. Pure. */
export function printInline(nodes: readonly InlineNode[], care: Care): string {
  const open: Mark[] = [];
  let out = '';
  for (const [i, node] of nodes.entries()) {
    const marks = marksOf(node);
    const kept = sharedLength(open, marks);
    out += closeMarks(open, kept, care);
    for (const mark of marks.slice(kept)) {
      out += openMark(mark, care);
      open.push(mark);
    }
    out += printNode(node, nodes, i, care);
  }
  return out + closeMarks(open, 0, care);
}

/** Code is not a mark that opens and closes: nothing inside it is read. */
function marksOf(node: InlineNode): readonly Mark[] {
  return node.type === 'text'
    ? (node.marks ?? []).filter(({ type }) => type !== 'code' && type !== 'highlight')
    : [];
}

function sharedLength(open: readonly Mark[], marks: readonly Mark[]): number {
  let length = 0;
  while (length < open.length && sameMark(open[length], marks[length])) length++;
  return length;
}

function sameMark(a: Mark | undefined, b: Mark | undefined): boolean {
  return a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

function closeMarks(open: Mark[], kept: number, care: Care): string {
  let out = '';
  while (open.length > kept) {
    const mark = open.pop();
    if (mark !== undefined) out += closeMark(mark, care);
  }
  return out;
}

type Signs = Readonly<Partial<Record<Mark['type'], string>>>;
/** The signs of marks that meet run together, where they may be of one kind. */
const SIGNS: Readonly<Record<Care, Signs>> = {
  plain: { bold: '**', italic: '*', strike: '~~' },
  safe: { bold: '**', italic: '_', strike: '~~' },
};

function openMark(mark: Mark, care: Care): string {
  return mark.type === 'link' ? '[' : (SIGNS[care][mark.type] ?? '');
}

function closeMark(mark: Mark, care: Care): string {
  if (mark.type !== 'link') return SIGNS[care][mark.type] ?? '';
  return `](${printAddress(mark.attrs.href)}${printTitle(mark.attrs.title)})`;
}

function printNode(node: InlineNode, nodes: readonly InlineNode[], i: number, care: Care): string {
  switch (node.type) {
    case 'text':
      return printTextNode(node, nodes[i - 1], nodes[i + 1], care);
    case 'hardBreak':
      return '\\\n';
    case 'image':
      return `![${printText(node.attrs.alt, { startsLine: false, endsLine: false, inLink: true, care })}](${printAddress(node.attrs.src)}${printTitle(node.attrs.title)})`;
    case 'inlineMath':
      return printMath(node.attrs.latex, care);
    case 'htmlInline':
      return care === 'safe' ? hideHtml(node.attrs.html, nodes[i - 1], nodes[i + 1]) : node.attrs.html;
    case 'footnoteRef':
      return `[^${node.attrs.label}]`;
  }
}

function printMath(whole: string, care: Care): string {
  // A line that is far in begins no other block, and its indent is no part of the text.
  const latex = care === 'safe' ? whole.replaceAll('\n', '\n    ') : whole;
  // A backslash at the end would escape the mark behind it.
  const isOpen = latex.endsWith('\\');
  if (!isOpen && /^[^\s$]([^$]*[^\s$])?$/.test(latex)) return `$${latex}$`;
  // Nothing between the marks would be no math.
  return `\\(${latex}${isOpen || latex === '' ? ' ' : ''}\\)`;
}

function printTextNode(
  { text, marks = [] }: TextNode,
  before: InlineNode | undefined,
  after: InlineNode | undefined,
  care: Care,
): string {
  if (marks.some(({ type }) => type === 'code')) return printCode(text);
  const printed = printText(text, {
    startsLine: before === undefined || before.type === 'hardBreak',
    endsLine: after === undefined || after.type === 'hardBreak',
    inLink: marks.some(({ type }) => type === 'link'),
    care,
  });
  return care === 'safe' ? hideEnds(printed, text) : printed;
}

/** A tag at the beginning of a line may begin a block, and so may a line of it. Marks around nothing but a tag are lost. */
function hideHtml(html: string, before: InlineNode | undefined, after: InlineNode | undefined): string {
  const indented = html.replaceAll('\n', '\n    ');
  const isBehindText = before !== undefined && before.type !== 'hardBreak' && !endsLine(before);
  if (isBehindText) return indented;
  const types = after === undefined ? [] : marksOf(after).map(({ type }) => type);
  const sign = !types.includes('bold') ? '*' : types.includes('italic') ? '~' : '_';
  return sign + indented + sign;
}

function endsLine(node: InlineNode): boolean {
  return node.type === 'text' && node.text.endsWith('\n');
}

/** The character beside a mark decides if the mark opens or closes: as an entity it is always punctuation. */
function hideEnds(printed: string, text: string): string {
  const chars = Array.from(text);
  const [first = '', last = ''] = [chars[0], chars.at(-1)];
  if (chars.length < 2) return asEntities(text) || printed;
  const middle = chars.slice(1, -1).join('');
  return (
    asEntities(first) +
    printText(middle, { startsLine: false, endsLine: false, inLink: true, care: 'safe' }) +
    asEntities(last)
  );
}
