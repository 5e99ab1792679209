import type { Content } from '../../content/content.ts';
import { contentGrid, contentText } from '../../content/content.ts';
import { parseMarkdown } from '../../markdown/parse-markdown.ts';
import type { EmbedNodeAttrs } from '../embed.ts';
import { toInlineNodes } from '../inline-nodes.ts';
import type { BlockNode, InlineNode, ItemNode } from '../nodes.ts';
import { takeTaskBox } from '../task-box.ts';
import { printInline } from './print-inline.ts';

/** The contents of a document's embeds, by their refs. */
export type Contents = ReadonlyMap<string, Content>;

/** The surroundings that blocks are printed for. */
interface Surroundings {
  readonly contents: Contents;
  /** In a list whose items stand close together. */
  readonly tight: boolean;
  /** How many lists are around. */
  readonly depth: number;
}

/** A definition that nothing mentions, which is how Markdown writes a remark. */
const NOTHING = '[//]: #';

/** Blocks as Markdown, one below the other. Pure. */
export function printBlocks(nodes: readonly BlockNode[], contents: Contents): string {
  return printAll(nodes, { contents, tight: false, depth: 0 });
}

function printAll(nodes: readonly BlockNode[], around: Surroundings): string {
  let out = '';
  let isOther = false;
  for (const [i, node] of nodes.entries()) {
    // Two lists that stand together have different marks, or they would be one.
    isOther = i > 0 && listKind(node) !== '' && listKind(node) === listKind(nodes[i - 1]) && !isOther;
    if (i > 0) out += around.tight ? '\n' : '\n\n';
    out += printBlock(node, around, {
      isOther,
      isBelowText: around.tight && nodes[i - 1]?.type === 'paragraph',
    });
  }
  return out;
}

function listKind(node: BlockNode | undefined): string {
  if (node?.type === 'orderedList') return 'ordered';
  return node?.type === 'bulletList' || node?.type === 'taskList' ? 'bullet' : '';
}

/** The place of a block below another one. */
interface Below {
  /** It needs other marks than the list above it. */
  readonly isOther: boolean;
  /** Nothing keeps it apart from the text above it. */
  readonly isBelowText: boolean;
}

function printBlock(node: BlockNode, around: Surroundings, below: Below): string {
  const { isOther } = below;
  const outside = { ...around, tight: false };
  switch (node.type) {
    case 'paragraph':
      return printLeaf(node.content ?? [], (text) => text);
    case 'heading':
      return printHeading(node.attrs.level, node.content ?? []);
    case 'horizontalRule':
      // The marks of lists beside it would make another rule of stars or dashes.
      return '___';
    case 'blockquote':
      return prefix(printAll(node.content, outside), '> ');
    case 'bulletList':
    case 'taskList': {
      // Marks that change from list to list inside never look like a rule.
      const bullet = (around.depth + (isOther ? 1 : 0)) % 2 === 0 ? '- ' : '* ';
      return printItems(node.content, around, { tight: node.attrs.tight, ...below }, () => bullet);
    }
    case 'orderedList': {
      const { start, tight } = node.attrs;
      return printItems(
        node.content,
        around,
        { tight, ...below },
        (i) => `${start + i}${isOther ? ')' : '.'} `,
      );
    }
    case 'footnote':
      return printFootnote(node.attrs.label, node.content, outside);
    case 'blockMath':
      return printMath(node.attrs.latex);
    case 'htmlBlock':
      return node.attrs.html.replace(/\n$/, '');
    case 'embed':
      return printEmbed(node.attrs, around.contents.get(node.attrs.contentRef) ?? '');
  }
}

function printMath(latex: string): string {
  const lines = latex.split('\n').map((line) => line.trimEnd());
  const ends = (mark: string): boolean => lines.some((line) => line.endsWith(mark));
  if (!ends('$$')) return `$$\n${latex}\n$$`;
  if (!ends('\\]')) return `\\[\n${latex}\n\\]`;
  // Only its last line may end in the mark that closes it here.
  lines.pop();
  return ends('$$') ? `\\[\n${latex}\\]` : `$$\n${latex}$$`;
}

function printItems(
  items: readonly ItemNode[],
  around: Surroundings,
  { tight, isBelowText }: Below & { readonly tight: boolean },
  markOf: (index: number) => string,
): string {
  const taken = items.map((item) => (item.type === 'taskItem' ? undefined : takeTaskBox(item.content)));
  // If each item of a list with bullets has a box, they are tasks; text that looks like a box is escaped then.
  const isMixed = items.some((_, i) => taken[i] === undefined) || !/^[-*]/.test(markOf(0));
  const printed = items.map((item, i) => {
    const text = isMixed ? taken[i] : undefined;
    const box = item.type === 'taskItem' ? (item.attrs.checked ? '[x] ' : '[ ] ') : (text?.box ?? '');
    const mark = markOf(i);
    const body = printAll(text?.nodes ?? item.content, { ...around, tight, depth: around.depth + 1 });
    if (body !== '') return `${mark}${box}${hang(body, mark.length)}`;
    // An empty item right below a text would be a part of it.
    return i === 0 && isBelowText && box === '' ? `${mark}${NOTHING}` : `${mark}${box}`.trimEnd();
  });
  return printed.join(tight ? '\n' : '\n\n');
}

