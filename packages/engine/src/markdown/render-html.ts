import { escapeHtml } from './escape-html.ts';
import { Footnotes, footnoteName } from './footnotes.ts';
import { type RenderContext, renderInlines } from './render-inlines.ts';
import type {
  MarkdownBlock,
  MarkdownCodeBlock,
  MarkdownFootnoteDefinition,
  MarkdownList,
  MarkdownListItem,
  MarkdownTable,
  MarkdownTableRow,
  MarkdownTree,
} from './tree.ts';

/** The options of `renderHtml`. */
export interface RenderHtmlOptions {
  /** True when HTML in the text is kept, and every URL: only for text that can be trusted. Else it is shown as text. */
  readonly rawHtml?: boolean;
  /** True when pictures of other hosts are loaded. Else they are links. */
  readonly remoteImages?: boolean;
}

/** A table is filled up with at most so many empty cells. */
const EMPTY_CELLS = 100_000;

/**
 * The tree as HTML. HTML in the text is shown as text, links lead to the web, to mail or to the page's own host, and
 * nothing of another host is loaded. Pure. Linear.
 */
export function renderHtml(
  tree: MarkdownTree,
  { rawHtml = false, remoteImages = false }: RenderHtmlOptions = {},
): string {
  const context: RenderContext = {
    rawHtml,
    remoteImages,
    footnotes: new Footnotes(tree),
    isInLink: false,
  };
  const body = renderBlocks(tree.children, context);
  return body + renderFootnotes(context);
}

function renderBlocks(blocks: readonly MarkdownBlock[], context: RenderContext): string {
  return blocks.map((block) => renderBlock(block, context)).join('');
}

function renderBlock(block: MarkdownBlock, context: RenderContext): string {
  switch (block.type) {
    case 'paragraph':
      return `<p>${renderInlines(block.children, context)}</p>\n`;
    case 'heading':
      return `<h${block.level}>${renderInlines(block.children, context)}</h${block.level}>\n`;
    case 'thematicBreak':
      return '<hr />\n';
    case 'blockQuote':
      return `<blockquote>\n${renderBlocks(block.children, context)}</blockquote>\n`;
    case 'list':
      return renderList(block, context);
    case 'listItem':
      return renderItem(block, true, context);
    case 'codeBlock':
      return renderCode(block);
    case 'htmlBlock':
      return context.rawHtml ? `${block.indent}${block.text}\n` : `<p>${escapeHtml(block.text)}</p>\n`;
    case 'table':
      return renderTable(block, context);
    case 'mathBlock':
      return `<div class="math">${escapeHtml(block.latex)}</div>\n`;
    case 'footnoteDefinition':
    case 'linkDefinition':
      return '';
  }
}

function renderList(list: MarkdownList, context: RenderContext): string {
  const tag = list.ordered ? 'ol' : 'ul';
  const start = list.ordered && list.first !== 1 ? ` start="${list.first}"` : '';
  const items = list.children.map((item) =>
    item.type === 'listItem' ? renderItem(item, list.tight, context) : renderBlock(item, context),
  );
  return `<${tag}${start}>\n${items.join('')}</${tag}>\n`;
}

function renderItem(item: MarkdownListItem, isTight: boolean, context: RenderContext): string {
  const box =
    item.checked === null ? '' : `<input${item.checked ? ' checked=""' : ''} disabled="" type="checkbox" /> `;
  let html = '';
  let boxLeft = box;
  for (const block of item.children) {
    if (block.type === 'linkDefinition') continue;
    if (block.type === 'paragraph') {
      const text = boxLeft + renderInlines(block.children, context);
      html += isTight ? text : `${html === '' ? '\n' : ''}<p>${text}</p>\n`;
      boxLeft = '';
    } else {
      if (!html.endsWith('\n')) html += '\n';
      html += renderBlock(block, context);
    }
  }
  return `<li>${html}</li>\n`;
}

function renderCode({ text, info }: MarkdownCodeBlock): string {
  const language = /^\S+/.exec(info)?.[0];
  const name = language === undefined ? '' : ` class="language-${escapeHtml(language)}"`;
  return `<pre><code${name}>${escapeHtml(text)}</code></pre>\n`;
}

function renderTable(table: MarkdownTable, context: RenderContext): string {
  const budget = { left: EMPTY_CELLS };
  const row = (each: MarkdownTableRow, tag: string): string => {
    const count = Math.min(table.align.length, each.cells.length + budget.left);
    budget.left -= count - each.cells.length;
    const cells = Array.from({ length: count }, (_, i) => {
      const align = table.align[i] ? ` align="${table.align[i]}"` : '';
      return `<${tag}${align}>${renderInlines(each.cells[i]?.children ?? [], context)}</${tag}>\n`;
    });
    return `<tr>\n${cells.join('')}</tr>\n`;
  };
  const head = `<thead>\n${row(table.header, 'th')}</thead>\n`;
  const rows = table.rows.map((each) => row(each, 'td')).join('');
  return `<table>\n${head}${rows === '' ? '' : `<tbody>\n${rows}</tbody>\n`}</table>\n`;
}

/** The footnotes that are referred to, in the order in which they were. */
function renderFootnotes(context: RenderContext): string {
  const { footnotes } = context;
  const items: string[] = [];
  // A footnote may refer to another one, which is added while this goes on.
  for (let i = 0; i < footnotes.used.length; i++) {
    const note = footnotes.used[i];
    if (note !== undefined) items.push(renderFootnote(note, i + 1, context));
  }
  if (items.length === 0) return '';
  return `<section class="footnotes" data-footnotes>\n<ol>\n${items.join('')}</ol>\n</section>\n`;
}

function renderFootnote(note: MarkdownFootnoteDefinition, number: number, context: RenderContext): string {
  const name = footnoteName(note.label);
  const html = renderBlocks(note.children, context);
  const back = Array.from({ length: context.footnotes.referencesTo(note) }, (_, i) => {
    const count = i === 0 ? '' : `-${i + 1}`;
    const mark = i === 0 ? '↩' : `↩<sup class="footnote-ref">${i + 1}</sup>`;
    return `<a href="#fnref-${name}${count}" class="footnote-backref" data-footnote-backref aria-label="Back to reference ${number}${count}">${mark}</a>`;
  }).join(' ');
  const content = html.endsWith('</p>\n') ? `${html.slice(0, -5)} ${back}</p>\n` : `${html}${back}\n`;
  return `<li id="fn-${name}">\n${content}</li>\n`;
}
