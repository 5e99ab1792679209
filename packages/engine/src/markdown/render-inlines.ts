import { encodeUrl, escapeHtml, isSafeUrl } from './escape-html.ts';
import { type Footnotes, footnoteName } from './footnotes.ts';
import type { MarkdownImage, MarkdownInline, MarkdownLink } from './tree.ts';

export interface RenderContext {
  readonly rawHtml: boolean;
  readonly footnotes: Footnotes;
}

export function renderInlines(nodes: readonly MarkdownInline[], context: RenderContext): string {
  return nodes.map((node) => renderInline(node, context)).join('');
}

function renderInline(node: MarkdownInline, context: RenderContext): string {
  switch (node.type) {
    case 'text':
      return escapeHtml(node.text);
    case 'emphasis':
      return `<em>${renderInlines(node.children, context)}</em>`;
    case 'strong':
      return `<strong>${renderInlines(node.children, context)}</strong>`;
    case 'strikethrough':
      return `<del>${renderInlines(node.children, context)}</del>`;
    case 'code':
      return `<code>${escapeHtml(node.text)}</code>`;
    case 'link':
      return `<a href="${href(node, context)}"${title(node)}>${renderInlines(node.children, context)}</a>`;
    case 'image':
      return `<img src="${href(node, context)}" alt="${escapeHtml(node.alt)}"${title(node)} />`;
    case 'htmlInline':
      return context.rawHtml ? node.text : escapeHtml(node.text);
    case 'softBreak':
      return '\n';
    case 'hardBreak':
      return '<br />\n';
    case 'mathInline':
      return `<span class="math">${escapeHtml(node.latex)}</span>`;
    case 'footnoteReference':
      return renderReference(node.label, context);
  }
}

function href({ url }: MarkdownLink | MarkdownImage, { rawHtml }: RenderContext): string {
  return rawHtml || isSafeUrl(url) ? escapeHtml(encodeUrl(url)) : '';
}

function title(node: MarkdownLink | MarkdownImage): string {
  return node.title === '' ? '' : ` title="${escapeHtml(node.title)}"`;
}

function renderReference(label: string, { footnotes }: RenderContext): string {
  const reference = footnotes.refer(label);
  if (reference === undefined) return escapeHtml(`[^${label}]`);
  const { number, count } = reference;
  const name = footnoteName(label);
  const id = count === 1 ? name : `${name}-${count}`;
  return `<sup class="footnote-ref"><a href="#fn-${name}" id="fnref-${id}" data-footnote-ref>${number}</a></sup>`;
}