/** Only text begins on the line of the label; other blocks read better below it. */
function printFootnote(label: string, content: readonly BlockNode[], around: Surroundings): string {
  const body = printAll(content, around);
  const isText = content[0]?.type === 'paragraph';
  if (body === '') return `[^${label}]:`;
  return isText ? `[^${label}]: ${hang(body, 4)}` : hang(`[^${label}]:\n${body}`, 4);
}

function printHeading(level: number, content: readonly InlineNode[]): string {
  if (printInline(content, 'plain').includes('\n'))
    return printLeaf(content, (text) => `${text}\n${level === 1 ? '===' : '---'}`);
  const marks = '#'.repeat(level);
  // A row of # at the end would close it.
  return printLeaf(content, (text) => `${marks} ${withoutClosing(text)}`.trimEnd());
}

function withoutClosing(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === '#') end--;
  return end === text.length ? text : `${text.slice(0, end)}\\${text.slice(end)}`;
}

/** Prints text so that it reads well; where that would read back as something else, so that it can't. */
function printLeaf(content: readonly InlineNode[], wrap: (text: string) => string): string {
  const plain = wrap(printInline(content, 'plain'));
  return readsBack(plain, content) ? plain : wrap(printInline(content, 'safe'));
}

function readsBack(markdown: string, content: readonly InlineNode[]): boolean {
  const labels = content.flatMap((node) => (node.type === 'footnoteRef' ? [node.attrs.label] : []));
  const notes = labels.map((label) => `\n\n[^${label}]: note`).join('');
  const nothing = markdown.includes('[//]') ? `\n\n${NOTHING}` : '';
  const [block, ...rest] = parseMarkdown(markdown + notes + nothing).children;
  if (rest.some(({ type }) => type !== 'footnoteDefinition' && type !== 'linkDefinition')) return false;
  if (block === undefined) return content.length === 0;
  if (block.type !== 'paragraph' && block.type !== 'heading') return false;
  return JSON.stringify(toInlineNodes(block.children)) === JSON.stringify(content);
}

function printEmbed(attrs: EmbedNodeAttrs, content: Content): string {
  if (attrs.url !== undefined) return printUrl(attrs.url);
  switch (attrs.type) {
    case 'sheet':
      return printSheet(attrs.title, contentGrid(content) ?? []);
    case 'doc':
      return printFence('document_html', `<!-- title: "${attrs.title ?? ''}" -->\n${contentText(content)}`);
    case 'code': {
      const path = attrs.filename === undefined ? '' : `:${attrs.filename}`;
      return printFence(`${attrs.language ?? ''}${path}`, contentText(content));
    }
    default:
      return printFence('json', contentText(content));
  }
}

/** A URL on a line of its own: bare, unless that would read back as another one. */
function printUrl(url: string): string {
  const [block] = parseMarkdown(url).children;
  const [only, ...rest] = block?.type === 'paragraph' ? block.children : [];
  return rest.length === 0 && only?.type === 'link' && only.url === url ? url : `<${url}>`;
}

/** A fence that is longer than any run of its sign in the content. */
function printFence(info: string, content: string): string {
  const sign = info.includes('`') ? '~' : '`';
  const runs = content.match(sign === '`' ? /`{3,}/g : /~{3,}/g) ?? [];
  const fence = sign.repeat(runs.reduce((most, run) => Math.max(most, run.length + 1), 3));
  const escaped = info.replace(/\\/g, '\\\\').replace(/&(?=#|[A-Za-z0-9]+;)/g, '\\&');
  return [`${fence}${escaped}`, ...(content === '' ? [] : [content]), fence].join('\n');
}

function printSheet(title: string | undefined, grid: readonly (readonly string[])[]): string {
  const [header = [], ...rows] = grid.map((cells) =>
    cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')),
  );
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const table = [row(header), row(header.map(() => '---')), ...rows.map(row)];
  return [...(title === undefined || title === 'Table' ? [] : [`<!-- title: "${title}" -->`]), ...table].join(
    '\n',
  );
}

function prefix(text: string, sign: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? sign.trimEnd() : sign + line))
    .join('\n');
}

/** Indents every line but the first, so that it belongs to the mark before it. */
function hang(text: string, width: number): string {
  const indent = ' '.repeat(width);
  return text
    .split('\n')
    .map((line, i) => (i === 0 || line === '' ? line : indent + line))
    .join('\n');
}
