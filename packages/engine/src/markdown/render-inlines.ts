import { encodeUrl, escapeHtml, hostOf, urlKindOf } from './escape-html.ts';
import { type Footnotes, footnoteName } from './footnotes.ts';
import type { MarkdownImage, MarkdownInline, MarkdownLink } from './tree.ts';

export interface RenderContext {
  /** True when HTML and every URL are kept as they are. */
  readonly rawHtml: boolean;
  readonly remoteImages: boolean;
  readonly footnotes: Footnotes;
  /** Links do not nest. */
  readonly isInLink: boolean;
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
      return renderLink(node, context);
    case 'image':
      return renderImage(node, context);
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

/** A link to anything but the web, a mail program and the page's own host is its text. */
function renderLink(node: MarkdownLink, context: RenderContext): string {
  const url = encodeUrl(node.url);
  const text = renderInlines(node.children, { ...context, isInLink: true });
  if (!context.rawHtml && urlKindOf(url) === 'other') return text;
  return `<a href="${escapeHtml(url)}"${title(node)}>${text}</a>`;
}

/** A picture of another host would tell that host who reads: unless asked for it is a link that says where it is. */
function renderImage(node: MarkdownImage, { rawHtml, remoteImages, isInLink }: RenderContext): string {
  const url = encodeUrl(node.url);
  const kind = urlKindOf(url);
  const alt = escapeHtml(node.alt);
  if (rawHtml || kind === 'own' || (kind === 'web' && remoteImages))
    return `<img src="${escapeHtml(url)}" alt="${alt}"${title(node)} />`;
  if (kind !== 'web') return alt;
  const text = `${alt === '' ? '' : `${alt} `}(picture at ${escapeHtml(hostOf(url))})`;
  return isInLink ? text : `<a href="${escapeHtml(url)}"${title(node)}>${text}</a>`;
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
